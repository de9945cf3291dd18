import type { ContentPart, Message, ToolMessage, UserMessage } from '@antiphon/core'
import { compact, isRecord, type JsonObject, joinPath, wordOf } from '@antiphon/base'
import { readTextContent, textOfBlocks } from '../shared/content.js'
import { withMetadata } from '../shared/local-fields.js'
import type { MessageGroup, UnitCodec } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import { readAnswer, writeAnswerContent, writeEnvelope, readBlock, writeBlock } from './answer.js'

export const PREFIX = 'anthropic.'
const BLOCKS = `${PREFIX}@blocks`
const FORM = `${PREFIX}@form`
/** A system message among the others. */
export const INLINE = `${PREFIX}@inline`
/** Begins a message of its own, where it would join the one before, and the other way round. */
export const NEW = `${PREFIX}@new`
export const JOINED = `${PREFIX}@joined`

/**
 * A message of the service and those of ours it makes: a user message with results is a tool message for each, and a
 * user message for what else it holds. `at` has the places in our messages; `whole` writes an answer as a response.
 */
export function messageCodec(where: string, at: readonly number[], whole: boolean): UnitCodec {
  return {
    prefix: PREFIX,
    read: (unit, report) => readMessage(unit, where, report),
    write: (messages, report) => writeMessage(messages, at, whole, report),
  }
}

function readMessage(raw: JsonObject, where: string, report: ReportLoss): Message[] {
  const contentAt = joinPath(where, 'content')
  if (raw.role === 'system') {
    return [
      {
        role: 'system',
        content: readTextContent(raw.content, contentAt, report),
        metadata: { [INLINE]: true },
      },
    ]
  }
  if (raw.role === 'assistant') {
    const { answer, aside } = readAnswer(raw, where, report)
    const isBlocks = Array.isArray(raw.content) && textOfBlocks(raw.content) !== undefined
    return [
      withMetadata(answer, {
        [BLOCKS]: Object.keys(aside).length > 0 ? aside : undefined,
        [FORM]: isBlocks ? 'blocks' : undefined,
      }),
    ]
  }
  if (typeof raw.content === 'string') return [{ role: 'user', content: raw.content }]
  if (!Array.isArray(raw.content)) {
    if (raw.content !== undefined && raw.content !== null)
      report('wrong_type', contentAt, raw.content, undefined)
    return [{ role: 'user', content: '' }]
  }
  return joinMarks(splitContent(raw.content))
}

/** Each result is a message, and so is each run of other blocks. */
function splitContent(blocks: readonly unknown[]): (UserMessage | ToolMessage)[] {
  const messages: (UserMessage | ToolMessage)[] = []
  for (const block of blocks) {
    const last = messages.at(-1)
    if (isRecord(block) && block.type === 'tool_result') messages.push(readResult(block))
    else if (last?.role === 'user') (last.content as ContentPart[]).push(readBlock(block))
    else messages.push({ role: 'user', content: [readBlock(block)] })
  }
  if (messages.length === 0) return [{ role: 'user', content: [] }]
  // Beside results a text is a text; alone it keeps its form.
  return messages.map((message) =>
    message.role === 'user' && messages.length > 1
      ? { ...message, content: textOfBlocks(message.content as ContentPart[]) ?? message.content }
      : message,
  )
}

/** A user message always joins the results before it. Other joins must be noted. */
function joinMarks(messages: readonly (UserMessage | ToolMessage)[]): Message[] {
  return messages.map((message, i) => {
    const joins = i === 0 || messages[i - 1]!.role === 'tool'
    return joins ? message : withMetadata(message, { [JOINED]: true })
  })
}

function readResult(block: JsonObject): ToolMessage {
  const { content } = block
  const parts = Array.isArray(content) ? content.map((entry) => readBlock(entry)) : undefined
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: wordOf(block.tool_use_id),
    content: parts ?? wordOf(content),
    isError: block.is_error === true || undefined,
  })
}

function writeMessage(
  messages: MessageGroup,
  at: readonly number[],
  whole: boolean,
  report: ReportLoss,
): JsonObject {
  const first = messages[0]
  const where = `messages[${at[0] ?? 0}]`
  switch (first.role) {
    case 'assistant': {
      const asBlocks = whole || first.metadata?.[FORM] === 'blocks'
      const content = writeAnswerContent(first, first.metadata?.[BLOCKS], asBlocks, where, report)
      return { role: 'assistant', content, ...(whole ? writeEnvelope(first, where, report) : {}) }
    }
    case 'system':
    case 'developer':
      return { role: 'system', content: first.content }
    case 'user':
      if (messages.length === 1 && typeof first.content === 'string')
        return { role: 'user', content: first.content }
  }
  const blocks = messages.flatMap((message, i) => {
    const place = `messages[${at[i] ?? i}]`
    if (message.role === 'tool') return [writeResult(message, place, report)]
    const { content } = message as UserMessage
    return typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : writeParts(content, place, report)
  })
  return { role: 'user', content: blocks }
}

function writeParts(parts: ContentPart[], where: string, report: ReportLoss): JsonObject[] {
  return parts.map((part, i) => writeBlock(part, `${where}.content[${i}]`, report))
}

function writeResult(message: ToolMessage, where: string, report: ReportLoss): JsonObject {
  const { content } = message
  return compact({
    type: 'tool_result',
    tool_use_id: message.tool_call_id,
    content: typeof content === 'string' ? content : writeParts(content, where, report),
    is_error: message.isError || undefined,
  })
}
