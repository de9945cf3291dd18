import type { Completion, ChatErrorKind, FinishReason } from '@antiphon/core'

type Outcome = Completion['outcome']

/** Facts of a recording, checked by hand against its bytes and its provenance. Lengths are UTF-16 units. */
export interface CaptureFact {
  outcome: Outcome
  finish: FinishReason
  content: number
  reasoning: number
  field?: string
  refusal?: number
  calls?: string[]
  /** Input, output, total. */
  usage?: [number, number, number]
  error?: ChatErrorKind
  choices?: number
  repairs?: string[]
}

function fact(
  outcome: Outcome,
  finish: FinishReason,
  content: number,
  reasoning: number,
  rest: Omit<CaptureFact, 'outcome' | 'finish' | 'content' | 'reasoning'> = {},
): CaptureFact {
  return { outcome, finish, content, reasoning, ...rest }
}

export const captureFacts: Record<string, CaptureFact> = {
  'alibaba-qwen3-max-tool-empty-ids.jsonl': fact('complete', 'tool_calls', 0, 0, {
    calls: ['weather'],
    usage: [295, 22, 317],
  }),
  'azure-deepseek-r1-0528-length-twice.sse': fact('complete', 'length', 0, 433, {
    field: 'reasoning_content',
    usage: [22, 100, 122],
  }),
  'azure-gpt-35-turbo-content-filter-no-message.json': fact('complete', 'content_filter', 0, 0, {
    usage: [15, 19, 34],
  }),
  'azure-gpt-35-turbo-prompt-filtered-error.json': fact('error', 'error', 0, 0, { error: 'content_filter' }),
  'azure-model-router-prompt-filter-first.jsonl': fact('complete', 'stop', 19, 0, {
    usage: [15, 78, 93],
  }),
  'cerebras-qwen3-coder-whole-tool-no-done.sse': fact('complete', 'tool_calls', 0, 0, {
    calls: ['structured_output'],
    usage: [355, 45, 400],
  }),
  'copilot-openai-legacy-function-call.jsonl': fact('complete', 'tool_calls', 0, 0, {
    calls: ['get_current_weather'],
    repairs: ['tool_call_id_missing'],
  }),
  'crusoe-vllm-token-ids.sse': fact('complete', 'stop', 13, 0, { usage: [46, 14, 60] }),
  'deepseek-400-context-length.json': fact('error', 'error', 0, 0, {
    error: 'context_overflow',
  }),
  'deepseek-reasoner-reasoning.jsonl': fact('complete', 'stop', 42, 606, {
    field: 'reasoning_content',
    usage: [18, 219, 237],
  }),
  'deepseek-reasoner-tool-call.jsonl': fact('complete', 'tool_calls', 0, 191, {
    field: 'reasoning_content',
    calls: ['weather'],
    usage: [339, 83, 422],
  }),
  'gpustack-qwen3-no-done.sse': fact('complete', 'stop', 10, 674, {
    field: 'reasoning_content',
    usage: [15, 171, 186],
  }),
  'groq-gpt-oss-120b-error-midstream.sse': fact('error', 'error', 0, 412, {
    field: 'reasoning',
    error: 'provider',
  }),
  'groq-gpt-oss-120b-tool-call.sse': fact('complete', 'tool_calls', 0, 92, {
    field: 'reasoning',
    calls: ['get_something_by_name'],
    usage: [304, 49, 353],
  }),
  'groq-llama-4-scout-error-only.sse': fact('error', 'error', 0, 0, { error: 'provider' }),
  'groq-qwen3-32b-think-tags.sse': fact('complete', 'stop', 220, 419, {
    field: 'think_tags',
    usage: [42, 235, 277],
  }),
  'mistral-401-detail.json': fact('error', 'error', 0, 0, { error: 'auth' }),
  'mistral-small-thinking-content-parts.json': fact('complete', 'stop', 3, 174, {
    field: 'content',
    usage: [31, 66, 97],
  }),
  'mistral-small-thinking-content-parts.sse': fact('complete', 'stop', 3, 174, {
    field: 'content',
    usage: [31, 66, 97],
  }),
  'mistral-small-tool-missing-index.jsonl': fact('complete', 'tool_calls', 0, 0, {
    calls: ['weather'],
    usage: [124, 22, 146],
  }),
  'ollama-400-context-length.json': fact('error', 'error', 0, 0, { error: 'context_overflow' }),
  'ollama-gpt-oss-120b-reasoning-tool.sse': fact('complete', 'tool_calls', 0, 61, {
    field: 'reasoning',
    calls: ['weather'],
    usage: [300, 45, 345],
  }),
  'openai-gpt-4o-length.sse': fact('complete', 'length', 2, 0, { usage: [79, 1, 80] }),
  'openai-gpt-4o-logprobs.sse': fact('complete', 'stop', 4, 0, {
    usage: [9, 2, 11],
  }),
  'openai-gpt-4o-n3-choices.sse': fact('complete', 'stop', 53, 0, {
    usage: [79, 42, 121],
    choices: 3,
  }),
  'openai-gpt-4o-obfuscation-usage.jsonl': fact('complete', 'stop', 37, 0, { usage: [14, 8, 22] }),
  'openai-gpt-4o-parallel-tools.sse': fact('complete', 'tool_calls', 0, 0, {
    calls: ['GetWeatherArgs', 'get_stock_price'],
    usage: [149, 60, 209],
  }),
  'openai-gpt-4o-refusal.json': fact('complete', 'stop', 0, 0, { refusal: 53, usage: [65, 13, 78] }),
  'openai-gpt-4o-refusal.sse': fact('complete', 'stop', 0, 0, { refusal: 44, usage: [79, 11, 90] }),
  'openrouter-claude-haiku-4-5-reasoning-details-tool.sse': fact('complete', 'tool_calls', 0, 211, {
    field: 'reasoning_details',
    calls: ['reasoning_weather'],
    usage: [626, 106, 732],
  }),
  'openrouter-gemini-2-5-flash-lite-text-after-tool-finish.sse': fact('complete', 'tool_calls', 1, 582, {
    field: 'reasoning_details',
    calls: ['structured_output'],
    usage: [41, 100, 141],
  }),
  'openrouter-gemini-3-flash-reasoning-encrypted.sse': fact('complete', 'stop', 299, 683, {
    field: 'reasoning_details',
    usage: [33, 287, 320],
  }),
  'openrouter-gpt-5-pro-keepalives-encrypted-length.sse': fact('complete', 'length', 0, 0, {
    field: 'reasoning_details',
    usage: [82, 448, 530],
  }),
  'openrouter-kimi-k2-content-tool-three-finishes.sse': fact('complete', 'tool_calls', 48, 0, {
    calls: ['structured_output'],
    usage: [148, 42, 190],
  }),
  'openrouter-kimi-k2-repeated-id-and-name-no-finish.sse': fact('incomplete', 'incomplete', 0, 0, {
    calls: ['llm_version'],
    usage: [57, 17, 74],
  }),
  'openrouter-minimax-m1-empty-answer.sse': fact('incomplete', 'incomplete', 0, 0, { usage: [137, 0, 137] }),
  'openrouter-minimax-m2-error-beside-choices.sse': fact('error', 'error', 0, 42, {
    field: 'reasoning_details',
    usage: [43, 10, 53],
    error: 'invalid_request',
  }),
  'openrouter-mistral-medium-five-tools-one-chunk.sse': fact('complete', 'tool_calls', 0, 0, {
    calls: [
      'structured_output',
      'structured_output',
      'structured_output',
      'structured_output',
      'structured_output',
    ],
    usage: [134, 132, 266],
  }),
  'openrouter-qwen3-max-empty-ids-null-arguments.sse': fact('complete', 'tool_calls', 0, 0, {
    calls: ['structured_output'],
    usage: [321, 44, 365],
  }),
  'openrouter-qwen3-next-logprobs-number.sse': fact('complete', 'stop', 221, 562, {
    field: 'reasoning_details',
    usage: [44, 298, 342],
    repairs: ['logprobs_type'],
  }),
  'perplexity-401.json': fact('error', 'error', 0, 0, { error: 'auth' }),
  'perplexity-sonar-crlf-citations.sse': fact('complete', 'stop', 5, 0, {
    usage: [8, 5, 13],
  }),
  'snowflake-claude-sonnet-no-finish-reason.sse': fact('incomplete', 'incomplete', 1, 0, {
    usage: [22, 5, 27],
  }),
  'together-mixtral-finish-eos.json': fact('complete', 'stop', 115, 0, {
    usage: [18, 35, 53],
  }),
  'writer-palmyra-x4-null-continuations.sse': fact('complete', 'tool_calls', 0, 0, {
    calls: ['get_weather'],
    usage: [194, 22, 216],
  }),
  'xai-grok-3-mini-reasoning-tool.jsonl': fact('complete', 'tool_calls', 0, 18, {
    field: 'reasoning_content',
    calls: ['weather'],
    usage: [291, 222, 513],
  }),
  'zai-glm-4-5-air-newline-before-reasoning.sse': fact('complete', 'stop', 64, 604, {
    field: 'reasoning_content',
    usage: [24, 138, 162],
  }),
  'zai-glm-4-5v-tool-with-finish-twice.sse': fact('complete', 'tool_calls', 99, 0, {
    field: 'reasoning_content',
    calls: ['structured_output'],
    usage: [226, 60, 286],
  }),
}
