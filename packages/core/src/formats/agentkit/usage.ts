import { compact, field, isRecord, type JsonObject } from '../../errors/is-record.js'
import { normalizeFinishReason } from '../../accumulate/normalize-finish-reason.js'
import type { FinishReason, Usage } from '../../message/types.js'

/** agentkit's names of the counts, by ours. The first two are required there. */
const COUNTS = [
  ['inputTokens', 'input_tokens'],
  ['outputTokens', 'output_tokens'],
  ['reasoningTokens', 'reasoning_tokens'],
  ['cachedInputTokens', 'cached_input_tokens'],
  ['cacheWriteInputTokens', 'cache_write_input_tokens'],
] as const
/** Names of required counts that nobody reported; they stand as 0. */
const UNKNOWN = 'antiphon.unknown'
const [TOTAL, ORIGIN, RAW] = ['antiphon.totalTokens', 'antiphon.origin', 'antiphon.raw']

export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const unknown = field(value.metadata, UNKNOWN)
  const counts = COUNTS.map(([ours, theirs]) => {
    const count = field(value.tokens, theirs)
    const isKnown = typeof count === 'number' && !(Array.isArray(unknown) && unknown.includes(theirs))
    return [ours, isKnown ? count : undefined]
  })
  const total = field(value.metadata, TOTAL)
  const { amount, currency } = isRecord(value.cost) ? value.cost : {}
  const cost = typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : undefined
  return compact<Usage>({
    ...(Object.fromEntries(counts) as Partial<Usage>),
    totalTokens: typeof total === 'number' ? total : undefined,
    cost,
    origin: field(value.metadata, ORIGIN) === 'estimated' ? 'estimated' : 'reported',
    raw: field(value.metadata, RAW),
  })
}

export function writeUsage(usage: Usage | undefined): JsonObject | null {
  if (!usage) return null
  const known = COUNTS.filter(([ours]) => usage[ours] !== undefined)
  const required = COUNTS.slice(0, 2)
  const unknown = required.filter((entry) => !known.includes(entry)).map(([, theirs]) => theirs)
  const tokens = Object.fromEntries(
    COUNTS.map((entry) => [entry[1], usage[entry[0]] ?? (required.includes(entry) ? 0 : null)]),
  )
  return {
    tokens: known.length > 0 ? tokens : null,
    cost: usage.cost ? { ...usage.cost, provider_amount: null } : null,
    metadata: compact({
      [ORIGIN]: usage.origin === 'estimated' ? 'estimated' : undefined,
      [RAW]: usage.raw,
      [TOTAL]: usage.totalTokens,
      [UNKNOWN]: known.length > 0 && unknown.length > 0 ? unknown : undefined,
    }),
  }
}

const FINISH: Record<string, FinishReason> = {
  Completed: 'stop',
  ToolCall: 'tool_calls',
  MaxTokens: 'length',
  Cancelled: 'cancelled',
  Blocked: 'content_filter',
  Error: 'error',
}

export function readFinish(value: unknown): { finishReason?: FinishReason; finishReasonRaw?: string } {
  if (typeof value === 'string' && Object.hasOwn(FINISH, value)) return { finishReason: FINISH[value]! }
  const other = field(value, 'Other')
  if (typeof other !== 'string') return {}
  if (other === 'incomplete') return { finishReason: other }
  return { finishReason: normalizeFinishReason(other), finishReasonRaw: other }
}

export function writeFinish(reason: FinishReason | undefined, raw: string | undefined): unknown {
  if (reason === undefined) return null
  const named = Object.keys(FINISH).find((key) => FINISH[key] === reason)
  return named ?? { Other: raw ?? reason }
}
