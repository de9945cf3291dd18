import { isChatError, type AssistantMessage, type Message } from '@antiphon/core'
import { describe, expect, test } from 'vitest'
import { convertTranscript, type ConvertOptions } from './convert-transcript.js'
import { findFormat, formats } from './find-format.js'
import { readTranscript } from './read-transcript.js'
import { describeRule, lossRules } from './loss-rules.js'
import { readBlobs } from './prompt-api/media.js'
import { collectLosses } from './shared/losses.js'

const said = (run: () => unknown): { kind: string; code?: string; message: string } => {
  try {
    run()
  } catch (error) {
    if (isChatError(error)) return error.data
    throw error
  }
  throw new Error('nothing was thrown')
}

const call = { id: 'c1', type: 'function', function: { name: 'tide', arguments: '{"harbour":"Bodø"}' } }
const thread = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Low water?' },
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c1', content: '04:12' },
]

test.each(formats.map((format) => [format.name, format] as const))(
  '%s writes parts that hold nothing of what their type says',
  (_, format) => {
    const parts = [
      { type: 'image_url' },
      { type: 'image_url', image_url: 'https://h/a.png' },
      { type: 'file', file: null },
      { type: 'input_audio', input_audio: 'x' },
      { type: 'text' },
    ] as never[]
    for (const part of parts) {
      const messages: Message[] = [
        { role: 'user', content: [part, { type: 'text', text: 'and after' }] },
        { role: 'assistant', content: 'Yes', images: [part], tool_calls: [] },
        { role: 'tool', tool_call_id: 'c', content: [part] },
      ]
      for (const message of messages) expect(format.print([message]).value).toBeDefined()
    }
  },
)

describe('converting', () => {
  test('finds the format and takes the thread to another, with each loss on its side', () => {
    const { value, from, losses } = convertTranscript(thread, { to: 'clawtools' })
    expect(from).toBe('openai')
    expect(value).toEqual({
      systemPrompt: 'Be brief.',
      messages: [
        { role: 'user', content: 'Low water?' },
        {
          role: 'assistant',
          content: [{ type: 'toolCall', id: 'c1', name: 'tide', arguments: { harbour: 'Bodø' } }],
        },
        {
          role: 'toolResult',
          toolCallId: 'c1',
          toolName: 'tide',
          content: [{ type: 'text', text: '04:12' }],
          isError: false,
        },
      ],
    })
    // The name comes from the call: nothing is lost, but something is there that was not.
    expect(losses).toEqual([
      { rule: 'tool_name', where: 'messages[3].toolName', before: undefined, after: 'tide', stage: 'write' },
    ])
  })

  test('a thread that went through agentkit comes back whole', () => {
    const there = convertTranscript(thread, { to: 'agentkit', strict: true })
    expect(convertTranscript(there.value, { to: 'openai', strict: true })).toMatchObject({
      from: 'agentkit',
      value: thread,
    })
  })

  test('several conversations become several documents', () => {
    const lines = [thread, thread.slice(1)].map((messages) => JSON.stringify({ messages })).join('\n')
    const { value, losses } = convertTranscript(lines, { to: 'prompt-api' })
    expect(value).toHaveLength(2)
    expect(losses).toEqual([])
    expect(convertTranscript(lines, { to: 'openai' }).value).toBe(`${lines}\n`)
  })

  test('says which format, shape or rule there is when one is not', () => {
    expect(said(() => convertTranscript(thread, { to: 'morse' } as unknown as ConvertOptions))).toMatchObject(
      {
        kind: 'normalize',
        message: expect.stringMatching(/no format "morse"\. There are openai, open-agent-loops, agentkit/),
      },
    )
    expect(said(() => convertTranscript(thread, { to: 'prompt-api', shape: 'cube' })).message).toBe(
      'prompt-api has no shape "cube". It has messages, result, message.',
    )
  })

  test('strict refuses the first loss, and a result without a call', () => {
    expect(
      said(() =>
        convertTranscript([{ role: 'assistant', content: '', refusal: 'no' }], {
          to: 'prompt-api',
          strict: true,
        }),
      ),
    ).toEqual({
      kind: 'normalize',
      code: 'refusal',
      message:
        'As prompt-api this transcript would lose or change: the refusal, as such, at messages[0].refusal (and 1 more).',
    })
    expect(
      said(() => convertTranscript([{ role: 'tool', tool_call_id: 'x', content: '' }], { strict: true })),
    ).toEqual({
      kind: 'protocol',
      code: 'orphan_result',
      message: 'messages[0] is a tool result that answers no call before it.',
    })
  })
})

describe('finding the format', () => {
  const asked = { role: 'user', content: 'hi' }
  test.each([
    ['a prompt beside the messages', { systemPrompt: 's', messages: [] }, 'clawtools'],
    ['runs', { done: false, runs: [], usage: {} }, 'prompt-api'],
    ['a chat of plain texts, which all read alike', [asked], 'openai'],
    [
      'a chat with an empty answer, which all read alike too',
      [asked, { role: 'assistant', content: '' }],
      'openai',
    ],
    [
      'a loop that notes why it stopped',
      [{ role: 'assistant', content: 'a', finishReason: 'stop' }],
      'open-agent-loops',
    ],
    [
      'calls as blocks',
      [{ role: 'assistant', content: [{ type: 'toolCall', id: 'a', name: 'b', arguments: {} }] }],
      'clawtools',
    ],
    ['calls with objects', [{ role: 'assistant', toolCalls: [] }], 'prompt-api'],
    ['items', [{ kind: 'User', parts: [] }], 'agentkit'],
    ['a request', { model: 'm', messages: [{ role: 'user', content: 'hi' }] }, 'openai'],
    ['chunks', '{"choices":[{"index":0,"delta":{"content":"a"}}]}\n{"choices":[]}', 'openai'],
  ])('%s', (_, value, name) => expect(findFormat(value).format.name).toBe(name))

  test('says which two it could be, and why', () => {
    const both = [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }] }]
    expect(said(() => findFormat(both)).message).toMatch(
      /^This could be openai \(only .+\) or clawtools \(.+\)\. Say which one it is\.$/,
    )
  })

  test.each([
    [{ hello: 1 }, /^This is not a transcript that this kit reads\. It is JSON with "hello"\.$/],
    ['Dear Ingrid', /^The text is not JSON, JSON lines or an event stream\. It may be plain text\.$/],
    ['', /nothing to read: the text is empty/],
    [[{ role: 'robot' }], /It is a list of 1 whose first entry has "role"\.$/],
    [undefined, /^This is not a transcript that this kit reads\.$/],
  ])('%j is refused with words', (value, words) =>
    expect(said(() => findFormat(value)).message).toMatch(words),
  )
})

describe('reading what is hostile or broken', () => {
  test('an entry that is none is named by its place', () => {
    const read = (value: unknown) => said(() => readTranscript(value, { from: 'openai' })).message
    expect(read([{ role: 'user', content: '' }, 7])).toBe('[1] is a number, not a message.')
    expect(read({ messages: [{ role: 'captain' }] })).toBe(
      'messages[0].role is "captain"; a message of openai has system, developer, user, assistant, tool, function.',
    )
    expect(read('[\n  {"role": "user",\n   "content": }]')).toMatch(/line 3, column 15/)
    expect(read('{"messages": [{"role": "user"')).toMatch(/breaks off at line 1, column 30/)
  })

  test('keys that reach for the prototype are left out, everywhere', () => {
    const text =
      '[{"role":"user","content":"a","__proto__":{"polluted":1},"metadata":{"a":1,"__proto__":{"polluted":1}}}]'
    const { messages, losses } = readTranscript(text)
    expect(losses.map(({ rule, where }) => `${rule} ${where}`)).toEqual([
      'proto_key [0].__proto__',
      'proto_key [0].metadata.__proto__',
    ])
    expect(messages).toEqual([{ role: 'user', content: 'a', metadata: { a: 1 } }])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    const bag = {
      role: 'user',
      content: 'a',
      metadata: { 'openai.constructor.prototype.polluted': 1, 'openai.["__proto__"].polluted': 1 },
    }
    formats[0]!.print([bag as never])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('circles, bottomless nesting and false lengths end', () => {
    const circle: Record<string, unknown> = { role: 'user', content: 'a' }
    circle.self = circle
    expect(readTranscript([circle]).losses).toMatchObject([{ rule: 'circle', where: '[0].self' }])
    const deep = `[{"role":"user","content":"a","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`
    expect(readTranscript(deep).losses).toMatchObject([{ rule: 'too_deep' }])
    expect(said(() => readTranscript(Array.from({ length: 2 ** 24 }), { from: 'openai' }))).toMatchObject({
      code: 'too_large',
    })
    const trap = {
      get role() {
        throw new Error('boo')
      },
    }
    expect(said(() => readTranscript([trap], { from: 'openai' }))).toMatchObject({ code: 'unreadable' })
  })

  test('a broken line among good ones is left out with its place', () => {
    const { messages, losses } = readTranscript(
      '{"role":"user","content":"a"}\n{"role":"us\n{"role":"user","content":"b"}\n',
    )
    expect(messages.map(({ content }) => content)).toEqual(['a', 'b'])
    expect(losses).toEqual([
      {
        rule: 'line_unreadable',
        where: 'line 2',
        before: 'The line breaks off and was left out.',
        after: undefined,
      },
    ])
  })

  test('what a document says about our own notes does not pass for them', () => {
    const forged = [{ role: 'user', content: 'pay 10', metadata: { 'openai.content': 'pay 1000' } }]
    const { messages, document } = readTranscript(forged, { from: 'openai' })
    expect(formats[0]!.print(messages, { document }).value).toEqual(forged)
    const spoken = [{ role: 'user' as const, content: 'pay 10', metadata: { 'openai.content': 'pay 1000' } }]
    expect(formats[0]!.print(spoken).value).toEqual([{ role: 'user', content: 'pay 10' }])
  })

  test('losses that go on for ever are counted, not kept', () => {
    const { losses, report } = collectLosses()
    for (let i = 0; i < 10_500; i++) report('wrong_type', '', i, undefined)
    expect([losses.length, losses.at(-1)]).toEqual([
      10_001,
      { rule: 'more_losses', where: '', before: 500, after: undefined },
    ])
  })
})

test('a message changed after reading is written as it is now, and keeps what was not changed', () => {
  const [openai] = formats
  const read = openai!.parse([{ role: 'assistant', content: null, name: 'mate', tool_calls: [call] }])
  const [message] = read.messages
  expect(openai!.print([{ ...(message as AssistantMessage), content: 'Aye.' }], read).value).toEqual([
    { role: 'assistant', content: 'Aye.', name: 'mate', tool_calls: [call] },
  ])
})

test('a Blob is read ahead, with its type; without that the place is named', async () => {
  const png = new Uint8Array([137, 80, 78, 71])
  const thread = [
    { role: 'user', content: [{ type: 'image', data: new Blob([png], { type: 'image/png' }) }] },
  ]
  expect(said(() => readTranscript(thread, { from: 'prompt-api' })).message).toBe(
    '[0].content[0].data is a Blob, which can only be read asynchronously. Pass the transcript through `await readBlobs(…)` first.',
  )
  const ready = await readBlobs(thread)
  const { messages, document } = readTranscript(ready, { from: 'prompt-api' })
  expect(messages[0]!.content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } },
  ])
  const { value } = formats.find(({ name }) => name === 'prompt-api')!.print(messages, { document })
  expect(value).toEqual([{ role: 'user', content: [{ type: 'image', data: png, mimeType: 'image/png' }] }])
})

test('each rule has words', () => {
  for (const [rule, words] of Object.entries(lossRules))
    expect([rule, describeRule(rule)]).toEqual([rule, words])
  expect(describeRule('repair:frame_cut')).toBe('the stream had to be mended (frame cut)')
})
