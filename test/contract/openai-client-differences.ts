import type { ChatErrorKind } from '@antiphon/core'
import type { Reading } from './openai-client-reading.js'

/** Parts of a reading to compare. `calls` is ids, names, arguments and their order; `error` is the class of the error. */
export type Facet = 'text' | 'reasoning' | 'refusal' | 'calls' | 'finish' | 'usage' | 'error'

/** The three ways to use the client: a loop over deltas, its stream helper, the plain call for whole bodies. */
export type Way = 'hand' | 'helper' | 'whole'

/** Kinds that the kit may give to an error that the client throws under this name. Errors without a status have one name. */
const KINDS: Record<string, readonly ChatErrorKind[]> = {
  AuthenticationError: ['auth'],
  BadRequestError: ['invalid_request', 'context_overflow', 'unsupported_field', 'content_filter'],
  APIError: ['provider', 'invalid_request'],
}

/** The facets in which two readings of one answer are not the same. */
export function compareReadings(client: Reading, kit: Reading): Facet[] {
  const found: Facet[] = []
  const count = Math.max(client.choices.length, kit.choices.length)
  for (const facet of ['text', 'reasoning', 'refusal', 'calls', 'finish'] as const) {
    for (let at = 0; at < count; at++) {
      const [a, b] = [client, kit].map(({ choices }) => choices[at]?.[facet])
      if (JSON.stringify(orNothing(a)) !== JSON.stringify(orNothing(b)) && !found.includes(facet))
        found.push(facet)
    }
  }
  if (JSON.stringify(client.usage) !== JSON.stringify(kit.usage)) found.push('usage')
  const sameError = client.error
    ? kit.error && KINDS[client.error.name]?.includes(kit.error.kind!)
    : !kit.error
  if (!sameError) found.push('error')
  return found
}

function orNothing(value: unknown): unknown {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
}

interface Difference {
  facets: Facet[]
  why: string
}

function differs(facets: string, why: string): Difference {
  return { facets: facets.split(' ') as Facet[], why }
}

const lastThought = differs(
  'reasoning',
  'The helper assigns keys it does not know, so of the thoughts only the last delta is left; we join them.',
)
const noFinish = (facets: string) =>
  differs(
    facets,
    'The server sent no finish reason: the helper throws all away; we keep the answer and call it incomplete.',
  )
const partLost = (facets: string) =>
  differs(facets, 'The helper gives nothing once an error comes; we keep what came before it.')
const tags = differs(
  'text reasoning',
  'The server wrote its thoughts in <think> tags; the client leaves them in the answer, we split them off.',
)
const parts = differs(
  'text reasoning',
  'The content is a list of parts: joined as text it reads [object Object]; we take each part for what it is.',
)
const noIndex = differs(
  'calls',
  'The call has no index, so it is stored under the key "undefined" and never seen; we go by its id.',
)
const legacy = differs(
  'calls',
  'The old function_call has no id; we generate one, for the result must name the call.',
)

/** Where the client and the kit do not agree, and why the kit is right. Nothing else may differ. */
export const differences: Record<string, Partial<Record<Way, Difference>>> = {
  'azure-deepseek-r1-0528-length-twice.sse': { helper: lastThought },
  'azure-gpt-35-turbo-content-filter-no-message.json': {
    whole: differs(
      'finish usage error',
      'The choice has no message, so reading it throws a TypeError; we say that the filter ended the answer.',
    ),
  },
  'azure-gpt-35-turbo-prompt-filtered-error.json': {
    whole: differs(
      'error',
      'An error came with status 200: the client returns it as a completion without choices; we report it.',
    ),
  },
  'copilot-openai-legacy-function-call.jsonl': { hand: legacy, helper: legacy },
  'deepseek-reasoner-reasoning.jsonl': { helper: lastThought },
  'deepseek-reasoner-tool-call.jsonl': { helper: lastThought },
  'gpustack-qwen3-no-done.sse': {
    helper: differs(
      'text reasoning finish usage error',
      'No delta names a role: the helper throws all away; an answer is an assistant message without being told.',
    ),
  },
  'groq-gpt-oss-120b-error-midstream.sse': { helper: partLost('reasoning') },
  'groq-gpt-oss-120b-tool-call.sse': { helper: lastThought },
  'groq-qwen3-32b-think-tags.sse': { hand: tags, helper: tags },
  'mistral-small-thinking-content-parts.json': { whole: parts },
  'mistral-small-thinking-content-parts.sse': { hand: parts, helper: parts },
  'mistral-small-tool-missing-index.jsonl': { hand: noIndex, helper: noIndex },
  'ollama-gpt-oss-120b-reasoning-tool.sse': { helper: lastThought },
  'openrouter-claude-haiku-4-5-reasoning-details-tool.sse': { helper: lastThought },
  'openrouter-gemini-2-5-flash-lite-text-after-tool-finish.sse': { helper: lastThought },
  'openrouter-gemini-3-flash-reasoning-encrypted.sse': { helper: lastThought },
  'openrouter-kimi-k2-repeated-id-and-name-no-finish.sse': { helper: noFinish('calls usage error') },
  'openrouter-minimax-m1-empty-answer.sse': { helper: noFinish('usage error') },
  'openrouter-minimax-m2-error-beside-choices.sse': {
    hand: differs(
      'usage',
      'The chunk with the error has the usage too: the client throws before it can be read; we read both.',
    ),
    helper: partLost('reasoning finish usage'),
  },
  'openrouter-qwen3-next-logprobs-number.sse': { helper: lastThought },
  'snowflake-claude-sonnet-no-finish-reason.sse': { helper: noFinish('text usage error') },
  'writer-palmyra-x4-null-continuations.sse': {
    helper: differs(
      'calls finish usage error',
      'Each chunk repeats its delta as message, which the helper puts in place of the answer so far and then ' +
        'finds no call in it; we read the deltas.',
    ),
  },
  'xai-grok-3-mini-reasoning-tool.jsonl': { helper: lastThought },
  'zai-glm-4-5-air-newline-before-reasoning.sse': { helper: lastThought },
  // Our own streams
  'reasoning-then-text.sse': { helper: lastThought },
}
