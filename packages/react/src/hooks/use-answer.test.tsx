import { createChat, defineTool, type ChatController, type Message, type TurnOutline } from '@antiphon/core'
import { manualScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { act, render, renderHook, waitFor } from '@testing-library/react'
import { memo } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { ChatProvider, useAnswer, useTurns, type Answer, type AnswerPart } from '../index.js'

const delta = (fields: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
})
const piece = (fields: object, finish?: string) =>
  sseText([delta(fields, finish)], { done: finish !== undefined })
const args = (text: string, start: object = {}) =>
  piece({
    tool_calls: [
      { index: 0, ...start, function: { arguments: text, ...('id' in start && { name: 'pay' }) } },
    ],
  })

/** Shows every answer, and keeps what each render got. */
function show(chat: ChatController) {
  const seen = new Map<string, Answer[]>()
  const View = memo(function View({ turn }: { turn: TurnOutline }) {
    const answer = useAnswer(turn)
    seen.set(turn.key, [...(seen.get(turn.key) ?? []), answer])
    return null
  })
  const All = () => useTurns().map((turn) => <View key={turn.key} turn={turn} />)
  render(
    <ChatProvider chat={chat}>
      <All />
    </ChatProvider>,
    { reactStrictMode: false },
  )
  return seen
}

const brief = (part: AnswerPart): string => {
  switch (part.type) {
    case 'call':
      return `${part.call.call.function.name} ${part.call.state} ${JSON.stringify(part.args.value)} ${String(part.call.result?.content)}`
    case 'error':
      return `error ${part.error.message}`
    case 'ending':
      return `ending ${part.ending.kind}`
    case 'waiting':
    case 'image':
    case 'audio':
      return part.type
    default:
      return `${part.type}${part.isGrowing ? '+' : ''} ${part.text}`
  }
}

it('has thoughts, words, calls with their results and the ending in one list, as they come', async () => {
  const frames = manualScheduler()
  const frame = () => flushSync(() => void frames.frame())
  let pay!: () => void
  const tool = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object', properties: { to: { type: 'string' }, sum: { type: 'number' } } },
    execute: () => new Promise<string>((resolve) => (pay = () => resolve('paid'))),
  })
  async function* first() {
    frame()
    yield piece({ reasoning_content: 'Ann is owed.' })
    frame()
    yield piece({ content: 'I pay.' })
    frame()
    yield args('{"to":"An', { id: 'c' })
    frame()
    yield args('n","sum":3}')
    frame()
    yield piece({}, 'tool_calls')
  }
  async function* second() {
    yield piece({ content: 'Half of' })
    frame()
    throw new TypeError('Failed to fetch')
  }
  const transport = scriptedTransport([() => first(), () => second()])
  const chat = createChat({ transport, tools: [tool], scheduler: frames })
  const seen = show(chat)
  act(() => void chat.send('Pay Ann'))
  await waitFor(() => expect(pay).toBeDefined())
  act(frame)
  pay()
  await waitFor(() => expect(chat.getState().status).toBe('error'))
  act(frame)

  const renders = [...seen.values()].at(-1)!
  const told = renders.map(({ parts }) => parts.map(brief))
  const thought = 'reasoning Ann is owed.'
  const said = 'text I pay.'
  for (const moment of [
    ['waiting'],
    ['reasoning+ Ann is owed.'],
    [thought, 'text+ I pay.'],
    [thought, said, 'pay writing {"to":"An"} undefined'],
    [thought, said, 'pay writing {"to":"Ann","sum":3} undefined'],
    [thought, said, 'pay running {"to":"Ann","sum":3} undefined'],
    [thought, said, 'pay done {"to":"Ann","sum":3} paid', 'text+ Half of'],
  ])
    expect(told).toContainEqual(moment)
  expect(told.at(-1)!.slice(0, 4)).toEqual([
    thought,
    said,
    'pay done {"to":"Ann","sum":3} paid',
    'text Half of',
  ])
  expect(told.at(-1)!.at(-1)).toMatch(/^error /)
  expect(renders.at(-1)!.isRunning).toBe(false)
  expect(renders.some(({ isRunning }) => isRunning)).toBe(true)
  expect(renders.at(-1)!.ids).toEqual(
    chat.store.getMessages().flatMap((one) => (one.role === 'assistant' ? one.id : [])),
  )
  const keys = renders.at(-1)!.parts.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

it('renders no answer but the one that grows, and gives the parts that did not change as the same objects', async () => {
  const messages: Message[] = [
    { role: 'user', id: 'q', content: 'go' },
    {
      role: 'assistant',
      id: 'a',
      content: 'Looking.',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', id: 'r', tool_call_id: 'c', content: 'seen' },
  ]
  const frames = manualScheduler()
  async function* source() {
    yield piece({ reasoning_content: 'Thinking.' })
    for (let i = 0; i < 100; i++) {
      yield piece({ content: `w${i} ` })
      flushSync(() => void frames.frame())
    }
    yield piece({}, 'stop')
  }
  const chat = createChat({ messages, transport: scriptedTransport([() => source()]), scheduler: frames })
  const seen = show(chat)
  expect(seen.get('a')!.at(-1)!.parts.map(brief)).toEqual([
    'text Looking.',
    'look done {} seen',
    'ending paused',
  ])
  expect(seen.get('q')!.at(-1)!.parts).toEqual([])
  const before = seen.get('a')!.length
  act(() => void chat.send('more'))
  await waitFor(() => expect(chat.getState().status).toBe('ready'))

  expect(seen.get('a')).toHaveLength(before)
  const renders = seen.get(chat.store.getIds().at(-1)!)!
  // 100 frames, waiting, thinking and the end.
  expect(renders.length).toBeGreaterThan(95)
  expect(renders.length).toBeLessThanOrEqual(106)
  const growing = renders.filter(({ parts }) => parts.length === 2)
  expect(new Set(growing.map(({ parts }) => parts[0])).size).toBe(1)
  expect(growing.at(-1)!.parts.map(brief)[1]).toMatch(/^text w0 .* w99 $/)
})

it('takes over a result that comes later, and keeps the rest', async () => {
  const messages: Message[] = [
    {
      role: 'assistant',
      id: 'a',
      content: 'Asking.',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'ask', arguments: '{"n":1}' } }],
      finishReason: 'tool_calls',
    },
  ]
  const chat = createChat({ transport: scriptedTransport([]), messages })
  const seen = show(chat)
  const before = seen.get('a')!.at(-1)!
  expect(before.parts.map(brief)).toEqual([
    'text Asking.',
    'ask unanswered {"n":1} undefined',
    'ending unanswered',
  ])
  act(() => void chat.store.append({ role: 'tool', tool_call_id: 'c', content: 'yes', id: 'r' }))
  const after = seen.get('a')!.at(-1)!
  expect(after.parts.map(brief)).toEqual(['text Asking.', 'ask done {"n":1} yes', 'ending paused'])
  expect(after.parts[0]).toBe(before.parts[0])
})

it('holds nothing of a turn that it no longer shows', () => {
  const messages: Message[] = [
    { role: 'user', content: 'One?' },
    { role: 'assistant', content: 'One.' },
    { role: 'user', content: 'Two?' },
    { role: 'assistant', content: 'Two.' },
  ]
  const chat = createChat({ transport: scriptedTransport([]), messages })
  const { result, rerender } = renderHook(({ at }) => useAnswer(useTurns()[at]!).parts[0], {
    initialProps: { at: 1 },
    wrapper: ({ children }) => <ChatProvider chat={chat}>{children}</ChatProvider>,
  })
  const first = result.current
  rerender({ at: 1 })
  expect(result.current).toBe(first)
  rerender({ at: 3 })
  expect(result.current).toMatchObject({ text: 'Two.' })
  rerender({ at: 1 })
  expect(result.current).toEqual(first)
  expect(result.current).not.toBe(first)
})
