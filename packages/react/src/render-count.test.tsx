import { createChat, type Message, type StepOutline } from '@antiphon/core'
import { manualScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { act, render, screen } from '@testing-library/react'
import { memo } from 'react'
import { expect, it } from 'vitest'
import { ChatProvider, useChat, useMessage, useStep, useTurns } from './index.js'

const renders = new Map<string, number>()
const count = (key: string): void => void renders.set(key, (renders.get(key) ?? 0) + 1)

const StepView = memo(function StepView({ outline }: { outline: StepOutline }) {
  const step = useStep(outline)
  count(outline.key)
  return <p data-testid={outline.key}>{step.assistant?.content}</p>
})
const MessageView = memo(function MessageView({ id }: { id: string }) {
  count(id)
  return <p>{String(useMessage(id)?.content)}</p>
})
function Thread() {
  count('thread')
  return useTurns().map((turn) =>
    turn.role === 'assistant' ? (
      turn.steps.map((step) => <StepView key={step.key} outline={step} />)
    ) : (
      <MessageView key={turn.key} id={turn.key} />
    ),
  )
}
function Status() {
  count('status')
  return <output>{useChat().status}</output>
}

it('a stream of 1,000 deltas into a thread of 500 messages re-renders no other message', async () => {
  const messages: Message[] = Array.from({ length: 500 }, (_, i) =>
    i % 2 === 0
      ? { role: 'user', id: `u${i}`, content: `question ${i}` }
      : { role: 'assistant', id: `a${i}`, content: `answer ${i}`, finishReason: 'stop' },
  )
  const frames = manualScheduler()
  // Each delta in a network chunk of its own, with a frame after every fourth.
  async function* source() {
    for (let i = 0; i < 1000; i++) {
      yield sseText([{ choices: [{ index: 0, delta: { content: `w${i} ` } }] }], { done: false })
      if (i % 4 === 3) act(() => void frames.frame())
    }
    yield sseText([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }])
  }
  const chat = createChat({ messages, transport: scriptedTransport([() => source()]), scheduler: frames })
  render(
    <ChatProvider chat={chat}>
      <Thread />
      <Status />
    </ChatProvider>,
  )
  renders.clear()
  await act(() => chat.send('go'))

  const answer = chat.store.getIds().at(-1)!
  const question = chat.store.getIds().at(-2)!
  expect(screen.getByTestId(answer).textContent).toContain('w999')
  const others = [...renders].filter(([key]) => ![answer, question, 'thread', 'status'].includes(key))
  expect(others).toEqual([])
  // StrictMode renders twice; 250 frames, the first render and the end.
  expect(renders.get(answer)! / 2).toBeLessThanOrEqual(254)
  expect(renders.get(answer)! / 2).toBeGreaterThan(200)
  expect(renders.get('thread')! / 2).toBeLessThanOrEqual(2)
  expect(renders.get('status')! / 2).toBeLessThanOrEqual(4)
})

/** 100 deltas, each with a frame of its own. */
function stream() {
  const frames = manualScheduler()
  async function* source() {
    for (let i = 0; i < 100; i++) {
      yield sseText([{ choices: [{ index: 0, delta: { content: `w${i} ` } }] }], { done: false })
      act(() => void frames.frame())
    }
    yield sseText([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }])
  }
  return createChat({ transport: scriptedTransport([() => source()]), scheduler: frames })
}

it('who reads the messages follows every frame, who does not renders with the status alone', async () => {
  const Words = memo(function Words() {
    count('words')
    return <output>{String(useChat().messages.at(-1)?.content ?? '')}</output>
  })
  const Send = memo(function Send() {
    count('send')
    const { send, status } = useChat()
    return <button onClick={() => void send('more')}>{status}</button>
  })
  const chat = stream()
  render(
    <ChatProvider chat={chat}>
      <Words />
      <Send />
    </ChatProvider>,
    { reactStrictMode: false },
  )
  renders.clear()
  await act(() => chat.send('go'))
  expect(screen.getByRole('status')).toHaveTextContent(/^w0 .* w99$/)
  expect(renders.get('words')).toBeGreaterThan(90)
  // Submitted, streaming, ready.
  expect(renders.get('send')).toBeLessThanOrEqual(3)
})
