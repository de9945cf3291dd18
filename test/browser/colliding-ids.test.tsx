// @module-tag hunt
import { createChat, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import {
  collidingAnswer,
  noteTool,
  questions,
  wireProblems,
  words,
  type WireRequest,
} from '../fixtures/colliding-ids.js'

afterEach(cleanup)

/** Each call on screen: its arguments beside its result, as they are read from top to bottom. */
function callsIn(root: HTMLElement): string[] {
  return [...root.querySelectorAll<HTMLElement>('[data-slot=tool-call]')].map((call) => {
    const argument = call.querySelector('[data-slot=pairs] dd')?.textContent
    const result = call.querySelector('[data-slot=tool-result] [data-slot=raw]')?.textContent
    return `${call.dataset['state']}: ${argument} = ${result}`
  })
}
const expected = words.map((word) => `done: ${word} = noted ${word}`)

test('ten turns in which every call is call_0, five of them in one message, show each result beside its call', async () => {
  const requests: WireRequest[] = []
  const fetched: typeof fetch = async (_, init) => {
    const body = JSON.parse(init?.body as string) as WireRequest
    requests.push(body)
    return new Response(collidingAnswer(body), { headers: { 'content-type': 'text/event-stream' } })
  }
  const chat = createChat({
    endpoint: { baseUrl: 'https://models.example/v1' },
    model: 'm',
    tools: [noteTool()],
    fetch: fetched,
  })
  const live = render(
    <ChatProvider chat={chat}>
      <Transcript folds="open" style={{ height: 600 }} />
    </ChatProvider>,
  )
  let shown = 0
  for (const question of questions) {
    await act(() => chat.send(question))
    shown += question.split(' ').length - 1
    expect(callsIn(live.container)).toEqual(expected.slice(0, shown))
  }
  expect(requests.map(wireProblems)).toEqual(requests.map(() => []))
  live.unmount()

  // From the array alone, as a page finds it after a reload, and as another program kept it.
  const stored = JSON.parse(JSON.stringify(chat.store.getMessages())) as Message[]
  expect(callsIn(render(<Transcript folds="open" messages={stored} />).container)).toEqual(expected)
  const foreign = stored.map((message) => {
    const { id: _, ...wire } = message
    if (wire.role === 'tool') delete wire.metadata
    return wire
  })
  cleanup()
  const transcript = render(<Transcript folds="open" messages={foreign} />).container
  expect(callsIn(transcript)).toEqual(expected)
  const keys = [...transcript.querySelectorAll('[data-call-key]')].map((call) =>
    call.getAttribute('data-call-key'),
  )
  expect(new Set(keys).size).toBe(words.length)
})
