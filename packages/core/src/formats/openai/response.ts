import { compact, isRecord, type JsonObject } from '../../errors/is-record.js'
import { normalizeUsage } from '../../accumulate/normalize-usage.js'
import type { AssistantMessage, Message, Usage } from '../../message/types.js'
import type { Conversation, ReportLoss, TranscriptDocument } from '../format-types.js'
import { deepEqual } from '../shared/deep-equal.js'
import { requireRecords } from '../shared/message-list.js'
import { readUnit, writeUnit } from '../shared/unit-codec.js'
import { choiceCodec } from './openai-codecs.js'

/** A whole response. Its choices are answers to the same question, so each is a conversation of its own. */
export function readResponse(body: JsonObject, report: ReportLoss): Conversation[] {
  const { choices, ...fields } = body
  const list = requireRecords(Array.isArray(choices) ? choices : [], 'choices', 'a choice')
  return list.map((choice, i): Conversation => {
    const [message] = readUnit(choiceCodec(i), choice, report)
    const document: TranscriptDocument = {
      format: 'openai',
      shape: 'response',
      fields: i === 0 ? fields : {},
    }
    return { messages: [withEnvelope(message as AssistantMessage, fields, i === 0)], document }
  })
}

/** Only the first choice has the usage, so that a sum counts it once. */
function withEnvelope(message: AssistantMessage, fields: JsonObject, isFirst: boolean): AssistantMessage {
  const model = typeof fields.model === 'string' ? fields.model : undefined
  return compact({ ...message, model, usage: isFirst ? normalizeUsage(fields.usage) : undefined })
}

/** The last answer as a response; what comes before it has no place there. */
export function writeResponse(
  messages: readonly Message[],
  others: readonly Conversation[] = [],
  document: TranscriptDocument | undefined,
  report: ReportLoss,
): JsonObject {
  const answers = [messages, ...others.map((other) => other.messages)].map(
    (list) =>
      list.findLast((message) => message.role === 'assistant') ?? { role: 'assistant' as const, content: '' },
  )
  const choices = answers.map((message, i) => writeUnit(choiceCodec(i), [message], report))
  const [first] = answers as [AssistantMessage]
  const fields = document?.fields ?? newEnvelope(first)
  return compact({
    ...fields,
    model: first.model ?? fields.model,
    choices,
    usage: usageField(first.usage, fields.usage),
  })
}

function newEnvelope(message: AssistantMessage): JsonObject {
  const { timestamp, metadata } = message
  return compact({
    id: typeof metadata?.['wire.id'] === 'string' ? metadata['wire.id'] : undefined,
    object: 'chat.completion',
    created: timestamp === undefined ? undefined : Math.floor(timestamp / 1000),
  })
}

function usageField(usage: Usage | undefined, given: unknown): unknown {
  if (!usage || deepEqual(normalizeUsage(given), usage)) return given
  return isRecord(usage.raw) && deepEqual(normalizeUsage(usage.raw), usage) ? usage.raw : wireUsage(usage)
}

/** Token counts in the words of the wire. */
export function wireUsage(usage: Usage): JsonObject {
  const { cachedInputTokens, cacheWriteInputTokens, reasoningTokens } = usage
  const input = compact({ cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteInputTokens })
  return compact({
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    prompt_tokens_details: Object.keys(input).length > 0 ? input : undefined,
    completion_tokens_details:
      reasoningTokens === undefined ? undefined : { reasoning_tokens: reasoningTokens },
    cost: usage.cost?.currency === 'USD' ? usage.cost.amount : undefined,
  })
}
