import { createChat } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { cleanup, render } from '@testing-library/react'
import type { CSSProperties } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import './support/chat-layout.css'

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
afterEach(() => {
  cleanup()
  warn.mockClear()
})

/** Mounts a chat in a place, with a module of its own: each warning is given once. */
async function warningIn(style: CSSProperties): Promise<string[]> {
  const chat = createChat({ messages: [{ role: 'user', content: 'Hi' }], transport: scriptedTransport([]) })
  render(
    <div style={style}>
      <ChatProvider chat={chat}>
        <Chat />
      </ChatProvider>
    </div>,
  )
  return warn.mock.calls.map(([text]) => String(text))
}

test.each<[string, CSSProperties]>([
  ['a height', { height: 300 }],
  ['a column', { display: 'flex', flexDirection: 'column', height: 300 }],
  ['a height at most', { display: 'flex', flexDirection: 'column', maxHeight: 300 }],
])('nothing is said of a place with %s', async (_, style) => {
  expect(await warningIn(style)).toEqual([])
})

test('a place without a height is named once, with what to do', async () => {
  const [first, ...more] = await warningIn({})
  expect(first).toContain('<div style={{ height: "100dvh" }}>')
  expect(more).toEqual([])
  cleanup()
  warn.mockClear()
  expect(await warningIn({})).toEqual([])
})
