import { expect } from 'vitest'
import type { AssistantMessage, Completion } from '@antiphon/core'

type Check = (message: AssistantMessage, completion: Completion) => void

const kinds = (message: AssistantMessage) => (message.segments ?? []).map(({ type }) => type)
const bag = (message: AssistantMessage) => message.metadata ?? {}
const ids = (message: AssistantMessage) => (message.tool_calls ?? []).map(({ id }) => id)
const argumentsOf = (message: AssistantMessage) =>
  (message.tool_calls ?? []).map(({ function: fn }) => JSON.parse(fn.arguments) as Record<string, unknown>)
const details = (message: AssistantMessage) => (message.reasoning_details ?? []).map(({ type }) => type)

/** One whole call, named once, with a real id and arguments that are an object. */
const oneCall = (m: AssistantMessage) => {
  expect(ids(m)).toHaveLength(1)
  expect(ids(m)[0]).toMatch(/\S/)
  expect(typeof argumentsOf(m)[0]).toBe('object')
}

/** Checks of each recording for the section "what is peculiar" of its provenance, as it must show in what is read. */
export const peculiarities: Record<string, Check> = {
  'groq-gpt-oss-120b-error-midstream.sse': (m) => {
    expect(m.error).toMatchObject({ code: 'tool_use_failed', status: 400 })
    expect(m.error?.raw).toContain('failed_generation')
    expect([m.finishReasonRaw, m.usage]).toEqual([undefined, undefined])
    expect(Object.keys(bag(m))).toEqual(expect.arrayContaining(['wire.channel', 'wire.x_groq']))
  },
  'groq-gpt-oss-120b-tool-call.sse': (m) => {
    oneCall(m)
    expect(kinds(m)).toEqual(['reasoning', 'tool_call'])
    expect(m.usage?.totalTokens).toBe(m.usage!.inputTokens! + m.usage!.outputTokens!)
  },
  'groq-llama-4-scout-error-only.sse': (m) => {
    expect(m.content).toBe('')
    expect(m.error).toMatchObject({ code: 'tool_use_failed', status: 400 })
  },
  'groq-qwen3-32b-think-tags.sse': (m) => {
    expect(m.content + m.reasoning).not.toContain('think>')
    expect(kinds(m)).toEqual(['reasoning', 'text'])
  },
  'openrouter-minimax-m2-error-beside-choices.sse': (m) => {
    expect(m.finishReasonRaw).toBe('length')
    expect(m.error).toMatchObject({ status: 400, message: 'Token limit reached' })
    expect(m.reasoning_details).toMatchObject([{ text: m.reasoning, format: null }])
  },
  'openrouter-gpt-5-pro-keepalives-encrypted-length.sse': (m) => {
    expect([details(m), m.content, m.reasoning]).toEqual([['reasoning.encrypted'], '', undefined])
    expect(bag(m)['wire.native_finish_reason']).toBe('max_output_tokens')
  },
  'openrouter-claude-haiku-4-5-reasoning-details-tool.sse': (m) => {
    expect(m.reasoning_details).toHaveLength(1)
    expect(m.reasoning_details?.[0]?.text).toBe(m.reasoning)
    expect(m.reasoning_details?.[0]?.signature).toMatch(/^Evs/)
    expect(m.tool_calls?.[0]?.type).toBe('function')
    expect(bag(m)['wire.native_finish_reason']).toBe('tool_use')
  },
  'openrouter-gemini-3-flash-reasoning-encrypted.sse': (m) => {
    expect(details(m)).toEqual(['reasoning.text', 'reasoning.encrypted'])
    expect(m.reasoning_details?.[0]?.text).toBe(m.reasoning)
    expect(kinds(m)).toEqual(['reasoning', 'text'])
  },
  'openrouter-gemini-2-5-flash-lite-text-after-tool-finish.sse': (m) => {
    expect(m.finishReasonRaw).toBe('stop')
    expect(kinds(m)).toEqual(['reasoning', 'tool_call', 'text'])
  },
  'openrouter-kimi-k2-content-tool-three-finishes.sse': (m) => {
    expect([kinds(m), m.finishReasonRaw]).toEqual([['text', 'tool_call'], 'tool_calls'])
    expect(m.usage?.totalTokens).toBe(190)
  },
  'openrouter-kimi-k2-repeated-id-and-name-no-finish.sse': (m) => {
    expect(m.tool_calls).toEqual([
      { id: '0', type: 'function', function: { name: 'llm_version', arguments: '{}' } },
    ])
  },
  'openrouter-qwen3-max-empty-ids-null-arguments.sse': (m) => {
    oneCall(m)
    expect([m.finishReasonRaw, bag(m)['wire.native_finish_reason']]).toEqual(['tool_calls', 'stop'])
  },
  'openrouter-mistral-medium-five-tools-one-chunk.sse': (m) => {
    expect(new Set(ids(m)).size).toBe(5)
    expect(new Set(argumentsOf(m).map((one) => JSON.stringify(one))).size).toBe(5)
  },
  'openrouter-minimax-m1-empty-answer.sse': (m, { repairs }) => {
    expect([m.content, m.usage?.outputTokens, m.isError]).toEqual(['', 0, undefined])
    expect(repairs).toEqual([])
  },
  'openrouter-qwen3-next-logprobs-number.sse': (m, { repairs }) => {
    expect(bag(m)['wire.logprobs']).toBeTypeOf('number')
    expect(repairs).toHaveLength(1)
    expect(m.logprobs).toBeUndefined()
  },
  'perplexity-sonar-crlf-citations.sse': (m) => {
    expect(m.content).toBe('1 2 3')
    expect(m.usage?.cost).toEqual({ amount: 0.00501, currency: 'USD' })
    expect(bag(m)['wire.citations']).toBeInstanceOf(Array)
    expect(bag(m)['wire.search_results']).toBeInstanceOf(Array)
  },
  'ollama-gpt-oss-120b-reasoning-tool.sse': (m) => {
    oneCall(m)
    expect([kinds(m), m.content]).toEqual([['reasoning', 'tool_call'], ''])
  },
  'gpustack-qwen3-no-done.sse': (m, { outcome }) => {
    expect([outcome, kinds(m)]).toEqual(['complete', ['reasoning', 'text']])
    expect(m.usage?.totalTokens).toBe(186)
  },
  'snowflake-claude-sonnet-no-finish-reason.sse': (m) => {
    expect(bag(m)).toEqual({ 'wire.created': 0 })
    expect([m.refusal, m.tool_calls, m.finishReasonRaw]).toEqual([undefined, undefined, undefined])
  },
  'writer-palmyra-x4-null-continuations.sse': (m) => {
    oneCall(m)
    expect([kinds(m), m.content]).toEqual([['tool_call'], ''])
  },
  'cerebras-qwen3-coder-whole-tool-no-done.sse': (m) => {
    oneCall(m)
    expect(bag(m)).toHaveProperty(['wire.time_info'])
  },
  'mistral-small-thinking-content-parts.sse': (m) => {
    expect(m.content).toBe('144')
    expect(bag(m)['wire.content_parts']).toMatchObject([
      { type: 'thinking', closed: true, thinking: [{ type: 'text', text: m.reasoning }] },
      { type: 'text', text: '144' },
    ])
    expect(bag(m)).not.toHaveProperty(['wire.p'])
  },
  'azure-deepseek-r1-0528-length-twice.sse': (m) => {
    expect([m.content, kinds(m), m.model]).toEqual(['', ['reasoning'], 'deepseek-r1'])
    expect(bag(m)['wire.prompt_filter_results']).toBeInstanceOf(Array)
    expect(bag(m)['wire.id']).toMatch(/\S/)
  },
  'zai-glm-4-5v-tool-with-finish-twice.sse': (m) => {
    oneCall(m)
    expect(kinds(m)).toEqual(['text', 'tool_call'])
  },
  'zai-glm-4-5-air-newline-before-reasoning.sse': (m) => {
    expect(kinds(m)).toEqual(['text', 'reasoning', 'text'])
    expect(m.content.startsWith('\n')).toBe(true)
  },
  'crusoe-vllm-token-ids.sse': (m) => {
    expect([m.content.length, m.finishReasonRaw]).toEqual([13, 'stop'])
    expect(Object.keys(bag(m))).toEqual(['wire.created', 'wire.id', 'wire.system_fingerprint'])
  },
  'openai-gpt-4o-refusal.sse': (m) => expect([m.content, kinds(m)]).toEqual(['', ['refusal']]),
  'openai-gpt-4o-logprobs.sse': (m) => {
    const { content } = m.logprobs as { content: { token: string; bytes: number[] }[] }
    expect(content.map(({ token }) => token).join('')).toBe(m.content)
    expect(content.every(({ bytes }) => bytes.length > 0)).toBe(true)
  },
  'openai-gpt-4o-n3-choices.sse': (_m, { choices }) => {
    expect(choices.map(({ finishReason }) => finishReason)).toEqual(['stop', 'stop', 'stop'])
    expect(new Set(choices.map(({ content }) => content)).size).toBeGreaterThan(1)
    for (const { content } of choices) expect(() => JSON.parse(content)).not.toThrow()
    expect(choices.map(({ usage }) => Boolean(usage))).toEqual([true, false, false])
  },
  'openai-gpt-4o-parallel-tools.sse': (m) => {
    expect(new Set(ids(m)).size).toBe(2)
    expect(argumentsOf(m).map((one) => Object.keys(one).length)).toEqual([3, 2])
  },
  'openai-gpt-4o-length.sse': (m) => expect([m.content, m.finishReason]).toEqual(['{"', 'length']),
  'openai-gpt-4o-obfuscation-usage.jsonl': (m) => {
    expect(Object.keys(bag(m)).join()).not.toContain('obfuscation')
    expect(m.usage?.totalTokens).toBe(22)
  },
  'azure-model-router-prompt-filter-first.jsonl': (m) => {
    expect(m.model).toBe('gpt-5-nano-2025-08-07')
    expect(Object.keys(bag(m))).toEqual(
      expect.arrayContaining(['wire.content_filter_results', 'wire.id', 'wire.prompt_filter_results']),
    )
  },
  'alibaba-qwen3-max-tool-empty-ids.jsonl': oneCall,
  'mistral-small-tool-missing-index.jsonl': (m) => {
    oneCall(m)
    expect([ids(m)[0]?.length, m.tool_calls?.[0]?.type]).toEqual([9, 'function'])
  },
  'deepseek-reasoner-reasoning.jsonl': (m) => expect(kinds(m)).toEqual(['reasoning', 'text']),
  'deepseek-reasoner-tool-call.jsonl': (m) => {
    oneCall(m)
    expect(kinds(m)).toEqual(['reasoning', 'tool_call'])
    expect(m.usage).toMatchObject({ cachedInputTokens: 320, reasoningTokens: 39 })
  },
  'xai-grok-3-mini-reasoning-tool.jsonl': (m) => {
    oneCall(m)
    expect(m.usage).toMatchObject({ outputTokens: 26 + 196, reasoningTokens: 196, totalTokens: 513 })
  },
  'copilot-openai-legacy-function-call.jsonl': (m) => {
    oneCall(m)
    expect([m.finishReasonRaw, m.model]).toEqual(['function_call', undefined])
  },
  'azure-gpt-35-turbo-content-filter-no-message.json': (m) => {
    expect(m.finishReason).toBe('content_filter')
    expect(bag(m)['wire.content_filter_results']).toMatchObject({ hate: { filtered: true } })
  },
  'azure-gpt-35-turbo-prompt-filtered-error.json': (m) => {
    expect(m.error).toMatchObject({ code: 'content_filter', status: 400 })
    expect(m.error?.raw).toContain('innererror')
  },
  'openai-gpt-4o-refusal.json': (m) => {
    expect([m.content, kinds(m), m.finishReasonRaw]).toEqual(['', ['refusal'], 'stop'])
  },
  'together-mixtral-finish-eos.json': (m) => {
    expect([m.finishReasonRaw, m.finishReason, bag(m)['wire.prompt']]).toEqual(['eos', 'stop', []])
  },
  'mistral-small-thinking-content-parts.json': (m) => {
    expect(bag(m)['wire.content_parts']).toMatchObject([
      { type: 'thinking' },
      { type: 'text', text: m.content },
    ])
    expect(kinds(m)).toEqual(['reasoning', 'text'])
  },
  'mistral-401-detail.json': (m) => expect(m.error?.message).toBe('Invalid API Key'),
  'deepseek-400-context-length.json': (m) => {
    expect(m.error?.tokens).toEqual({ used: 1250025, max: 1048565 })
    expect(m.error?.type).toBe('invalid_request_error')
  },
  'perplexity-401.json': (m) => {
    expect(m.error).toMatchObject({ status: 401, type: 'invalid_api_key' })
  },
  'ollama-400-context-length.json': (m) => expect(m.error?.message).toMatch(/^prompt too long; exceeded/),
}
