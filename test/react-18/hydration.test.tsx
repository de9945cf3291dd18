import { ToolCallView } from '@antiphon/ui'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { storyCall } from '../../packages/ui/src/fixtures/story-calls.js'
import '../../packages/ui/src/testing/late-parts.js'

it('React 18 takes over a closed call as the server drew it', async () => {
  const page = <ToolCallView call={storyCall('read', { path: 'pool.ts' }, { result: 'the result' })} />
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  const served = root.querySelector('[data-slot=tool-call-body]')
  expect(served).toHaveTextContent('the result')
  const onRecoverableError = vi.fn()
  const mounted = await act(async () => hydrateRoot(root, page, { onRecoverableError }))
  expect(onRecoverableError.mock.calls).toEqual([])
  expect(root.querySelector('[data-slot=tool-call-body]')).toBe(served)
  await act(async () => mounted.unmount())
})
