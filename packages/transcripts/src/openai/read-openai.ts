import { isRecord, type JsonObject, listOf } from '@antiphon/base'
import { readInput } from '../text/read-input.js'
import { jsonText } from '../shared/json-text.js'
import { hasLocalFields } from '../shared/local-fields.js'
import { readUnits, requireKinds, requireRecords } from '../shared/unit-codec.js'
import {
  describeValue,
  normalizeError,
  type Conversation,
  type ParsedTranscript,
  type ReportLoss,
} from '../types.js'
import { messageCodec } from './codecs.js'
import { OPENAI_ROLES } from './read-message.js'
import { readResponse, countEvents, isChunk, readStream } from './responses.js'

type Read = Omit<ParsedTranscript, 'losses'>

/** Any of the shapes in which chat-completions data lies around. */
export function readOpenAi(input: unknown, report: ReportLoss): Read {
  const found = readInput(input, report)
  if (found.type === 'sse') return readStream(found.text, 'sse', countEvents(found.text), report)
  return found.type === 'values' ? readLines(found.values, true, report) : readValue(found.value, report)
}

function readValue(value: unknown, report: ReportLoss): Read {
  if (Array.isArray(value)) {
    const isList = value.length > 0 && !value.some((entry) => isRecord(entry) && 'role' in entry)
    return isList ? readLines(value, false, report) : readMessages(value, '', 'messages', report)
  }
  if (isRecord(value)) {
    if (Array.isArray(value.messages)) return readRequest(value, report)
    if (isChunk(value)) return readLines([value], false, report)
    if (Array.isArray(value.choices) && value.choices.length > 0) return readResponse(value, report)
    if (typeof value.role === 'string') return readMessages([value], '', 'message', report)
  }
  throw normalizeError(
    `This is ${describeValue(value)}; openai needs a list of messages, an object with "messages" or "choices", or a stream.`,
    'not_openai',
  )
}

/** A list of messages line by line, of chunks, or of conversations. */
function readLines(values: readonly unknown[], asText: boolean, report: ReportLoss): Read {
  const style = asText ? { text: true } : undefined
  if (values.some(isChunk)) {
    const text = values.map((value) => jsonText(value)).join('\n')
    const read = readStream(text, 'chunks', values.length, report)
    return { ...read, document: { ...read.document, style } }
  }
  if (values.every((value) => isRecord(value) && 'role' in value)) {
    const read = readMessages(values, '', 'messages', report)
    return { ...read, document: { ...read.document, style: { ...read.document.style, ...style } } }
  }
  const conversations = values.map((value, i): Conversation => {
    const at = `[${i}]`
    const reportAt: ReportLoss = (rule, where, before, after) => report(rule, at + where, before, after)
    if (Array.isArray(value)) return readMessages(value, at, 'messages', report)
    if (isRecord(value) && Array.isArray(value.messages)) return readRequest(value, reportAt)
    if (isRecord(value) && Array.isArray(value.choices)) {
      throw normalizeError(
        'Several responses are not a conversation. Read each of them by itself.',
        'several_responses',
      )
    }
    throw normalizeError(
      `Entry ${i + 1} is ${describeValue(value)}, not a message or a conversation.`,
      'not_openai',
    )
  })
  const read = several(conversations)
  const { fields, style: inner, kept } = read.document
  // The first conversation's own document rides inside that of the file.
  return {
    ...read,
    document: {
      format: 'openai',
      shape: 'conversations',
      fields,
      kept,
      style: { ...inner, ...style, first: read.document.shape },
    },
  }
}

function readRequest(body: JsonObject, report: ReportLoss): Conversation {
  const { messages, ...fields } = body
  const read = readMessages(listOf(messages), 'messages', 'request', report)
  return { ...read, document: { ...read.document, fields } }
}

function readMessages(
  list: readonly unknown[],
  where: string,
  shape: string,
  report: ReportLoss,
): Conversation {
  const records = requireRecords(list, where, 'a message')
  requireKinds(records, 'role', OPENAI_ROLES, where, 'openai')
  const local = records.some(hasLocalFields)
  const { messages } = readUnits(records, where, (at) => messageCodec(at, local), report)
  return { messages, document: { format: 'openai', shape, ...(local && { style: { local } }) } }
}

function several([first, ...others]: readonly Conversation[]): Read {
  return others.length > 0 ? { ...first!, others } : first!
}
