import { type AssistantMessage, type ContentPart, type Message, type ToolMessage } from '@antiphon/core'
import { partText } from '@antiphon/core/message'
import { compact, entriesIn, isRecord, sumOf, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  textOfBlocks,
  readAnswer,
  readBlock,
  withMetadata,
  plainContent,
  restOf,
  usageFrom,
} from '@antiphon/transcripts/toolkit'
import type { ReportLoss } from '@antiphon/transcripts'
import { commandOf, isReminder, PREFIX, speakerOf, type LogRecord } from './records.js'

/** Keys of a record that the message has under its own names. */
const ENVELOPE = ['type', 'message', 'uuid', 'timestamp', 'toolUseResult']

/** The messages of a `user` record: results of tools, words, or context. `isTyped`: a person wrote them. */
export function readUser({ record }: LogRecord): { messages: Message[]; isTyped: boolean } | undefined {
  const { message } = record
  if (!isRecord(message)) return undefined
  const { content } = message
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : entriesIn(content)
  const timestamp = timeOf(record.timestamp)
  const messages: Message[] = []
  const others: unknown[] = []
  const reminders: unknown[] = []
  for (const block of blocks) {
    const text = isRecord(block) && block.type === 'text' ? textOf(block.text) : undefined
    if (isRecord(block) && block.type === 'tool_result') messages.push(readResult(block, timestamp))
    else if (blocks.length > 1 && text !== undefined && isReminder(text)) reminders.push(block)
    else others.push(typeof block === 'string' ? { type: 'text', text: block } : block)
  }
  const [result] = messages
  if (result && record.toolUseResult !== undefined) {
    const details = record.toolUseResult
    messages[0] = { ...result, details } as ToolMessage
  }
  const isTyped = others.length > 0 && addWords(record, others, timestamp, messages)
  const notes = {
    ...restOf(PREFIX, record, ...ENVELOPE),
    ...restOf(`${PREFIX}message.`, message, 'role', 'content'),
    [`${PREFIX}reminders`]: reminders.length > 0 ? reminders : undefined,
  }
  const [first, ...rest] = messages
  if (!first) return undefined
  const id = textOf(record.uuid)
  return { messages: [withMetadata(compact({ ...first, id }), notes), ...rest], isTyped }
}

function addWords(
  record: JsonObject,
  blocks: readonly unknown[],
  timestamp: number | undefined,
  messages: Message[],
): boolean {
  const parts = blocks.map(readBlock)
  const text = parts.flatMap((part) => partText(part) ?? []).join('\n')
  const speaker = speakerOf(record, text)
  const command = speaker === 'typed' ? commandOf(text) : undefined
  const content: string | ContentPart[] = command ?? textOfBlocks(parts) ?? plainContent(parts)
  const words = compact<Message>({
    role: 'user',
    content,
    kind: speaker === 'typed' ? undefined : speaker === 'context' ? 'context' : 'notification',
    timestamp,
  })
  messages.push(command === undefined ? words : withMetadata(words, { [`${PREFIX}command`]: text }))
  return speaker === 'typed'
}

function readResult(block: JsonObject, timestamp: number | undefined): ToolMessage {
  const { content } = block
  const parts = typeof content === 'string' ? undefined : entriesIn(content).map((entry) => readBlock(entry))
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(block.tool_use_id) ?? '',
    content: parts ? (textOfBlocks(parts) ?? parts) : String(content),
    isError: block.is_error === true || undefined,
    timestamp,
  })
  const more = restOf(`${PREFIX}block.`, block, 'type', 'tool_use_id', 'content', 'is_error')
  return withMetadata(message, more)
}

/** A prompt that was typed while the agent worked, or another entry of the queue. */
export function readQueued(record: JsonObject): { message: Message; isTyped: boolean } | undefined {
  const { attachment } = record
  if (!isRecord(attachment) || attachment.type !== 'queued_command') return undefined
  const { prompt } = attachment
  const origin = isRecord(attachment.origin) ? attachment.origin.kind : undefined
  const isTyped =
    (attachment.commandMode === undefined || attachment.commandMode === 'prompt') &&
    (origin === undefined || ['human', 'user', 'cli'].includes(origin as string))
  const parts = Array.isArray(prompt) ? prompt.map((block) => readBlock(block)) : undefined
  const content = parts ? plainContent(parts) : textOf(prompt)
  if (content === undefined) return undefined
  const message = compact<Message>({
    role: 'user',
    content,
    id: textOf(record.uuid),
    kind: isTyped ? undefined : 'notification',
    timestamp: timeOf(record.timestamp),
  })
  const notes = {
    ...restOf(PREFIX, record, 'uuid', 'timestamp', 'attachment'),
    ...restOf(`${PREFIX}attachment.`, attachment, 'prompt'),
  }
  return { message: withMetadata(message, notes), isTyped }
}

/** One answer from the records of it: each block may have a record of its own, and the last one has the whole usage. */
export function readAnswerRecords(records: readonly LogRecord[], report: ReportLoss): Message | undefined {
  const first = records[0]!
  const blocks: unknown[] = []
  let largest: JsonObject | undefined
  for (const { record } of records) {
    const message = recordMessage(record)
    const { content, usage } = message
    if (typeof content === 'string') blocks.push({ type: 'text', text: content })
    else blocks.push(...entriesIn(content).filter((block) => block !== null))
    if (isRecord(usage) && !(Number(largest?.output_tokens) > Number(usage.output_tokens))) largest = usage
  }
  const last = recordMessage(records.at(-1)!.record)
  const raw = { ...recordMessage(first.record), stop_reason: last.stop_reason, content: blocks }
  const { answer, aside } = readAnswer(raw, `[${first.at}].message`, report)
  const failure = records.find(({ record }) => record.isApiErrorMessage === true)
  const aborted = records.some(({ record }) => record.isAbortedMidStream === true)
  const notes = {
    ...restOf(PREFIX, first.record, ...ENVELOPE),
    ...restOf(`${PREFIX}message.`, recordMessage(first.record), ...MESSAGE_KEYS, 'stop_reason'),
    [`${PREFIX}more`]: records.length > 1 ? records.slice(1).map(envelopeOf) : undefined,
    [`${PREFIX}blocks`]: Object.keys(aside).length > 0 ? aside : undefined,
  }
  const message = compact<AssistantMessage>({
    ...answer,
    id: textOf(first.record.uuid),
    timestamp: timeOf(first.record.timestamp),
    usage: largest && readUsage(largest),
    ...(failure && {
      content: '',
      segments: undefined,
      isError: true,
      finishReason: 'error',
      error: { kind: 'provider', message: answer.content || 'The request failed.' },
    }),
    ...(aborted && { finishReason: 'cancelled' as const }),
  })
  return withMetadata(message, notes)
}

const MESSAGE_KEYS = ['role', 'content', 'model', 'usage']
const recordMessage = (record: JsonObject): JsonObject => (isRecord(record.message) ? record.message : {})

/** The fields of a further record of an answer besides its blocks. */
function envelopeOf({ record }: LogRecord): JsonObject {
  const { message: _, ...envelope } = record
  return { ...envelope, message: restOf('', recordMessage(record), 'role', 'content') }
}

/** Their input count is without cached tokens; ours includes them. */
function readUsage(raw: JsonObject) {
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: written } = raw
  const details = isRecord(raw.output_tokens_details) ? raw.output_tokens_details : {}
  return usageFrom(
    {
      input: sumOf(raw.input_tokens, cached, written),
      output: raw.output_tokens,
      reasoning: details.thinking_tokens,
      cached,
      cacheWrite: written,
    },
    raw,
  )
}

const SHOWN = /^(?:compact_boundary|microcompact_boundary|api_refusal|model_refusal_fallback|error)$/

/** A system record that a reader of the transcript wants to see: where it was compacted, what was refused, what failed. */
export function readNotice(record: JsonObject): Message | undefined {
  if (record.type !== 'system' || !SHOWN.test(wordOf(record.subtype))) return undefined
  const error = isRecord(record.error) ? record.error : {}
  const said = [record.content, error.formatted, error.message, record.apiRefusalExplanation].map(textOf)
  const message = compact<Message>({
    role: 'system',
    kind: 'notification',
    content: said.find((text) => text !== undefined) ?? String(record.subtype).replaceAll('_', ' '),
    id: textOf(record.uuid),
    timestamp: timeOf(record.timestamp),
  })
  return withMetadata(message, restOf(PREFIX, record, 'uuid', 'timestamp', 'content'))
}
