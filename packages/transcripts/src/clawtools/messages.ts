import type { AssistantMessage, ContentPart, Message, ToolMessage } from '@antiphon/core'
import { compact, type JsonObject, fieldReader, joinPath, isList, wordOf, listOf } from '@antiphon/base'
import { readOpenAiMessage } from '../openai/read-message.js'
import { writeOpenAiMessage } from '../openai/write-message.js'
import { readContent, textOfBlocks } from '../shared/content.js'
import type { UnitCodec } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import {
  readAnswerBlocks,
  writeAnswerBlocks,
  readBlock,
  writeBlock,
  readPiFields,
  writePiFields,
} from './answer.js'

export const PREFIX = 'clawtools.'
/** The system prompt, which clawtools keeps beside the messages. */
export const PROMPT = `${PREFIX}@prompt`
/** A message in the form of the OpenAI array, which passes through clawtools unchanged. */
const FOREIGN = `${PREFIX}@openai`
const BLOCKS = `${PREFIX}@blocks`
/** `string` or `null`, where an answer without calls was not a list of blocks. */
const FORM = `${PREFIX}@form`

export interface ClawtoolsStyle {
  /** Messages of the layer underneath, with all that makes it replay thinking. */
  pi: boolean
  /** User images as `image_url`, the way the documentation has them. */
  documentedImages: boolean
}

/** `where` is the way to the message: in the document when reading, in our messages when writing. */
export function messageCodec(
  where: string,
  style: ClawtoolsStyle,
  toolNameOf: (message: ToolMessage) => string,
): UnitCodec {
  return {
    prefix: PREFIX,
    read: (unit, report) => [readMessage(unit, where, report)],
    write: ([message], report) => writeMessage(message, where, style, toolNameOf, report),
  }
}

function readMessage(raw: JsonObject, where: string, report: ReportLoss): Message {
  const isForeign = !/^(?:user|assistant|toolResult)$/.test(String(raw.role)) || Array.isArray(raw.tool_calls)
  if (isForeign) {
    report('openai_shape', where, raw.role, undefined)
    const message = readOpenAiMessage(raw, where, PREFIX, report)
    return { ...message, metadata: { ...message.metadata, [FOREIGN]: true } }
  }
  const read = fieldReader(raw, where, report)
  const contentAt = joinPath(where, 'content')
  const timestamp = read.number('timestamp')
  const blocks = (): string | ContentPart[] => {
    const list = isList(raw.content) ? raw.content : undefined
    return list
      ? list.map((block, i) => readBlock(block, `${contentAt}[${i}]`, report))
      : readContent(raw.content, contentAt, report)
  }
  switch (raw.role) {
    case 'assistant':
      return readAnswer(raw, where, timestamp, report)
    case 'toolResult': {
      const content = blocks()
      return compact<Message>({
        role: 'tool',
        tool_call_id: read.text('toolCallId') ?? '',
        content: textOfBlocks(listOf(content)) ?? content,
        toolName: read.text('toolName'),
        isError: read.flag('isError') || undefined,
        details: raw.details,
        timestamp,
      })
    }
    default:
      return compact<Message>({ role: 'user', content: blocks(), timestamp })
  }
}

function readAnswer(
  raw: JsonObject,
  where: string,
  timestamp: number | undefined,
  report: ReportLoss,
): Message {
  const { content } = raw
  const list = isList(content) ? content : undefined
  const text = wordOf(content)
  const { fields, aside } = list
    ? readAnswerBlocks(list, joinPath(where, 'content'), report)
    : { fields: { content: text }, aside: undefined }
  if (!list && typeof content !== 'string' && content !== null && content !== undefined) {
    report('wrong_type', joinPath(where, 'content'), content, undefined)
  }
  const notes = compact({
    [BLOCKS]: aside,
    [FORM]: list ? undefined : content === null ? 'null' : 'string',
  })
  return compact<Message>({
    role: 'assistant',
    content: '',
    ...fields,
    ...readPiFields(raw, where, report),
    timestamp,
    metadata: Object.keys(notes).length > 0 ? notes : undefined,
  })
}

function writeMessage(
  message: Message,
  where: string,
  { pi, documentedImages }: ClawtoolsStyle,
  toolNameOf: (message: ToolMessage) => string,
  report: ReportLoss,
): JsonObject {
  if (message.metadata?.[FOREIGN] === true) return writeOpenAiMessage(message, false, PREFIX, where, report)
  const timestamp = pi ? message.timestamp : undefined
  const contentAt = `${where}.content`
  const blocks = (content: ContentPart[], documented: boolean): JsonObject[] =>
    content.map((part, i) => writeBlock(part, documented, `${contentAt}[${i}]`, report))
  switch (message.role) {
    case 'assistant':
      return compact({
        role: 'assistant',
        content: writeAnswerContent(message, pi, where, report),
        ...(pi ? writePiFields(message, where, report) : {}),
        timestamp,
      })
    case 'tool': {
      const { content, details, isError = false } = message
      return compact({
        role: 'toolResult',
        toolCallId: message.tool_call_id,
        toolName: toolNameOf(message),
        content: typeof content === 'string' ? [{ type: 'text', text: content }] : blocks(content, false),
        isError,
        details,
        timestamp,
      })
    }
    default: {
      const { content } = message
      return compact({
        role: 'user',
        content: typeof content === 'string' ? content : blocks(content, documentedImages),
        timestamp,
      })
    }
  }
}

/** Always a list, which is the one form that every version reads, unless the document had it otherwise. */
function writeAnswerContent(
  message: AssistantMessage,
  pi: boolean,
  where: string,
  report: ReportLoss,
): unknown {
  const form = message.metadata?.[FORM]
  const isBare = !message.tool_calls?.length && !message.images?.length && !(pi && message.reasoning)
  if (isBare && form === 'string') return message.content
  if (isBare && form === 'null' && message.content === '') return null
  return writeAnswerBlocks(message, pi, message.metadata?.[BLOCKS], where, report)
}
