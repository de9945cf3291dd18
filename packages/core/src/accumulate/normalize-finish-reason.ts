import type { FinishReason } from '../message/types.js'

/**
 * The provider's words by what they mean, in lower case (wire-facts 2.6). The first that fits counts: Gemini joins its own
 * word to a reason, as in `function_call_filter: MALFORMED_FUNCTION_CALL`.
 */
const MEANINGS: [FinishReason, RegExp][] = [
  ['error', /error|malformed|insufficient|abort|time_limit|cancelled/],
  ['content_filter', /filter|sensitive|refusal|safety|recitation|blocklist|prohibited|spii|guardrail/],
  ['tool_calls', /^(tool|function)[_-](calls?|use)$/],
  ['length', /length|max_.*tokens|token_limit|context_window/],
  ['stop', /^(stop|end|eos|complete|finished)/],
]

/**
 * The provider's finish reason in the kit's words (wire-facts 2.6). Calls win over `stop`, for Gemini, vLLM and others
 * say `stop` on tool turns; `tool_calls` without a call is `stop`. Null, absent and empty mean `incomplete`.
 */
export function normalizeFinishReason(raw: string | null | undefined, hasToolCalls = false): FinishReason {
  const word = raw?.trim().toLowerCase()
  if (!word) return 'incomplete'
  const meaning = MEANINGS.find(([, words]) => words.test(word))?.[0] ?? 'other'
  return meaning === 'stop' || meaning === 'tool_calls' ? (hasToolCalls ? 'tool_calls' : 'stop') : meaning
}
