import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectCompletion, type AssistantMessage, type Completion } from '@antiphon/core'

const folder = join(import.meta.dirname, '../fixtures/streams')
/** Those whose name begins with a number are test vectors: see vectors.test.ts. */
const files = readdirSync(folder).filter((name) => /^\D.*\.(?:sse|jsonl|json|html)$/.test(name))

/** The expected reading of each of our own streams; written by hand from the streams. */
const expected: Record<
  string,
  { completion?: Partial<Completion>; message?: Partial<AssistantMessage>; rules?: string[] }
> = {
  'plain-text.sse': {
    message: {
      content: 'The tide turns at 06:40 🌊, and the fähre leaves ten minutes later — at 六時五十分.',
      finishReason: 'stop',
      model: 'harbour-1',
      usage: { inputTokens: 21, outputTokens: 12, totalTokens: 33, origin: 'reported' } as never,
      metadata: { 'wire.created': 1790000000, 'wire.id': 'cc-1' },
    },
  },
  'reasoning-then-text.sse': {
    message: {
      reasoning: 'High water is usually six hours after low water.\n',
      content: 'So the next high water is about 12:50.',
      reasoningSource: { field: 'reasoning_content', model: 'deep-current' },
      usage: { cachedInputTokens: 32, reasoningTokens: 18, outputTokens: 30 } as never,
      segments: [
        { type: 'reasoning', start: 0, end: 49 },
        { type: 'text', start: 0, end: 38 },
      ],
    },
  },
  'parallel-tools.sse': {
    message: {
      content: 'Let me look at both ports and the ferry.',
      finishReason: 'tool_calls',
      tool_calls: [
        call('call_tide', 'read_tide', '{"port":"Malmö"}'),
        call('call_wind', 'read_wind', '{"port":"Nystad","unit":"m/s"}'),
        call('call_ferry', 'next_ferry', '{}'),
      ],
      segments: [
        { type: 'text', start: 0, end: 40 },
        { type: 'tool_call', index: 0 },
        { type: 'tool_call', index: 1 },
        { type: 'tool_call', index: 2 },
      ],
    },
  },
  'tool-fragments-odd.sse': {
    message: {
      finishReason: 'tool_calls',
      finishReasonRaw: 'stop',
      tool_calls: [
        call('a1', 'read_tide', '{"port":"Kiel"}'),
        {
          ...call('b2', 'read_wind', '{"port":"Kiel","unit":"kn"}'),
          extra_content: { vendor: { signature: 'c2ln' } },
        },
        call('call_2', 'next_ferry', '{"from":"Kiel"}'),
      ],
    },
    rules: ['arguments_type', 'tool_calls_type', 'tool_call_id_missing'],
  },
  'gemini-no-index.sse': {
    message: {
      finishReason: 'tool_calls',
      tool_calls: [
        {
          ...call('fn-1', 'read_tide', '{"port":"Oban"}'),
          extra_content: { google: { thought_signature: 'QUJD' } },
        },
        call('fn-2', 'read_tide', '{"port":"Leith"}'),
      ],
    },
  },
  'openrouter-details.sse': {
    message: {
      reasoning: 'Check the almanac.',
      content: 'Spring tide on Friday.',
      reasoning_details: [
        {
          type: 'reasoning.text',
          text: 'Check the almanac.',
          format: 'anthropic-claude-v1',
          index: 0,
          signature: 'U0lH',
        },
        {
          type: 'reasoning.encrypted',
          data: 'b3BhcXVl',
          id: 'rs_1',
          format: 'anthropic-claude-v1',
          index: 0,
          vendor_note: { kept: true },
        },
      ],
      reasoningSource: { field: 'reasoning_details', provider: 'Quay', model: 'harbour-1' },
      usage: { cost: { amount: 0.0021, currency: 'USD' } } as never,
    },
  },
  'litellm-thinking-blocks.sse': {
    message: {
      reasoning: 'The moon is full.',
      thinking_blocks: [{ type: 'thinking', thinking: 'The moon is full.', signature: 'c2lnbmVk' }],
      reasoningSource: { field: 'thinking_blocks', model: 'harbour-1' },
    },
  },
  'content-parts.sse': {
    message: {
      reasoning: 'Twelve boats, three quays.',
      content: 'Four boats per quay.',
      reasoningSource: { field: 'content', model: 'harbour-1' },
      metadata: {
        'wire.content_parts': [
          {
            type: 'thinking',
            thinking: [{ type: 'text', text: 'Twelve boats, three quays.' }],
            closed: true,
          },
          { type: 'text', text: 'Four boats' },
          { type: 'reference', reference_ids: [1, 4] },
          { type: 'text', text: ' per quay.' },
        ],
        'wire.created': 1790000000,
        'wire.id': 'cc-1',
      },
    },
  },
  'think-tags.sse': {
    message: {
      reasoning: 'Fog means slow ',
      content: '\n\nSail at dawn, not <think> at night.',
      reasoningSource: { field: 'think_tags', model: 'harbour-1' },
    },
  },
  'bom-crlf.sse': { message: { content: 'Ahoy ⚓ sailor!', finishReason: 'stop' } },
  'cr-only.sse': { message: { content: 'One buoy, two buoys.', finishReason: 'stop' } },
  'error-event.sse': {
    completion: { outcome: 'error' },
    message: {
      content: 'The harbour master says',
      finishReason: 'error',
      isError: true,
      error: { kind: 'provider', message: 'The engine ran out of memory.', status: 500 } as never,
    },
  },
  'error-bare-line.sse': {
    completion: { outcome: 'error' },
    message: {
      content: 'Half an ',
      error: { kind: 'context_overflow', tokens: { used: 9000, max: 8192 }, status: 400 } as never,
    },
  },
  'error-beside-choices.sse': {
    completion: { outcome: 'error' },
    message: {
      content: 'Cast off',
      error: { message: 'Provider returned error (Quay: upstream went away)', status: 502 } as never,
    },
  },
  'cut-mid-frame.sse': {
    completion: { outcome: 'incomplete' },
    message: { content: 'Knots: bowline, clove hitch, ', finishReason: 'incomplete' },
    rules: ['frame_cut'],
  },
  'azure-filters.sse': {
    message: { content: 'Calm seas.', finishReason: 'stop', finishReasonRaw: 'stop', model: 'harbour-1' },
  },
  'two-choices.sse': {
    message: { content: 'Port side', finishReason: 'length', usage: { totalTokens: 33 } as never },
    completion: {
      choices: [{ content: 'Port side' }, { content: 'Starboard', finishReason: 'stop' }] as never,
    },
  },
  'message-beside-delta.sse': {
    message: {
      content: 'Due north.',
      usage: { outputTokens: 3, totalTokens: 11, cost: { amount: 0.003, currency: 'USD' } } as never,
      metadata: {
        'wire.citations': ['https://tides.example/0', 'https://tides.example/1', 'https://tides.example/2'],
        'wire.id': 'cc-9',
      },
    },
  },
  'message-only.jsonl': { message: { content: 'Drop the anchor.', finishReason: 'stop' } },
  'cumulative-arguments.jsonl': {
    message: { tool_calls: [call('call_c', 'plot_course', '{"from":"Helsinki","to":"Tallinn"}')] },
    rules: ['arguments_cumulative'],
  },
  'legacy-function-call.jsonl': {
    message: {
      finishReason: 'tool_calls',
      finishReasonRaw: 'function_call',
      tool_calls: [call('call_0', 'read_tide', '{"port":"Bergen"}')],
    },
    rules: ['tool_call_id_missing'],
  },
  'whole-completion.json': {
    message: {
      content: '',
      reasoning: 'Two readings are needed.',
      tool_calls: [call('w1', 'read_tide', '{"port":"Göteborg"}'), call('call_1', 'read_wind', '{}')],
      usage: { inputTokens: 10, outputTokens: 10, totalTokens: 20, reasoningTokens: 6 } as never,
    },
    rules: ['arguments_type', 'tool_call_id_missing'],
  },
  'refusal.sse': {
    message: {
      content: '',
      refusal: 'I cannot help to sink a ship.',
      finishReason: 'stop',
      segments: [{ type: 'refusal', start: 0, end: 29 }],
    },
  },
  'images-annotations.sse': {
    message: {
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
      annotations: [
        { type: 'url_citation', url_citation: { url: 'https://charts.example/1' } },
        { type: 'url_citation', url_citation: { url: 'https://charts.example/2' } },
      ] as never,
    },
  },
  'error-array.json': {
    completion: { outcome: 'error' },
    message: { error: { kind: 'rate_limit', retryAfterMs: 34_000, status: 429 } as never },
  },
  'error-page.html': {
    completion: { outcome: 'error' },
    message: { error: { kind: 'malformed_stream' } as never },
  },
}

function call(id: string, name: string, args: string) {
  return { id, type: 'function' as const, function: { name, arguments: args } }
}

describe('our own streams of real shapes', () => {
  test('each has an expectation', () => expect(Object.keys(expected).sort()).toEqual(files.sort()))

  test.each(files)('%s becomes the message it stands for', async (file) => {
    const completion = await collectCompletion(new Uint8Array(readFileSync(join(folder, file))))
    const { completion: whole, message, rules = [] } = expected[file] ?? {}
    expect(completion).toMatchObject({ outcome: 'complete', ...whole })
    expect(completion.message).toMatchObject(message ?? {})
    expect(completion.repairs.map((repair) => repair.rule)).toEqual(rules)
  })

  test('an error page is quoted without its markup', async () => {
    const { error } = await collectCompletion(new Uint8Array(readFileSync(join(folder, 'error-page.html'))))
    expect(error?.message).toContain('The harbour gate & its keeper are asleep.')
    expect(error?.message).not.toMatch(/[<>]|margin|var t/)
  })
})
