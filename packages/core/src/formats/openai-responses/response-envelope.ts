import { compact, field, type JsonObject } from '../../errors/is-record.js'
import { normalizeUsage } from '../../accumulate/normalize-usage.js'
import type { AssistantMessage, FinishReason, Usage } from '../../message/types.js'
import { deepEqual } from '../shared/deep-equal.js'

/** What a response says about its answer beside the items. */
export function readEnvelope(body: JsonObject, hasCalls: boolean): Partial<AssistantMessage> {
  const message = field(body.error, 'message')
  const code = field(body.error, 'code')
  const status = typeof body.status === 'string' ? body.status : undefined
  return compact<Partial<AssistantMessage>>({
    model: typeof body.model === 'string' ? body.model : undefined,
    usage: normalizeUsage(body.usage),
    finishReason: readStatus(status, field(body.incomplete_details, 'reason'), hasCalls),
    error:
      typeof message === 'string'
        ? compact({ kind: 'provider' as const, message, code: typeof code === 'string' ? code : undefined })
        : undefined,
    isError: status === 'failed' || undefined,
  })
}

function readStatus(
  status: string | undefined,
  reason: unknown,
  hasCalls: boolean,
): FinishReason | undefined {
  switch (status) {
    case 'completed':
      return hasCalls ? 'tool_calls' : 'stop'
    case 'incomplete':
      return reason === 'max_output_tokens' ? 'length' : reason === 'content_filter' ? reason : 'incomplete'
    case 'failed':
      return 'error'
    case 'cancelled':
      return status
    default:
      return undefined
  }
}

export function writeEnvelope(message: AssistantMessage, given: JsonObject): JsonObject {
  const { finishReason, error, model } = message
  const written: JsonObject = compact<JsonObject>({
    ...given,
    model: model ?? given.model,
    usage: writeUsage(message.usage, given.usage),
  })
  const said = readEnvelope(written, message.tool_calls !== undefined)
  if (said.finishReason !== finishReason) {
    const reasons: Partial<Record<FinishReason, string>> = {
      length: 'max_output_tokens',
      content_filter: 'content_filter',
    }
    const reason = finishReason && reasons[finishReason]
    written.incomplete_details = reason ? { reason } : null
    written.status = reason ? 'incomplete' : statusOf(finishReason)
  }
  if (!deepEqual(said.error, error))
    written.error = error ? { code: error.code ?? error.kind, message: error.message } : null
  return compact(written)
}

function statusOf(reason: FinishReason | undefined): string | undefined {
  if (reason === 'error') return 'failed'
  return reason === undefined || reason === 'cancelled' || reason === 'incomplete' ? reason : 'completed'
}

function writeUsage(usage: Usage | undefined, given: unknown): unknown {
  for (const candidate of [given, usage?.raw])
    if (deepEqual(normalizeUsage(candidate), usage)) return candidate
  if (!usage) return undefined
  return compact({
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    input_tokens_details:
      usage.cachedInputTokens === undefined ? undefined : { cached_tokens: usage.cachedInputTokens },
    output_tokens_details:
      usage.reasoningTokens === undefined ? undefined : { reasoning_tokens: usage.reasoningTokens },
  })
}
