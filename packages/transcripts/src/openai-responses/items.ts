import {
  contentToText,
  type Message,
  type AssistantMessage,
  type FinishReason,
  type Usage,
} from '@antiphon/core'
import { normalizeUsage } from '@antiphon/core/message'
import { compact, type JsonObject, field, joinPath, listOf, recordOf, wordOf } from '@antiphon/base'
import { withMetadata } from '../shared/local-fields.js'
import type { UnitCodec } from '../shared/unit-codec.js'
import { deepEqual } from '../shared/values.js'
import type { ReportLoss } from '../types.js'
import { readAnswer, writeAnswer, readItemContent, writeContent } from './answer.js'

export const PREFIX = 'openai-responses.'
const ASIDE = `${PREFIX}@items`
const EASY = `${PREFIX}@easy`

/** True for an input item, which ends the answer before it. */
export function isInput(item: JsonObject): boolean {
  return (
    /^(?:function|custom_tool)_call_output$/.test(String(item.type)) ||
    /^(?:user|system|developer)$/.test(String(item.role))
  )
}

/**
 * One message: its unit is `{ items }`, one item of input or all that the model wrote up to the next. `where` is the way
 * to the list in the document, or to the message in ours.
 */
export function itemsCodec(where: string): UnitCodec {
  return {
    prefix: PREFIX,
    read: ({ items }, report) => [readItems(listOf(items), where, report)],
    write: ([message], report) => ({ items: writeItems(message, where, report) }),
  }
}

function readItems(items: readonly unknown[], where: string, report: ReportLoss): Message {
  const item = recordOf(items[0])
  if (!isInput(item)) {
    const { answer, aside, easy } = readAnswer(items, where, report)
    return withMetadata(answer, {
      [ASIDE]: aside,
      [EASY]: easy || undefined,
    })
  }
  if (typeof item.type === 'string' && item.type.endsWith('_output')) {
    return compact<Message>({
      role: 'tool',
      tool_call_id: wordOf(item.call_id),
      content: readItemContent(item.output, joinPath(where, '[0].output'), report),
    })
  }
  const content = readItemContent(item.content, joinPath(where, '[0].content'), report)
  if (item.role === 'user') return { role: 'user', content }
  return { role: item.role === 'developer' ? 'developer' : 'system', content: contentToText(content) }
}

function writeItems(message: Message, where: string, report: ReportLoss): unknown[] {
  switch (message.role) {
    case 'assistant':
      return writeAnswer(message, message.metadata?.[ASIDE], message.metadata?.[EASY] === true)
    case 'tool': {
      const output = writeContent(message.content, `${where}.content`, report)
      return [{ type: 'function_call_output', call_id: message.tool_call_id, output }]
    }
    case 'user':
      return [{ role: 'user', content: writeContent(message.content, `${where}.content`, report) }]
    default:
      return [{ role: message.role, content: message.content }]
  }
}

/** Facts about the answer outside of the items. */
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
