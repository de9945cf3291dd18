import type { CompletionReaderOptions, Repair } from '@antiphon/core/wire'
import type { AssistantMessage } from '@antiphon/core'

/** The expected reading of one of the numbered streams: all of it. */
export interface VectorFact {
  message: Partial<AssistantMessage>
  /** Default `complete`. */
  outcome?: string
  repairs?: Repair[]
  /** Options from the profile of such a server. */
  options?: Pick<CompletionReaderOptions, 'thinkTags'>
  /** HTTP status, where the body came with one that is not 200. */
  status?: number
}

const wire = { 'wire.created': 1790000000, 'wire.id': 'cc-1' }
const model = 'harbour-1'
const safe = { hate: { filtered: false, severity: 'safe' } }

const call = (id: string, name: string, args: string, more: object = {}) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
  ...more,
})

/** An answer of calls only, in the usual envelope. */
const calls = (...list: ReturnType<typeof call>[]): Partial<AssistantMessage> => ({
  content: '',
  tool_calls: list,
  finishReasonRaw: 'tool_calls',
  finishReason: 'tool_calls',
  model,
  segments: list.map((_, index) => ({ type: 'tool_call', index })),
  metadata: wire,
})

/** A thought, when there is one, and then a text. */
const said = (content: string, more: Partial<AssistantMessage> = {}): Partial<AssistantMessage> => {
  const { reasoning } = more
  return {
    content,
    finishReasonRaw: 'stop',
    finishReason: 'stop',
    model,
    segments: [
      ...(reasoning ? [{ type: 'reasoning' as const, start: 0, end: reasoning.length }] : []),
      { type: 'text', start: 0, end: content.length },
    ],
    metadata: wire,
    ...more,
  }
}

/** Nothing but an error. */
const failed = (error: AssistantMessage['error'], more: Partial<AssistantMessage> = {}): VectorFact => ({
  outcome: 'error',
  message: { content: '', finishReason: 'error', isError: true, error, ...more },
})

const flooded = { kind: 'provider' as const, message: 'the engine room is flooded', status: 500 }

/** By file; written by hand from the streams. */
export const vectorFacts: Record<string, VectorFact> = {
  '01-azure-filters-obfuscation.sse': {
    message: said('Slack water at noon.', {
      metadata: {
        'wire.content_filter_offsets': { check_offset: 40, start_offset: 0, end_offset: 20 },
        'wire.content_filter_results': safe,
        'wire.created': 0,
        'wire.id': 'cc-1',
        'wire.prompt_filter_results': [{ prompt_index: 0, content_filter_results: safe }],
      },
    }),
  },
  '02-sglang-all-null.sse': {
    message: said('Seven buoys.', {
      reasoning: 'Count the buoys. Seven.',
      reasoningSource: { field: 'reasoning_content', model },
      usage: {
        inputTokens: 9,
        outputTokens: 7,
        totalTokens: 16,
        reasoningTokens: 4,
        origin: 'reported',
        raw: {
          prompt_tokens: 9,
          total_tokens: 16,
          completion_tokens: 7,
          prompt_tokens_details: null,
          reasoning_tokens: 4,
        },
      },
      metadata: { ...wire, 'wire.matched_stop': 151645 },
    }),
  },
  '03-dashscope-empty-ids-no-finish-key.sse': {
    message: {
      ...calls(call('call_d1', 'read_tide', '{"port":"Ålesund"}')),
      usage: {
        inputTokens: 30,
        outputTokens: 12,
        totalTokens: 42,
        origin: 'reported',
        raw: { prompt_tokens: 30, completion_tokens: 12, total_tokens: 42 },
      },
    },
  },
  '04-gemini-parallel-late-extra.sse': {
    message: {
      ...calls(
        call('fn-a', 'read_tide', '{"port":"Oban"}', {
          extra_content: { google: { thought_signature: 'U0lHTg==' } },
        }),
        call('fn-b', 'read_wind', '{"port":"Leith"}', {
          extra_content: { google: { note: 'second', lane: 2 } },
        }),
      ),
      finishReasonRaw: 'stop',
    },
  },
  '05-parallel-all-index-0.sse': {
    message: calls(
      call('p1', 'read_tide', '{"port":"Kiel"}'),
      call('p2', 'read_tide', '{"port":"Rostock"}'),
      call('p3', 'next_ferry', '{}'),
    ),
  },
  '06-same-id-twice.sse': {
    message: calls(
      call('call_0', 'read_tide', '{"port":"Visby"}'),
      call('call_0', 'read_wind', '{"port":"Öland"}'),
    ),
  },
  '07-cumulative-arguments.sse': {
    message: calls(call('c7', 'plot_course', '{"from":"Turku","to":"Mariehamn"}')),
    repairs: [
      {
        rule: 'arguments_cumulative',
        where: 'choices[0].tool_calls[0]',
        before: '{"from":"Turku"{"from":"Turku","to":"Mar{"from":"Turku","to":"Mariehamn"}',
        after: '{"from":"Turku","to":"Mariehamn"}',
      },
    ],
  },
  '08-arguments-object-null-same-index.sse': {
    message: calls(
      call('o1', 'read_tide', '{"port":"Hull"}'),
      call('o2', 'read_wind', '{"port":"Hull"}'),
      call('o3', 'next_ferry', '{"from":"Hull"}'),
    ),
    repairs: [
      {
        rule: 'arguments_type',
        where: 'choices[0].delta.tool_calls[0].function.arguments',
        before: { port: 'Hull' },
        after: '{"port":"Hull"}',
      },
    ],
  },
  '09-names-that-grow-repeat-and-vanish.sse': {
    message: calls(call('n1', 'plot_course', '{"to":"Riga"}'), call('n2', 'read_tide', '{}')),
  },
  '10-openrouter-details-comments-error.sse': {
    outcome: 'error',
    message: said('Be there at nine', {
      reasoning: 'The lock opens at nine.',
      reasoning_details: [
        {
          type: 'reasoning.text',
          text: 'The lock opens at nine.',
          format: 'anthropic-claude-v1',
          index: 0,
          signature: 'TE9DSw==',
        },
        {
          type: 'reasoning.encrypted',
          data: 'c2VhbGVk',
          id: 'enc_1',
          format: 'anthropic-claude-v1',
          index: 0,
        },
      ],
      reasoningSource: { field: 'reasoning_details', provider: 'Quay', model },
      finishReasonRaw: 'error',
      finishReason: 'error',
      isError: true,
      error: {
        kind: 'provider',
        message: 'Provider returned error (Quay: lock keeper disconnected)',
        status: 502,
        code: '502',
        model,
      },
      metadata: { ...wire, 'wire.native_finish_reason': 'error', 'wire.provider': 'Quay' },
    }),
  },
  '11-litellm-thinking-blocks.sse': {
    message: said('Leave at two.', {
      reasoning: 'Ebb first, then flood.',
      thinking_blocks: [
        { type: 'thinking', thinking: 'Ebb first, then flood.', signature: 'RkxPT0Q=' },
        { type: 'redacted_thinking', data: 'aGlkZGVu' },
      ],
      reasoningSource: { field: 'thinking_blocks', model },
    }),
  },
  '12-magistral-content-arrays.sse': {
    message: said('One rope is spare.', {
      reasoning: 'Three ropes, two cleats.',
      reasoningSource: { field: 'content', model },
      usage: {
        inputTokens: 11,
        outputTokens: 20,
        totalTokens: 31,
        origin: 'reported',
        raw: { prompt_tokens: 11, total_tokens: 31, completion_tokens: 20 },
      },
      metadata: {
        'wire.content_parts': [
          {
            type: 'thinking',
            thinking: [{ type: 'text', text: 'Three ropes, two cleats.' }],
            closed: true,
          },
          { type: 'text', text: 'One rope is ' },
          { type: 'reference', reference_ids: [2] },
          { type: 'text', text: 'spare.' },
        ],
        ...wire,
      },
    }),
  },
  '13a-think-tags-split.sse': {
    message: said('\n\nLower the mast.', {
      reasoning: 'Low bridge.',
      reasoningSource: { field: 'think_tags', model },
    }),
  },
  '13b-think-tags-missing-opener.sse': {
    options: { thinkTags: [{ open: '<think>', close: '</think>', opened: true }] },
    message: said('Lower the mast.', {
      reasoning: 'Low bridge.',
      reasoningSource: { field: 'think_tags', model },
    }),
  },
  '14-same-thought-in-two-fields.sse': {
    message: said('Take oilskins.', {
      reasoning: 'Rain at sea.',
      reasoningSource: { field: 'reasoning_content', model },
    }),
  },
  '15-finish-reason-on-every-chunk.sse': { message: said('Moor at berth four.') },
  '16-no-done-no-finish.sse': {
    outcome: 'incomplete',
    message: {
      ...said('The pilot boards near the'),
      finishReasonRaw: undefined,
      finishReason: 'incomplete',
    },
  },
  '17a-framing-bom-crlf-multiline.sse': { message: said('Fog horn 📯 twice.') },
  '17b-framing-lone-cr.sse': { message: said('Fog bell.') },
  '17c-bare-error-line.sse': {
    outcome: 'error',
    message: said('Half a ', {
      finishReasonRaw: undefined,
      finishReason: 'error',
      isError: true,
      error: { ...flooded, code: '500', type: 'server_error', model },
    }),
  },
  '17d-event-error.sse': {
    outcome: 'error',
    message: said('Half a ', {
      finishReasonRaw: undefined,
      finishReason: 'error',
      isError: true,
      error: { ...flooded, code: '500', type: 'server_error', model },
    }),
  },
  '18a-error-json-200.json': failed({
    kind: 'provider',
    message: 'No berth is free for this model.',
    status: 200,
    type: 'server_error',
  }),
  '18b-error-page-502.html': {
    ...failed({ kind: 'provider', message: '502 Bad Gateway lighthouse/1.2', status: 502 }),
    status: 502,
  },
  '18c-error-gemini-array.json': {
    ...failed({
      kind: 'unsupported_field',
      message: 'Unknown name "reasoning_content" at messages[1]: Cannot find field.',
      status: 400,
      code: '400',
      type: 'INVALID_ARGUMENT',
      field: 'reasoning_content',
    }),
    status: 400,
  },
  '18d-error-cerebras-no-wrapper.json': {
    ...failed({
      kind: 'unsupported_field',
      message: 'property `reasoning_content` is unsupported',
      status: 400,
      code: 'wrong_api_format',
      type: 'invalid_request_error',
      field: 'reasoning_content',
    }),
    status: 400,
  },
  '18e-error-mistral-detail.json': {
    ...failed({
      kind: 'unsupported_field',
      message: 'body.messages.2.assistant.reasoning: Extra inputs are not permitted',
      status: 422,
      type: 'invalid_request_error',
      field: 'reasoning',
    }),
    status: 422,
  },
  '18f-error-nim-repr.json': {
    ...failed({
      kind: 'unsupported_field',
      message:
        "[{'type': 'extra_forbidden', 'loc': ('body', 'prompt_cache_key'), 'msg': 'Extra inputs are not permitted', 'input': 'k'}]",
      status: 422,
      field: 'prompt_cache_key',
    }),
    status: 422,
  },
  '19a-usage-on-every-chunk.sse': {
    message: said('North by east.', {
      usage: {
        inputTokens: 8,
        outputTokens: 4,
        totalTokens: 12,
        cost: { amount: 0.003, currency: 'USD' },
        origin: 'reported',
        raw: {
          prompt_tokens: 8,
          completion_tokens: 4,
          total_tokens: 12,
          cost: { input_tokens_cost: 0.001, output_tokens_cost: 0.002, total_cost: 0.003 },
        },
      },
      metadata: { 'wire.citations': ['https://tides.example/a', 'https://tides.example/b'], ...wire },
    }),
  },
  '19b-usage-in-x-groq.sse': {
    message: said('South.', {
      usage: {
        inputTokens: 12,
        outputTokens: 2,
        totalTokens: 14,
        origin: 'reported',
        raw: { queue_time: 0.1, prompt_tokens: 12, completion_tokens: 2, total_tokens: 14 },
      },
      metadata: {
        ...wire,
        'wire.x_groq': {
          id: 'req_1',
          usage: { queue_time: 0.1, prompt_tokens: 12, completion_tokens: 2, total_tokens: 14 },
        },
      },
    }),
  },
  '19c-usage-on-the-choice.sse': {
    message: said('West.', {
      usage: {
        inputTokens: 14,
        outputTokens: 3,
        totalTokens: 17,
        cachedInputTokens: 8,
        origin: 'reported',
        raw: { prompt_tokens: 14, completion_tokens: 3, total_tokens: 17, cached_tokens: 8 },
      },
    }),
  },
  '19d-usage-without-thinking.sse': {
    message: said('West.', {
      reasoning: 'Sun sets there.',
      reasoningSource: { field: 'reasoning_content', model },
      usage: {
        inputTokens: 20,
        outputTokens: 7,
        totalTokens: 27,
        reasoningTokens: 5,
        origin: 'reported',
        raw: {
          prompt_tokens: 20,
          completion_tokens: 2,
          total_tokens: 27,
          completion_tokens_details: { reasoning_tokens: 5 },
          cost_in_usd_ticks: 150,
          num_sources_used: 0,
        },
      },
    }),
  },
  '22-legacy-function-call.sse': {
    message: { ...calls(call('call_0', 'read_tide', '{"port":"Narvik"}')), finishReasonRaw: 'function_call' },
    repairs: [
      { rule: 'tool_call_id_missing', where: 'choices[0].tool_calls[0]', before: '', after: 'call_0' },
    ],
  },
  '23-emoji-between-reads.sse': { message: said('⛵️ 🧑🏽‍✈️ é→𝒳 🇫🇮') },
}
