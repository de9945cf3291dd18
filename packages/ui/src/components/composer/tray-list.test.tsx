import type { AttachmentsState, AttachmentTray } from '@antiphon/react'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TrayList } from './tray-list.js'

vi.mock('../user-message/editor-parts.js', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('what is attached is named where its list cannot be loaded', async () => {
  let state: AttachmentsState = { items: [], refusals: [], isReady: true }
  const listeners = new Set<() => void>()
  const tray = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } as unknown as AttachmentTray
  render(<TrayList tray={tray} />)
  act(() => {
    const items: AttachmentsState['items'] = [
      { id: '1', name: 'report.pdf', kind: 'pdf', state: 'ready', progress: 1 },
    ]
    state = { ...state, items }
    for (const listener of listeners) listener()
  })
  expect(await screen.findByText('report.pdf')).toBeInTheDocument()
})
