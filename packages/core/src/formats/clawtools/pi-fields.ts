import { compact, field, isRecord, type JsonObject } from '../../errors/is-record.js'
import type { AssistantMessage, FinishReason, Usage } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { fieldReader } from '../shared/field-reader.js'

/** What a message of the layer underneath (pi-ai) has and the documented one has not. */
export const PI_KEYS = ['api', 'provider', 'model', 'usage', 'stopReason', 'timestamp']

const STOP: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  toolUse: 'tool_calls',
  error: 'error',
  aborted: 'cancelled',
}

export function readPiFields(raw: JsonObject, where: string, report: ReportLoss): Partial<AssistantMessage> {
  const read = fieldReader(raw, where, report)
  const stop = read.text('stopReason')
  const message = read.text('errorMessage')
  return compact({
    model: read.text('model'),
    usage: readUsage(raw.usage),
    finishReason: stop !== undefined && Object.hasOwn(STOP, stop) ? STOP[stop] : undefined,
    finishReasonRaw: stop !== undefined && !Object.hasOwn(STOP, stop) ? stop : undefined,
    error: message === undefined ? undefined : { kind: 'provider', message },
    isError: stop === 'error' || undefined,
  })
}

/** Fields that pi needs on every answer; what is not known gets the value that says least. */
export function writePiFields(message: AssistantMessage, where: string, report: ReportLoss): JsonObject {
  const { usage, finishReason, tool_calls: calls, error } = message
  if (!usage) report('usage_unknown', `${where}.usage`, undefined, 0)
  const known = Object.keys(STOP).find((word) => STOP[word] === finishReason)
  const fallback =
    finishReason === undefined || finishReason === 'other' ? (calls ? 'toolUse' : 'stop') : 'error'
  return compact({
    api: 'openai-completions',
    provider: message.reasoningSource?.provider ?? 'unknown',
    model: message.model ?? 'unknown',
    usage: writeUsage(usage),
    stopReason: known ?? fallback,
    errorMessage: error?.message,
  })
}

/** pi counts cached tokens beside `input`, we count them in. */
function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const count = (key: string): number | undefined => {
    const n = value[key]
    return typeof n === 'number' ? n : undefined
  }
  const [input, cached, written] = [count('input'), count('cacheRead'), count('cacheWrite')]
  const total = field(value.cost, 'total')
  return compact<Usage>({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
    outputTokens: count('output'),
    totalTokens: count('totalTokens'),
    cachedInputTokens: cached,
    cacheWriteInputTokens: written,
    cost: typeof total === 'number' ? { amount: total, currency: 'USD' } : undefined,
    origin: 'reported',
  })
}

function writeUsage(usage: Usage | undefined): JsonObject {
  const {
    inputTokens = 0,
    outputTokens = 0,
    cachedInputTokens: cached = 0,
    cacheWriteInputTokens: written = 0,
  } = usage ?? {}
  return {
    input: Math.max(0, inputTokens - cached - written),
    output: outputTokens,
    cacheRead: cached,
    cacheWrite: written,
    totalTokens: usage?.totalTokens ?? inputTokens + outputTokens,
    cost: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      total: usage?.cost?.currency === 'USD' ? usage.cost.amount : 0,
    },
  }
}
