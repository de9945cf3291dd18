/**
 * Objects beside the events of an answer, as gateways write them on every wire: news and errors that say nothing change no
 * answer, and a real error keeps its words (docs/wire 2.9).
 */
import { collectCompletion } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import { unshownItems } from '@antiphon/core/message'
import { wireReaders } from '@antiphon/wires/read'
import { describe, expect, test } from 'vitest'

type Wire = keyof typeof wireReaders
type Event = Record<string, unknown>

const candidate = (parts: Event[], more: Event = {}): Event => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
})
const answers: Record<Wire, { begin: Event[]; text(text: string): Event; end: Event[] }> = {
  responses: {
    begin: [{ type: 'response.created', response: { id: 'r', status: 'in_progress' } }],
    text: (delta) => ({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta }),
    end: [{ type: 'response.completed', response: { id: 'r', status: 'completed' } }],
  },
  messages: {
    begin: [
      { type: 'message_start', message: { id: 'm', content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ],
    text: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    end: [{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' }],
  },
  gemini: {
    begin: [],
    text: (text) => candidate([{ text }]),
    end: [candidate([], { finishReason: 'STOP' })],
  },
  ollama: {
    begin: [],
    text: (content) => ({ message: { role: 'assistant', content }, done: false }),
    end: [{ message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' }],
  },
}

function write(wire: Wire, events: Event[]): string {
  const json = events.map((event) => JSON.stringify(event))
  return json.map((text) => (wire === 'ollama' ? `${text}\n` : `data: ${text}\n\n`)).join('')
}
const read = (wire: Wire, events: Event[]) =>
  collectCompletion([write(wire, events)], { createEvents: wireReaders[wire] })

/** Values of `error` that name none. */
const noErrors: unknown[] = [{}, '', null, 'none', { message: '', code: 0 }, { code: 0, message: 'success' }]
const news: Event[] = [
  { status: 'queued', message: 'You are number 3' },
  { code: 0, message: 'success' },
  { heartbeat: true },
  { ping: 1764 },
  { status: 'loading model', progress: 0.4 },
  ...noErrors.map((error) => ({ error })),
  { type: 'heartbeat', time: 1 },
  { type: 'info', message: 'The model is loading' },
  { ok: true, error: false },
  { error: null, message: 'You are number 3' },
  { error_code: 0, error_msg: 'success' },
]
const failures: Event[] = [
  { error: 'GPU out of memory' },
  { error: { message: 'GPU out of memory', code: 0 } },
  { success: false, message: 'GPU out of memory' },
  { type: 'error', message: 'GPU out of memory' },
  { detail: [{ loc: ['body'], msg: 'GPU out of memory' }] },
  { status: 500, message: 'GPU out of memory' },
  { error: true, message: 'GPU out of memory' },
  { error: 'Internal Server Error', message: 'GPU out of memory' },
  { ok: false, reason: 'GPU out of memory' },
  { event: 'error', data: 'GPU out of memory' },
  { event: 'error', data: { message: 'GPU out of memory' } },
  { error_code: 500, error_msg: 'GPU out of memory' },
  { errcode: 1, errmsg: 'GPU out of memory' },
  { errorCode: 5, errorMessage: 'GPU out of memory' },
  { __type: 'ThrottlingException', Message: 'GPU out of memory' },
  { modelStreamErrorException: { message: 'GPU out of memory' } },
  { exception: 'GPU out of memory' },
  { fault: { faultstring: 'GPU out of memory' } },
  { status: 'failed', reason: 'GPU out of memory' },
  { level: 'error', msg: 'GPU out of memory' },
  { code: -1, msg: 'GPU out of memory', data: null },
  { type: 'server_error', message: 'GPU out of memory' },
]

describe.each(Object.entries(answers) as [Wire, (typeof answers)[Wire]][])(
  'on %s',
  (wire, { begin, text, end }) => {
    test.each(news)('%j between its events leaves an answer whole', async (aside) => {
      const events = [aside, ...begin, text('Good '), aside, text('day.'), ...end]
      const { outcome, message } = await read(wire, events)
      expect([outcome, message.content, unshownItems(message)]).toEqual(['complete', 'Good day.', undefined])
    })

    test.each(noErrors)('an error of %j in each event is none', async (error) => {
      const events = [...begin, text('Good '), text('day.'), ...end].map((event) => ({ ...event, error }))
      const { outcome, message } = await read(wire, events)
      expect([outcome, message.content]).toEqual(['complete', 'Good day.'])
    })

    test.each(failures)('%j ends it with these words', async (failure) => {
      const { outcome, error, message } = await read(wire, [...begin, text('Good '), failure])
      expect([outcome, error?.message, message.content]).toEqual([
        'error',
        expect.stringContaining('GPU out of memory'),
        'Good ',
      ])
    })
  },
)

test('a reason beside a text of Gemini is no sign of the end, one in an event of its own is', () => {
  const reader = createCompletionReader({ createEvents: wireReaders.gemini })
  const push = (parts: Event[]): boolean => {
    reader.push(write('gemini', [candidate(parts, { finishReason: 'STOP' })]))
    return reader.sawEndAlone
  }
  expect([push([{ text: 'Hm', thought: true }]), push([{ text: 'One ' }])]).toEqual([false, false])
  const other = createCompletionReader({ createEvents: wireReaders.gemini })
  other.push(write('gemini', [candidate([{ text: 'One' }]), candidate([], { finishReason: 'STOP' })]))
  expect(other.sawEndAlone).toBe(true)
})

describe('a reason of Messages', () => {
  const { begin, text, end } = answers.messages
  const close = { type: 'content_block_stop', index: 0 }
  const reading = (...events: Event[]) => {
    const reader = createCompletionReader({ createEvents: wireReaders.messages })
    reader.push(write('messages', events))
    return reader
  }

  test('is no sign of the end while a block is open, and is one behind all blocks', () => {
    const reader = reading(...begin, text('One '), end[0]!)
    expect([reader.sawEndAlone, reader.sawFinish]).toEqual([false, false])
    reader.push(write('messages', [text('two'), close]))
    expect([reader.sawEndAlone, reader.snapshot().content]).toEqual([true, 'One two'])
    expect(reading(...begin, text('One'), close, end[0]!).sawEndAlone).toBe(true)
    expect(reading(...begin, text('One'), close, end[0]!, ...begin.slice(1), text('two')).sawEndAlone).toBe(
      false,
    )
  })

  test.each<[string, Event[]]>([
    ['the body', []],
    ['the message', [end[1]!]],
    ['its block', [close]],
  ])('counts at the end of %s', (_name, more) => {
    const { outcome, message } = reading(...begin, text('One'), end[0]!, ...more).end()
    expect([outcome, message.finishReasonRaw]).toEqual(['complete', 'end_turn'])
  })
})

describe('a picture in an answer', () => {
  const data = 'iVBORw0KGgo='
  const wanted = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]

  test('as a block of Messages', async () => {
    const { begin, end } = answers.messages
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
    const events = [begin[0]!, { type: 'content_block_start', index: 0, content_block: block }, ...end]
    expect((await read('messages', events)).message.images).toEqual(wanted)
  })

  test('as a part of Responses', async () => {
    const item = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_image', image_url: wanted[0]!.image_url.url }],
    }
    const events = [{ type: 'response.output_item.done', output_index: 0, item }, ...answers.responses.end]
    const { message } = await read('responses', events)
    expect([message.images, unshownItems(message)]).toEqual([wanted, undefined])
  })
})

describe('a call never runs with other arguments than those sent', () => {
  const wanted = [['weather', '{"city":"Oslo"}']]
  const calls = async (wire: Wire, events: Event[]) =>
    (await read(wire, events)).message.tool_calls?.map(({ function: { name, arguments: args } }) => [
      name,
      args,
    ])

  test.each(['{"city":"Oslo"}', '"{\\"city\\":\\"Oslo\\"}"'])('%j as a text on Gemini', async (args) => {
    const part = { functionCall: { id: 'c', name: 'weather', args } }
    expect(await calls('gemini', [candidate([part], { finishReason: 'STOP' })])).toEqual(wanted)
  })

  test.each(['```json\n{"city":"Oslo"}\n```', '\ufeff{"city":"Oslo"}', '{"city":', 'Oslo', '{city:"Oslo"}'])(
    '%j on Gemini, which is no object, is kept to be refused in words',
    async (args) => {
      const part = { functionCall: { id: 'c', name: 'weather', args } }
      expect(await calls('gemini', [candidate([part], { finishReason: 'STOP' })])).toEqual([
        ['weather', args],
      ])
    },
  )

  test('with an index that no block of Messages has', async () => {
    const { begin, end } = answers.messages
    const block = { type: 'tool_use', id: 't', name: 'weather', input: {} }
    const events = [
      begin[0]!,
      { type: 'content_block_start', index: 1, content_block: block },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"city":' },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"Oslo"}' } },
      { type: 'content_block_stop', index: 1 },
      ...end,
    ]
    expect(await calls('messages', events)).toEqual(wanted)
  })

  test('with the id of an item of Responses in place of its index', async () => {
    const item = (id: string, args: string) => ({
      type: 'function_call',
      id,
      call_id: `c-${id}`,
      name: 'weather',
      arguments: args,
    })
    const cities = ['Oslo', 'Bergen'].map((city) => JSON.stringify({ city }))
    const events = [
      ...cities.map((_, at) => ({
        type: 'response.output_item.added',
        output_index: at,
        item: item(`i${at}`, ''),
      })),
      ...cities.map((delta, at) => ({
        type: 'response.function_call_arguments.delta',
        item_id: `i${at}`,
        delta,
      })),
      ...cities.map((args, at) => ({ type: 'response.output_item.done', item: item(`i${at}`, args) })),
      ...answers.responses.end,
    ]
    expect(await calls('responses', events)).toEqual(cities.map((args) => ['weather', args]))
  })
})
