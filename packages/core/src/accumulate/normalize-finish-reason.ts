import type { FinishReason } from '../message/types.js'

/** The provider's words by what they mean, in lower case (wire-facts 2.6). */
const MEANINGS: Record<FinishReason, readonly string[]> = {
  stop: ['stop', 'end_turn', 'eos', 'eos_token', 'stop_sequence', 'end', 'complete', 'completed', 'finished'],
  tool_calls: ['tool_calls', 'tool_use', 'function_call', 'tool_call', 'tool-calls'],
  length: [
    'length',
    'max_tokens',
    'model_length',
    'max_output_tokens',
    'model_context_window_exceeded',
    'token_limit',
  ],
  content_filter: [
    'content_filter',
    'content_filtered',
    'content-filter',
    'sensitive',
    'refusal',
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'guardrail_intervened',
  ],
  error: [
    'error',
    'insufficient_system_resource',
    'aborted',
    'abort',
    'network_error',
    'malformed_function_call',
    'time_limit',
    'cancelled',
  ],
  cancelled: [],
  incomplete: [],
  other: [],
}

const BY_WORD = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, words]) =>
    words.map((word): [string, FinishReason] => [word, meaning as FinishReason]),
  ),
)

/**
 * The provider's finish reason in the kit's words (wire-facts 2.6). Calls win over `stop`, for Gemini, vLLM and others
 * say `stop` on tool turns; `tool_calls` without a call is `stop`. Null, absent and empty mean `incomplete`.
 */
export function normalizeFinishReason(raw: string | null | undefined, hasToolCalls = false): FinishReason {
  const word = raw?.trim().toLowerCase()
  if (!word) return 'incomplete'
  const meaning = BY_WORD.get(word) ?? byPart(word)
  if (meaning === 'stop' && hasToolCalls) return 'tool_calls'
  if (meaning === 'tool_calls' && !hasToolCalls) return 'stop'
  return meaning
}

/** Gemini joins its own word to a reason: `function_call_filter: MALFORMED_FUNCTION_CALL`. */
function byPart(word: string): FinishReason {
  if (word.includes('malformed_function_call')) return 'error'
  if (/safety|content_filter|prohibited/.test(word)) return 'content_filter'
  return 'other'
}
