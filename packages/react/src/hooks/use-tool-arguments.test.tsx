import { createChat, pairStep, type CallState, type ChatController, type Message } from '@antiphon/core'
import type { PairedCall, StepOutline } from '@antiphon/core'
import * as partialJson from '@antiphon/core/partial-json'
import { manualScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { act, render, screen } from '@testing-library/react'
import { memo } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ChatProvider,
  useLiveStep,
  useStep,
  useTurns,
  useToolArguments,
  type CallWithArguments,
  type StreamedArguments,
} from '../index.js'

vi.mock('@antiphon/core/partial-json', { spy: true })

interface Table {
  title: string
  rows: { city: string }[]
}

let seen: StreamedArguments<Table>[] = []
let rowRenders = 0
beforeEach(() => {
  seen = []
  rowRenders = 0
  vi.clearAllMocks()
})

const Row = memo(function Row({ row }: { row: { city?: string } }) {
  rowRenders++
  return <li>{row.city}</li>
})
function Call({ call }: { call?: PairedCall }) {
  const args = useToolArguments<Table>(call)
  seen.push(args)
  return (
    <ul aria-label={call?.key}>
      <li>{args.isFieldComplete(['title']) ? `${args.value?.title}.` : `${args.value?.title ?? ''}…`}</li>
      {args.value?.rows?.map((row, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are only ever added at the end
        <Row key={i} row={row} />
      ))}
    </ul>
  )
}
function Calls() {
  const turn = useTurns().at(-1)
  return turn?.role === 'assistant' && <CallsOf outline={turn.steps.at(-1)!} />
}
function CallsOf({ outline }: { outline: StepOutline }) {
  const { calls } = pairStep(useStep(outline), useLiveStep(outline.assistant))
  return calls.map((call) => <Call key={call.key} call={call} />)
}
const show = (chat: ChatController) =>
  render(
    <ChatProvider chat={chat}>
      <Calls />
    </ChatProvider>,
  )
const piece = (index: number, text: string, id?: string) =>
  sseText(
    [
      {
        choices: [
          {
            index: 0,
            delta: { tool_calls: [{ index, id, function: { name: id && 'table', arguments: text } }] },
          },
        ],
      },
    ],
    { done: false },
  )

/** A chat that waits for each piece of its answer; `feed` gives one and draws the frame once it has been read. */
function streamed() {
  const frames = manualScheduler()
  const queue: (string | undefined)[] = []
  let isHungry = false
  let wake: () => void = () => {}
  async function* source() {
    for (;;) {
      isHungry = true
      if (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      const text = queue.shift()
      if (text === undefined) return
      yield text
    }
  }
  const chat = createChat({ transport: scriptedTransport([() => source()]), scheduler: frames, model: 'm' })
  const hungry = () => vi.waitFor(() => expect(isHungry).toBe(true), { interval: 1, timeout: 20_000 })
  const give = async (text: string | undefined) => {
    isHungry = false
    queue.push(text)
    wake()
    await act(hungry)
    act(() => void frames.frame())
  }
  let answered: Promise<void> | undefined
  return {
    chat,
    async start() {
      answered = chat.send('go')
      await act(hungry)
    },
    feed: give,
    async finish() {
      queue.push(sseText([{ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }]), undefined)
      wake()
      await act(() => answered!)
    },
  }
}

const lines = () => Array.from(document.querySelectorAll('li'), (line) => line.textContent)

describe('arguments that stream', () => {
  it('fill in field by field and row by row, and draw no finished row again', async () => {
    const { chat, start, feed, finish } = streamed()
    show(chat)
    await start()
    await feed(piece(0, '{"title":"Cap', 'c1'))
    expect(lines()).toEqual(['Cap…'])
    await feed(piece(0, 'itals","rows":[{"city":"Oslo"},{"city":"Ro'))
    expect(lines()).toEqual(['Capitals.', 'Oslo', 'Ro'])
    const [oslo] = seen.at(-1)!.value!.rows!
    rowRenders = 0
    await feed(piece(0, 'me"}'))
    expect(lines()).toEqual(['Capitals.', 'Oslo', 'Rome'])
    expect(seen.at(-1)!.value!.rows![0]).toBe(oslo)
    // One row, drawn twice by StrictMode.
    expect(rowRenders).toBe(2)
    expect(seen.at(-1)).toMatchObject({ complete: false, error: undefined })
    await feed(piece(0, ']}'))
    await finish()
    expect(seen.at(-1)).toMatchObject({ complete: true, text: expect.stringMatching(/^\{"title.*\]\}$/) })
    expect(seen.at(-1)!.value).toEqual(JSON.parse(seen.at(-1)!.text))
    expect(seen.at(-1)!.value!.rows![0]).toBe(oslo)
  })

  it('are read once, however often they are drawn', async () => {
    const { chat, start, feed } = streamed()
    show(chat)
    await start()
    for (let i = 0; i < 20; i++) await feed(piece(0, i ? 'x' : '{"title":"', i ? undefined : 'c1'))
    const pushed = vi
      .mocked(partialJson.createPartialJsonReader)
      .mock.results.map(({ value }) => (value as { value: unknown }).value)
    expect(lines()).toEqual([`${'x'.repeat(19)}…`])
    // StrictMode makes two readers, of which one is used.
    expect(pushed.length).toBeLessThanOrEqual(2)
  })

  it('wake only those who show them', async () => {
    const { chat, start, feed } = streamed()
    show(chat)
    await start()
    await feed(piece(0, '{"title":"one"}', 'c1') + piece(1, '{"title":"t', 'c2'))
    const first = seen.findLast(({ text }) => text.includes('one'))
    await feed(piece(1, 'wo'))
    expect(seen.findLast(({ text }) => text.includes('one'))).toBe(first)
    expect(screen.getByLabelText(/\/1$/)).toHaveTextContent('two…')
  })

  it('begin again when they turn out to be another text', async () => {
    const { chat, start, feed, finish } = streamed()
    show(chat)
    await start()
    await feed(piece(0, '{"title":"Real"}', 'c1'))
    expect(seen.at(-1)).toMatchObject({ value: { title: 'Real' }, complete: true })
    await feed(piece(0, '}'))
    expect(seen.at(-1)!.error?.code).toBe('syntax')
    await finish()
    expect(seen.at(-1)).toMatchObject({ value: { title: 'Real' }, complete: true, error: undefined })
  })
})

describe('arguments of a finished message', () => {
  const stored = (...texts: string[]): Message[] => [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      id: 'a/b',
      content: '',
      finishReason: 'tool_calls',
      tool_calls: texts.map((text, i) => ({
        id: `c${i}`,
        type: 'function',
        function: { name: 'table', arguments: text },
      })),
    },
  ]

  it('are there at once; one that was cut says so', () => {
    show(
      createChat({ messages: stored('{"title":"All"}', '{"title":"Hal'), transport: scriptedTransport([]) }),
    )
    expect(lines()).toEqual(['All.', 'Hal…'])
    const cut = seen.at(-1)!
    expect([cut.complete, cut.error?.code, cut.status(['title'])]).toEqual([false, 'cut_off', 'cut-off'])
  })

  it('are an empty object when there is no text, as they are for the tool', () => {
    show(createChat({ messages: stored(' '), transport: scriptedTransport([]) }))
    expect(seen.at(-1)).toMatchObject({ value: {}, complete: true })
  })

  it('follow a message that is written anew', () => {
    const chat = createChat({ messages: stored('{"title":"Old"}'), transport: scriptedTransport([]) })
    show(chat)
    act(() => {
      chat.store.write('a/b', stored('{"title":"New"}')[1]!)
      chat.store.flush()
    })
    expect(lines()).toEqual(['New.'])
  })

  it('are absent for a call that is not there', () => {
    render(<Call />)
    expect([seen.at(-1)!.value, seen.at(-1)!.status([])]).toEqual([undefined, 'absent'])
    expect(lines()).toEqual(['…'])
  })
})

describe('arguments of a call that is given', () => {
  const callOf = (text: string, state: CallState, key = 'm/0') => ({
    key,
    state,
    call: { function: { arguments: text } },
  })
  function Given({ call }: { call: CallWithArguments }) {
    seen.push(useToolArguments<Table>(call))
    return null
  }

  it('need no chat, fill in as the text grows, and say at the end whether they were cut', () => {
    const { rerender } = render(<Given call={callOf('{"title":"Cap', 'writing')} />)
    expect(seen.at(-1)).toMatchObject({ value: { title: 'Cap' }, complete: false })
    rerender(<Given call={callOf('{"title":"Capitals","rows":[{"city":"Oslo"}', 'writing')} />)
    const [oslo] = seen.at(-1)!.value!.rows!
    expect(seen.at(-1)!.isFieldComplete(['title'])).toBe(true)
    rerender(<Given call={callOf('{"title":"Capitals","rows":[{"city":"Oslo"}]}', 'done')} />)
    expect(seen.at(-1)).toMatchObject({ complete: true, error: undefined })
    expect(seen.at(-1)!.value!.rows![0]).toBe(oslo)
    rerender(<Given call={callOf('{"title":"Hal', 'cut-off')} />)
    expect(seen.at(-1)!.error?.code).toBe('cut_off')
  })

  it('of another call in the same place begin anew, also where both end alike', () => {
    const same = `,"note":"${'x'.repeat(100)}`
    const { rerender } = render(<Given call={callOf(`{"title":"One"${same}`, 'writing')} />)
    rerender(<Given call={callOf(`{"title":"Two"${same}`, 'writing', 'm/1')} />)
    expect(seen.at(-1)!.value).toMatchObject({ title: 'Two' })
  })
})
