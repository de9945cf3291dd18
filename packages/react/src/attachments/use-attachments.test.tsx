import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createAttachmentTray } from './attachment-tray.js'
import { useAttachments } from './use-attachments.js'

it('a tray that somebody else keeps has its own options where the hook is given none', () => {
  const tray = createAttachmentTray({ types: ['image/png'], inlineText: 10 })
  renderHook(() => useAttachments({ tray, inlineText: 20 }))
  expect(tray.getOptions()).toEqual({ types: ['image/png'], inlineText: 20 })
})
