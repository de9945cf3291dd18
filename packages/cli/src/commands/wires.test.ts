import { describe, expect, test } from 'vitest'
import { run } from '../main.js'

async function call(args: string[], stdin: string): Promise<{ code: number; out: string; err: string[] }> {
  const out: string[] = []
  const err: string[] = []
  async function* input(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(stdin)
  }
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stdin: input(),
    signal: AbortSignal.timeout(20_000),
  }
  return { code: await run(args, io), out: out.join('\n'), err }
}

const sse = (...events: object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const lines = (...events: object[]): string => events.map((event) => JSON.stringify(event)).join('\n')

const responses = [
  { type: 'response.created', response: { id: 'r', model: 'm' } },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', role: 'assistant' } },
  { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'High water at six.' },
  { type: 'response.completed', response: { status: 'completed', output: [] } },
]
const messages = [
  { type: 'message_start', message: { id: 'm', model: 'c', usage: { input_tokens: 3 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'High water at six.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
]
const gemini = [
  { candidates: [{ content: { role: 'model', parts: [{ text: 'High water ' }] } }], responseId: 'g' },
  {
    candidates: [{ content: { role: 'model', parts: [{ text: 'at six.' }] }, finishReason: 'STOP' }],
    responseId: 'g',
  },
]
const bedrock = [
  { messageStart: { role: 'assistant' } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'High water at six.' } } },
  { messageStop: { stopReason: 'end_turn' } },
]
const agUi = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'TEXT_MESSAGE_START', messageId: 'a', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a', delta: 'High water at six.' },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
]
const recordings: [format: string, recording: string][] = [
  ['openai-responses', sse(...responses)],
  ['openai-responses', lines(...responses)],
  ['anthropic', sse(...messages)],
  ['anthropic', JSON.stringify(messages)],
  ['gemini-api', sse(...gemini)],
  ['gemini-api', lines(...gemini)],
  ['bedrock', lines(...bedrock)],
  ['ag-ui', sse(...agUi)],
  ['ag-ui', lines(...agUi)],
]

describe.each(recordings)('a recorded stream of %s', (format, recording) => {
  test('is read as that format', async () => {
    const { code, out } = await call(['read', '-'], recording)
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { format, messages: [{ role: 'assistant', content: 'High water at six.', finishReason: 'stop' }] },
    ])
  })

  test('is converted, rendered and linted', async () => {
    const converted = await call(['convert', '-', '--to', 'openai'], recording)
    expect(converted.out).toContain('High water at six.')
    const rendered = await call(['render', '-', '--as', 'markdown'], recording)
    expect(rendered.out).toContain('High water at six.')
    // Both commands report the losses.
    expect(rendered.err).toEqual(converted.err.filter((line) => line.startsWith('reading: ')))
    expect(rendered.err.length).toBeGreaterThan(0)
    expect((await call(['lint', '-'], recording)).code).not.toBe(1)
  })
})

test('a whole body of another wire is read as what it is', async () => {
  const body = {
    object: 'response',
    id: 'r',
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Six.' }] }],
  }
  const { code, out } = await call(['read', '-'], JSON.stringify(body))
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { format: 'openai-responses', messages: [{ content: 'Six.' }] },
  ])
})

test('a whole body with a message beside an empty delta keeps its words', async () => {
  const choice = {
    index: 0,
    finish_reason: 'stop',
    message: { role: 'assistant', content: 'Six.' },
    delta: { role: 'assistant', content: '' },
  }
  const { out } = await call(['read', '-'], JSON.stringify({ object: 'chat.completion', choices: [choice] }))
  expect(JSON.parse(out)).toMatchObject({ outcome: 'complete', message: { content: 'Six.' } })
})

test.each([
  ['0:"High "\n0:"water"\nd:{"finishReason":"stop"}\n', /AI SDK 4/],
  ['event: values\ndata: {"messages":[]}\n\n', /LangGraph/],
  [
    'data: {"kind":"progress","n":1}\n\ndata: {"kind":"progress","n":2}\n\n',
    /an event stream of another system/,
  ],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', /MCP/],
  ['{"name":"tide","dependencies":{}}', /package/],
  ['{"tide":6,"harbour":"Husum"}', /JSON with "tide", "harbour"/],
  ['time,level\n06:00,3.1\n', /CSV/],
  ['Dear harbour master', /plain text/],
])('what is in no known form is refused in one line that says what it may be: %j', async (text, hint) => {
  const { code, out, err } = await call(['read', '-'], text)
  expect([code, out, err.length]).toEqual([1, '', 1])
  expect(err[0]).toMatch(/^antiphon: Standard input(?: is not|: )/)
  expect(err[0]!.length).toBeLessThanOrEqual(220)
  expect(err[0]).toMatch(hint)
})
