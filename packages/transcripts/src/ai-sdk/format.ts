import type { Message, ToolMessage } from '@antiphon/core'
import { isRecord, type JsonObject, listOf, recordOf } from '@antiphon/base'
import { findToolName } from '../shared/content.js'
import {
  defineFormat,
  detectBy,
  hasPart,
  hasType,
  otherFields,
  type Mark,
  messagesOf,
} from '../shared/define-format.js'
import { withMetadata } from '../shared/local-fields.js'
import {
  addTo,
  insertKept,
  readUnits,
  reportRest,
  requireKinds,
  requireRecords,
  writeUnit,
  type PlacedGroup,
} from '../shared/unit-codec.js'
import { normalizeError, type ParsedTranscript, type ReportLoss, type TranscriptDocument } from '../types.js'
import { modelCodec } from './model-messages.js'
import { NEW, uiCodec } from './ui-messages.js'

const ROLES = ['system', 'user', 'assistant']

/** UI messages of the AI SDK (version 7), alone or in the body that its chat sends, and the messages it gives to models. */
export const aiSdkFormat = defineFormat({
  name: 'ai-sdk',
  title: 'AI SDK: UI messages, chat request, model messages',
  shapes: ['messages', 'chat', 'message', 'model'],
  detect(value) {
    const isOne = isRecord(value) && Array.isArray(value.parts)
    const list = isOne ? [value] : isRecord(value) ? value.messages : value
    // No other system has them, and read as another one the calls would be lost.
    if (Array.isArray(list) && list.some((entry) => isRecord(entry) && Array.isArray(entry.toolInvocations)))
      return { certainty: 1, why: 'it has toolInvocations' }
    const isUi = !Array.isArray(list) || list.some((entry) => isRecord(entry) && 'parts' in entry)
    return isUi ? detectBy(list, ROLES, marks) : detectBy(list, [...ROLES, 'tool'], modelMarks)
  },
  read(value, report) {
    const isOne = isRecord(value) && Array.isArray(value.parts)
    const list = messagesOf(value, 'ai-sdk', isOne, 'a list of UI messages or an object with "messages"')
    const shape = Array.isArray(value) ? 'messages' : isOne ? 'message' : 'chat'
    const where = shape === 'chat' ? 'messages' : ''
    const found = requireRecords(list, where, 'a message')
    const records = found.some(hasInvocations) ? found.map(withParts) : found
    if (records.some((record) => 'content' in record && !('parts' in record))) {
      return readModel(records, where, value, report)
    }
    requireKinds(records, 'role', ROLES, where, 'ai-sdk')
    records.forEach((record, i) => {
      if (Array.isArray(record.parts)) return
      throw normalizeError(`${where}[${i}] has no parts, so it is not a UI message.`, 'no_parts')
    })
    const messages: Message[] = []
    for (const [i, record] of records.entries()) {
      const at = `${where}[${i}]`
      const [first, ...rest] = readUnits([record], at, () => uiCodec(at, []), report).messages
      const joins = record.role === 'assistant' && isAnswer(messages.at(-1))
      messages.push(joins ? withMetadata(first!, { [NEW]: true }) : first!, ...rest)
    }
    const document: TranscriptDocument = { format: 'ai-sdk', shape }
    if (shape !== 'chat') return { messages, document }
    const { messages: _, ...fields } = recordOf(value)
    return { messages, document: { ...document, fields } }
  },
  write(messages, options, report) {
    const { shape, document } = options
    if (shape === 'model') return writeModel(messages, document, report)
    const groups: PlacedGroup[] = []
    messages.forEach((message, at) => {
      const last = groups.at(-1)
      const joins =
        isAnswer(message) && last && isAnswer(last.messages[0]) && message.metadata?.[NEW] !== true
      if (joins) addTo(last, message, at)
      else if (message.role === 'tool') report('message', `messages[${at}]`, message, undefined)
      else groups.push({ messages: [message], at: [at] })
    })
    const list = groups.map((group) => {
      return writeUnit(uiCodec('', group.at), group.messages, report)
    })
    if (shape === 'messages') return list
    if (shape === 'chat') return { ...document?.fields, messages: list }
    const next = groups[1]?.at[0]
    if (next !== undefined) reportRest(messages, next, report)
    return list[0]
  },
})

const hasInvocations = ({ parts, toolInvocations: calls }: JsonObject): boolean =>
  !Array.isArray(parts) && Array.isArray(calls)

/** Converts a message from before AI SDK 4.2 to the parts that the AI SDK has used since. */
function withParts(record: JsonObject): JsonObject {
  if (Array.isArray(record.parts)) return record
  const { content, reasoning, toolInvocations: calls, ...rest } = record
  const invocations = listOf(calls).map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation }))
  const thoughts = typeof reasoning === 'string' ? [{ type: 'reasoning', text: reasoning }] : []
  const words = typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
  return { ...rest, parts: [...thoughts, ...invocations, ...words] }
}

/** Messages that the SDK sends to a model. A body around the messages is kept. */
function readModel(
  records: readonly JsonObject[],
  where: string,
  value: unknown,
  report: ReportLoss,
): Omit<ParsedTranscript, 'losses'> {
  requireKinds(records, 'role', [...ROLES, 'tool'], where, 'ai-sdk')
  const messages: Message[] = []
  const kept: Record<string, unknown> = {}
  for (const [i, record] of records.entries()) {
    const at = `${where}[${i}]`
    const codec = modelCodec(at, [], (result) => findToolName(result, messages, messages.length) ?? 'unknown')
    const [first, ...rest] = readUnits([record], at, () => codec, report).messages
    if (!first) {
      kept[String(i)] = record
      continue
    }
    const joins = first.role === 'tool' && messages.at(-1)?.role === 'tool'
    messages.push(joins ? withMetadata(first, { [NEW]: true }) : first, ...rest)
  }
  const document: TranscriptDocument = { format: 'ai-sdk', shape: 'model' }
  if (Object.keys(kept).length > 0) document.kept = kept
  if (where === '') return { messages, document }
  const { messages: _, ...fields } = recordOf(value)
  return { messages, document: { ...document, fields } }
}

function isAnswer(message: Message | undefined): boolean {
  return message?.role === 'assistant' || message?.role === 'tool'
}

function writeModel(
  messages: readonly Message[],
  document: TranscriptDocument | undefined,
  report: ReportLoss,
): unknown {
  const groups: PlacedGroup[] = []
  messages.forEach((message, at) => {
    const last = groups.at(-1)
    const joins =
      message.role === 'tool' && last?.messages[0].role === 'tool' && message.metadata?.[NEW] !== true
    if (joins) addTo(last, message, at)
    else groups.push({ messages: [message], at: [at] })
  })
  const list = groups.map((group) => {
    const nameOf = (result: ToolMessage, place: string): string => {
      const name = findToolName(result, messages, Number(/\d+/.exec(place)?.[0]))
      if (name === undefined) report('tool_name_unknown', `${place}.toolName`, undefined, 'unknown')
      return name ?? 'unknown'
    }
    return writeUnit(modelCodec('', group.at, nameOf), group.messages, report)
  })
  const all = insertKept(list, document?.kept)
  return document?.fields ? { ...document.fields, messages: all } : all
}

const marks: Mark[] = [
  { sign: 'messages with parts', weight: 5, of: ({ parts }) => Array.isArray(parts) },
  {
    sign: 'parts of type step-start or tool-…',
    weight: 5,
    of: hasPart(({ type }) => /^(?:step-start|dynamic-tool|tool-.+|source-url)$/.test(String(type)), 'parts'),
  },
  { sign: 'a message without parts', weight: -20, of: ({ parts }) => !Array.isArray(parts) },
]

const modelMarks: Mark[] = [
  {
    sign: 'blocks of type tool-call or tool-result',
    weight: 9,
    of: hasType('tool-call', 'tool-result'),
  },
  {
    sign: 'files with a mediaType',
    weight: 6,
    of: hasPart((block) => 'mediaType' in block || 'image' in block),
  },
  { sign: 'reasoning as a part', weight: 2, of: hasType('reasoning') },
  { sign: 'providerOptions', weight: 5, of: (m) => 'providerOptions' in m },
  otherFields(['role', 'content', 'providerOptions'], -6),
  {
    sign: 'blocks of another system',
    weight: -8,
    of: hasPart(({ type }) =>
      /^(?:image_url|input_.+|tool_use|tool_result|toolCall|thinking|document)$/.test(String(type)),
    ),
  },
  {
    sign: 'a tool message that is not a list of results',
    weight: -8,
    of: (m) => m.role === 'tool' && !hasPart(({ type }) => String(type).startsWith('tool-'))(m),
  },
]
