/**
 * News and errors between the events of an agent, how its run fails, and the body that goes to it: as on the wires of models
 * (docs/wire 2.9), with both transports.
 */
import { createChat, type Message, type ToolCall } from '@antiphon/core'
import { unshownItems } from '@antiphon/core/message'
import { immediateScheduler } from '@antiphon/core/testing'
import { createAgUiTransport, createAiSdkTransport } from '@antiphon/agents'
import { describe, expect, test } from 'vitest'
import { depth } from './agent-chat.js'

type Event = Record<string, unknown>

/** Neither absent nor a text that says something. */
const isBlank = (value: unknown): boolean =>
  value !== undefined && !(typeof value === 'string' && value.trim() !== '')

const agents = {
  'ai-sdk': {
    make: createAiSdkTransport,
    begin: [{ type: 'start', messageId: 'm' }, { type: 'start-step' }],
    text: (delta: string): Event => ({ type: 'text-delta', id: '1', delta }),
    end: [{ type: 'finish-step' }, { type: 'finish', finishReason: 'stop' }],
  },
  'ag-ui': {
    make: createAgUiTransport,
    begin: [{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }],
    text: (delta: string): Event => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: '1', delta }),
    end: [{ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }],
  },
}

async function answer(
  agent: keyof typeof agents,
  events: (Event | string)[],
  thread: Message[] = [],
  text = 'go',
) {
  const bodies: string[] = []
  const url = 'https://agent.example/run'
  const fetch = async (_to: unknown, init?: RequestInit) => {
    bodies.push(init!.body as string)
    const frames = events.map((event) =>
      typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`,
    )
    return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
  }
  const transport = agents[agent].make({ api: url, url, fetch, tools: [depth] })
  const chat = createChat({
    transport,
    tools: transport.tools,
    messages: thread,
    scheduler: immediateScheduler,
  })
  await chat.send(text)
  const messages = chat.store.getMessages()
  return { bodies, messages, last: messages.at(-1)! }
}

describe.each(Object.entries(agents) as [keyof typeof agents, (typeof agents)['ag-ui']][])(
  'on %s',
  (agent, { begin, text, end }) => {
    test.each<[string]>([
      ['data: {}\n\n'],
      ['data: null\n\n'],
      ['data: 1\n\n'],
      ['data: "keep-alive"\n\n'],
      ['data: {"type":"ping"}\n\n'],
      ['data: {"heartbeat":true}\n\n'],
      ['event: ping\ndata: {"time":12}\n\n'],
      ['data: {"status":"queued","message":"You are number 3"}\n\n'],
      ['data: {"error":{"code":0,"message":"success"}}\n\n'],
      ['upstream connect error, tried again\n'],
      ['retrying\n'],
    ])('%j between its events leaves an answer whole', async (aside) => {
      const { last } = await answer(agent, [
        aside,
        ...begin,
        text('Good '),
        aside,
        text('day.'),
        aside,
        ...end,
      ])
      expect(last).toMatchObject({ content: 'Good day.', finishReason: 'stop' })
      expect(unshownItems(last)).toBeUndefined()
    })

    test.each<[string]>([
      ['data: {"error":"GPU out of memory"}\n\n'],
      ['data: {"error":{"message":"GPU out of memory"}}\n\n'],
      ['data: {"type":"error","message":"GPU out of memory"}\n\n'],
      ['data: {"success":false,"message":"GPU out of memory"}\n\n'],
      ['data: {"detail":[{"loc":["body"],"msg":"GPU out of memory"}]}\n\n'],
      ['event: error\ndata: {"message":"GPU out of memory"}\n\n'],
      ['event: error\ndata: GPU out of memory\n\n'],
      ['{"error":{"message":"GPU out of memory"}}\n'],
      ['{\n  "error": {\n    "message": "GPU out of memory"\n  }\n}\n'],
      ['upstream error: GPU out of memory\n'],
      ['<html lang="en"><title>502</title><h1>GPU out of memory</h1></html>\n'],
      ['data: Failed: GPU out of memory\n\n'],
    ])('%j ends it with these words', async (failure) => {
      const { last } = await answer(agent, [...begin, text('Good '), failure])
      expect(last).toMatchObject({
        content: 'Good ',
        finishReason: 'error',
        error: { message: expect.stringMatching(/^[^{]*GPU out of memory/) },
      })
    })

    test.each<[string]>([
      ['<html lang="en">\n<h1>GPU out of memory</h1></html>'],
      ['GPU out of memory\n'],
      ['{"detail":"GPU out of memory"}'],
    ])('a body of %j alone is told in its words', async (body) => {
      const { last } = await answer(agent, [body])
      expect(last).toMatchObject({
        finishReason: 'error',
        error: { message: expect.stringMatching(/^[^<{]*GPU out of memory[^<]*$/) },
      })
    })

    const shapes: unknown[] = [
      '',
      ' ',
      '\n',
      null,
      undefined,
      0,
      {},
      [],
      [{}],
      [null],
      [' '],
      { type: 'text' },
    ]
    const texts = ['', ' ', null, undefined].map((text) => [{ type: 'text', text }])
    test.each([...shapes, ...texts, [{ type: 'text', text: 'Hi' }], [{ type: 'image_url' }]])(
      'a thread with %j in any place has a request, and nothing of it is empty',
      async (odd) => {
        const content = odd as string
        const call = (name: unknown) =>
          ({ id: 'c', type: 'function', function: { name, arguments: '{}' } }) as ToolCall
        const threads: Message[][] = [
          [{ role: 'system', content }],
          [{ role: 'user', content }],
          [{ role: 'assistant', content }],
          [
            { role: 'assistant', content, tool_calls: [call(odd)] },
            { role: 'tool', tool_call_id: 'c', content },
          ],
          [
            { role: 'assistant', content: '', tool_calls: [call('depth')] },
            { role: 'tool', tool_call_id: 'c', content, isError: true },
          ],
        ]
        for (const thread of threads) {
          const { bodies } = await answer(agent, [...begin, text('ok'), ...end], thread)
          const { messages } = JSON.parse(bodies[0] ?? '{}') as { messages: Event[] }
          expect(messages.at(-1)).toMatchObject({ role: 'user' })
          for (const { content: said, parts, toolCalls } of messages) {
            for (const one of [said, parts].flat<unknown[]>())
              expect(typeof one === 'object' ? (one as Event).text : one).not.toSatisfy(isBlank)
            for (const {
              function: { name },
            } of (toolCalls ?? []) as ToolCall[])
              expect(name).toMatch(/\w/)
          }
        }
      },
    )

    test('half of a surrogate pair leaves as a replacement, also inside of arguments', async () => {
      const cut = 'cut \ud83d here'
      const call = {
        id: 'c',
        type: 'function' as const,
        function: { name: 'depth', arguments: JSON.stringify({ cut }) },
      }
      const { bodies } = await answer(
        agent,
        [...begin, text('ok'), ...end],
        [
          { role: 'user', content: cut },
          { role: 'assistant', content: cut, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c', content: cut },
        ],
        `${cut} 😀`,
      )
      expect(bodies[0]).not.toMatch(/\\ud83d/i)
      expect(bodies[0]).toContain('cut \ufffd here 😀')
    })
  },
)

const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
const png = `data:image/png;base64,${PNG}`
const picture = (url: string) => ({ type: 'image_url' as const, image_url: { url } })

test.each<[object]>([
  [{ url: png, mediaType: 'image/png' }],
  [{ data: PNG, mediaType: 'image/png' }],
  [{ data: PNG, mimeType: 'image/png' }],
  [{ data: PNG, media_type: 'image/png' }],
  [{ data: PNG }],
  [{ base64: PNG, mediaType: 'image/png' }],
  [{ data: png, mediaType: 'image/png' }],
  [{ data: { type: 'data', data: PNG }, mediaType: 'image/png' }],
  [{ file: { url: png, mediaType: 'image/png' } }],
  [{ file: { data: PNG, mimeType: 'image/png' } }],
])('a file of ai-sdk is the picture in it: %j', async (file) => {
  const { begin, end } = agents['ai-sdk']
  const { last } = await answer('ai-sdk', [...begin, { type: 'file', ...file }, ...end])
  expect(last).toMatchObject({ finishReason: 'stop', images: [picture(png)] })
})

describe('on ag-ui', () => {
  const { begin, text, end } = agents['ag-ui']

  test('the pictures of the last answer that has some go with the question after it', async () => {
    const old = 'https://a.example/old.png'
    const { bodies } = await answer(
      'ag-ui',
      [...begin, text('ok'), ...end],
      [
        { role: 'user', content: 'a dog' },
        { role: 'assistant', content: '', images: [picture(old)] },
        { role: 'user', content: 'a cat' },
        { role: 'assistant', content: 'Here', images: [picture(png)] },
      ],
      'make it blue',
    )
    const { messages } = JSON.parse(bodies[0]!) as { messages: { content: unknown }[] }
    expect(messages.map(({ content }) => content)).toEqual([
      'a dog',
      '[image]',
      'a cat',
      'Here',
      [
        { type: 'text', text: 'Images in the answer before:' },
        { type: 'image', source: { type: 'data', value: PNG, mimeType: 'image/png' } },
        { type: 'text', text: 'make it blue' },
      ],
    ])
  })

  test.each<[unknown]>([[''], ['\r\n'], [[]], [[{ type: 'text', text: ' ' }]]])(
    'nothing that leaves is empty: a result and texts of %j',
    async (empty) => {
      const content = empty as string
      const call = { id: 'c', type: 'function' as const, function: { name: 'depth', arguments: '{}' } }
      const image = picture('https://a.example/b.png')
      const { bodies } = await answer(
        'ag-ui',
        [...begin, text('ok'), ...end],
        [
          { role: 'user', content: [{ type: 'text', text: '' }, image] },
          { role: 'assistant', content: ' ', tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c', content },
          { role: 'assistant', content: '\n' },
        ],
      )
      const { messages } = JSON.parse(bodies[0]!) as { messages: { content?: unknown }[] }
      expect(messages.map((message) => message.content)).toEqual([
        [{ type: 'image', source: { type: 'url', value: 'https://a.example/b.png' } }],
        undefined,
        'The tool returned nothing.',
        'go',
      ])
    },
  )

  test.each<[unknown, string]>([
    [{ type: 'error', message: 'GPU out of memory' }, 'GPU out of memory'],
    ['failed', 'The run failed.'],
    [{ type: 'timeout' }, 'The run failed.'],
    [{ status: 'failure', error: 'GPU out of memory' }, 'GPU out of memory'],
  ])('a run that ends with %j has failed', async (outcome, message) => {
    const { last } = await answer('ag-ui', [...begin, text('Good '), { ...end[0]!, outcome }])
    expect(last).toMatchObject({ content: 'Good ', finishReason: 'error', error: { message } })
  })

  test('arguments as a value are not lost', async () => {
    const { messages } = await answer('ag-ui', [
      ...begin,
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'depth' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: { berth: 'B' } },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: '4.2 m' },
      text('ok'),
      ...end,
    ])
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{"berth":"B"}' } }] })
  })
})
