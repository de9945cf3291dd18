import { field, isRecord, type JsonObject, safeStringify } from '@antiphon/base'
import { flatText } from '../../message/flat-text.js'
import type { FinishReason, Usage, ReasoningDetail } from '../../message/types.js'
import type { ReportRepair } from './types.js'

/**
 * The provider's finish words by meaning, in lower case (docs/wire 2.6). The first that fits counts: Gemini joins its own
 * word to a reason, as in `function_call_filter: MALFORMED_FUNCTION_CALL`.
 */
const MEANINGS: [FinishReason, RegExp][] = [
  ['error', /error|malformed|insufficient|abort|fail|exception|time_?(limit|d?_?out)|deadline/],
  ['cancelled', /cancell?ed|interrupted/],
  [
    'content_filter',
    /filter|sensitive|refusal|safety|recitation|block|prohibited|spii|guardrail|moderat|policy/,
  ],
  ['tool_calls', /^(tool|function)_(calls?|use)$/],
  ['length', /length|max_.{0,40}tokens|token_limit|context_window/],
  ['stop', /^(stop|end|eos|complete|finished)/],
]

/** Words of a server that has no finish reason yet, or is still writing. */
const NO_REASON =
  /^(|-|n\/?an?|null|none|nil|false|undefined|0|(finish_reason_)?(unspecified|unset)|(not|un|in)_?(finished|complete|progress)|running|pending|queued|continue|(generat|stream|process)ing)$/i

/** A finish reason as it was sent; undefined for words that say that there is none. */
export function asFinishReason(value: unknown): string | undefined {
  const text = asText(value)?.trim()
  return text && !NO_REASON.test(text) ? text : undefined
}

/**
 * The provider's finish reason in the kit's words (docs/wire 2.6). Calls win over `stop`, because Gemini, vLLM and
 * others say `stop` on tool turns; `tool_calls` without a call is `stop`. Null, absent, empty and `"null"` mean `incomplete`.
 */
export function normalizeFinishReason(raw: string | null | undefined, hasToolCalls = false): FinishReason {
  // `FinishReason.TOOL_CALLS`, `toolUse` and `tool-use` are `tool_calls` and `tool_use`.
  const word = asFinishReason(raw)
    ?.replace(/^\w+\.(?=\w+$)/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])|[\s-]+/g, '_')
    .toLowerCase()
  if (!word) return 'incomplete'
  const meaning = MEANINGS.find(([, words]) => words.test(word))?.[0] ?? 'other'
  return meaning === 'stop' || meaning === 'tool_calls' ? (hasToolCalls ? 'tool_calls' : 'stop') : meaning
}

/**
 * Any server's `usage` object in the kit's words (docs/wire 2.7). Counts that were not reported stay absent. Where
 * `completion_tokens` leaves out the thinking (xAI), it is added, so `outputTokens` is always all that was written.
 */
export function normalizeUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined
  const input = raw.prompt_tokens_details ?? raw.input_tokens_details
  const output = raw.completion_tokens_details ?? raw.output_tokens_details
  const inputTokens = count(raw.prompt_tokens, withCache(raw))
  const totalTokens = count(raw.total_tokens)
  const reasoningTokens = count(
    field(output, 'reasoning_tokens'),
    raw.reasoning_tokens,
    field(output, 'thinking_tokens'),
  )
  let outputTokens = count(raw.completion_tokens, raw.output_tokens)
  // A difference that equals the thinking shows that the completion leaves it out. NaN, where one is absent, never does.
  const missing = totalTokens! - inputTokens! - outputTokens!
  if (reasoningTokens && missing === reasoningTokens) outputTokens! += missing
  // A number (OpenRouter) or an object with a total (Perplexity), in US dollars.
  const amount = count(raw.cost, field(raw.cost, 'total_cost'), raw.total_cost)
  const known = {
    inputTokens,
    outputTokens,
    totalTokens,
    reasoningTokens,
    cachedInputTokens: count(
      field(input, 'cached_tokens'),
      raw.prompt_cache_hit_tokens,
      raw.cached_tokens,
      raw.cache_read_input_tokens,
    ),
    cacheWriteInputTokens: count(
      field(input, 'cache_write_tokens'),
      field(input, 'cache_creation_tokens'),
      raw.cache_creation_input_tokens,
    ),
    cost: amount === undefined ? undefined : { amount, currency: 'USD' },
  }
  const entries = Object.entries(known).filter(([, value]) => value !== undefined)
  return entries.length > 0 ? { origin: 'reported', raw, ...Object.fromEntries(entries) } : undefined
}

/** Anthropic counts what its cache read and wrote beside `input_tokens`, not in it. */
function withCache({ input_tokens: input, ...raw }: JsonObject): unknown {
  if (typeof input !== 'number') return input
  return input + (count(raw.cache_read_input_tokens) ?? 0) + (count(raw.cache_creation_input_tokens) ?? 0)
}

function count(...candidates: unknown[]): number | undefined {
  return candidates.find(
    (value): value is number => typeof value === 'number' && value >= 0 && value < Infinity,
  )
}

/**
 * `source[key]` in the right type. Null and absent are the same (docs/wire 2.2). A change by `as` is reported with its
 * result, under a rule named after the key.
 */
export function read<T>(
  source: JsonObject,
  key: string,
  as: (value: unknown) => T | undefined,
  where: string,
  report: ReportRepair,
): T | undefined {
  const value = source[key]
  if (value === undefined || value === null) return undefined
  const result = as(value)
  if (result !== value) report(`${key}_type`, `${where}${key}`, value, result)
  return result
}

/** Numbers and booleans become text, a list of text parts its joined texts. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'object') return Array.isArray(value) ? flatText(value) : undefined
  return typeof value === 'string' ? value : safeStringify(value)
}

/** A single object is wrapped. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : isRecord(value) ? [value] : []
}

export function asRecord(value: unknown): JsonObject | undefined {
  return isRecord(value) ? value : undefined
}

/** A whole number from 0, also as text. */
export function asIndex(value: unknown): number | undefined {
  const index = typeof value === 'string' && value !== '' ? Number(value) : value
  return Number.isSafeInteger(index) && (index as number) >= 0 ? (index as number) : undefined
}

/** Deepest nesting that is kept of values the kit does not know. More would break every reader that recurses. */
const MAX_DEPTH = 64

/** True when `value` nests deeper than any honest payload. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > MAX_DEPTH || Object.values(value).some((child) => isTooDeep(child, depth + 1))
}

/** Calls `keep` for each key that is not among `known` and has a value. Values with absurd nesting are left out. */
export function readExtras(
  source: JsonObject,
  known: readonly string[],
  where: string,
  report: ReportRepair,
  keep: (key: string, value: unknown) => void,
): void {
  for (const key of Object.keys(source)) {
    const value = source[key]
    if (known.includes(key) || value === null || value === undefined || key === '__proto__') continue
    if (isTooDeep(value)) report('too_deep', where + key, undefined, undefined)
    else keep(key, value)
  }
}

/** The key that holds the growing text of an entry. Entries of other types are never joined (docs/wire 2.3, 2.4). */
const TEXT_KEYS: Record<string, string | undefined> = {
  text: 'text',
  thinking: 'thinking',
  'reasoning.text': 'text',
  'reasoning.summary': 'summary',
}

/**
 * Appends parts of a content array, `reasoning_details` or `thinking_blocks` as they came. A piece joins only the entry
 * right before it, of the same type and with no other index or id; a signature, id or format that comes later fills in.
 * Everything else is kept verbatim and in order. Entries are replaced, never changed.
 */
export function appendEntries(
  list: ReasoningDetail[],
  entries: readonly ReasoningDetail[],
): ReasoningDetail[] {
  for (const entry of entries) {
    const last = list.at(-1)
    if (last && continues(last, entry)) list[list.length - 1] = joinEntries(last, entry)
    else list.push(entry)
  }
  return list
}

/** Is it a piece of the same entry? */
export function continues(last: ReasoningDetail, entry: ReasoningDetail): boolean {
  const key = TEXT_KEYS[entry.type]
  if (!key || last.type !== entry.type || differs(last.index, entry.index) || differs(last.id, entry.id))
    return false
  if (key === 'summary') return given(entry.index) && last.index === entry.index
  // A signature closes its block: more text would make it invalid, so it begins the next one, unless it says the same.
  return !(given(last.signature) && given(entry[key]) && last.signature !== entry.signature)
}

/** A piece joined to its entry. */
export function joinEntries(last: ReasoningDetail, entry: ReasoningDetail): ReasoningDetail {
  const merged = { ...last }
  for (const [name, value] of Object.entries(entry)) {
    if (name === TEXT_KEYS[entry.type]) merged[name] = joinTexts(last[name], value)
    else if (name !== '__proto__' && (given(value) || !(name in merged))) merged[name] = value
  }
  return merged
}

/** A text, or Mistral's list of text parts. */
function joinTexts(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return appendEntries([...before], after.filter(isEntry))
  if (typeof before === 'string') return before + flatText(after)
  return given(after) ? after : before
}

/** True for an object with a `type`. */
export function isEntry(value: unknown): value is ReasoningDetail {
  return isRecord(value) && typeof value.type === 'string'
}

function differs(a: unknown, b: unknown): boolean {
  return given(a) && given(b) && a !== b
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/**
 * Grows an object of lists and values in place: lists get longer, the `data` and `transcript` of an audio answer too,
 * its id stays, other values are kept as last given (docs/wire 2.2). With `whole` everything is replaced.
 */
export function growRecord(target: JsonObject, more: JsonObject, whole: boolean): JsonObject {
  for (const key of Object.keys(more)) {
    const value = more[key]
    const before = target[key]
    if (value === undefined || value === null || key === '__proto__') continue
    if (Array.isArray(value)) {
      const list: unknown[] = Array.isArray(before) && !whole ? before : (target[key] = [])
      for (const entry of value) list.push(entry)
    } else if (/^(data|transcript)$/.test(key) && !whole) target[key] = flatText(before) + flatText(value)
    else if (key !== 'id' || !before) target[key] = value
  }
  return target
}
