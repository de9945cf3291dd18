import { isRecord, type JsonObject } from '../../errors/is-record.js'
import type { Message } from '../../message/types.js'
import { describeValue, normalizeError } from '../format-error.js'
import type { Detection, ParsedTranscript, ReportLoss, TranscriptDocument } from '../format-types.js'
import { defineFormat, type WriteOptions } from '../shared/define-format.js'
import { detectBy, type Mark } from '../shared/detect-by.js'
import { detectValue } from '../shared/detect-value.js'
import { readUnits, reportRest, requireKinds, requireRecords } from '../shared/message-list.js'
import { withMetadata } from '../shared/metadata.js'
import { readJsonInput } from '../shared/read-input.js'
import { writeUnit } from '../shared/unit-codec.js'
import { NEW, uiCodec } from './ui-codec.js'

const ROLES = ['system', 'user', 'assistant']

/** UI messages of the AI SDK (version 7), alone or in the body that its chat sends. */
export const aiSdkFormat = defineFormat({
  name: 'ai-sdk',
  title: 'AI SDK: UI messages, chat request',
  shapes: ['messages', 'chat', 'message'],
  detect: (value) => detectValue(value, detect),
  read,
  write,
})

function read(input: unknown, report: ReportLoss): Omit<ParsedTranscript, 'losses'> {
  const value = readJsonInput(input, 'ai-sdk', report)
  const isOne = isRecord(value) && Array.isArray(value.parts)
  const list: unknown = Array.isArray(value)
    ? value
    : isOne
      ? [value]
      : isRecord(value)
        ? value.messages
        : undefined
  if (!Array.isArray(list)) {
    throw normalizeError(
      `This is ${describeValue(value)}; ai-sdk needs a list of UI messages or an object with "messages".`,
      'not_ai-sdk',
    )
  }
  const shape = Array.isArray(value) ? 'messages' : isOne ? 'message' : 'chat'
  const where = shape === 'chat' ? 'messages' : ''
  const records = requireRecords(list, where, 'a message')
  requireKinds(records, 'role', ROLES, where, 'ai-sdk')
  records.forEach((record, i) => {
    if (Array.isArray(record.parts)) return
    throw normalizeError(`${where}[${i}] has no parts, so it is no UI message.`, 'no_parts')
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
  const { messages: _, ...fields } = value as JsonObject
  return { messages, document: { ...document, fields } }
}

function isAnswer(message: Message | undefined): boolean {
  return message?.role === 'assistant' || message?.role === 'tool'
}

function write(messages: readonly Message[], options: WriteOptions, report: ReportLoss): unknown {
  const { shape, document, others = [] } = options
  if (others.length > 0) report('other_conversations', '', others.length, undefined)
  const groups: { message: Message; at: number }[][] = []
  messages.forEach((message, at) => {
    const last = groups.at(-1)
    const joins = isAnswer(message) && last && isAnswer(last[0]!.message) && message.metadata?.[NEW] !== true
    if (joins) last.push({ message, at })
    else if (message.role === 'tool') report('message', `messages[${at}]`, message, undefined)
    else groups.push([{ message, at }])
  })
  const list = groups.map((group) => {
    const codec = uiCodec(
      '',
      group.map(({ at }) => at),
    )
    return writeUnit(
      codec,
      group.map(({ message }) => message),
      report,
    )
  })
  if (shape === 'messages') return list
  if (shape === 'chat') return { ...document?.fields, messages: list }
  const next = groups[1]?.[0]!.at
  if (next !== undefined) reportRest(messages, next, report)
  return list[0]
}

const hasPart =
  (pattern: RegExp) =>
  ({ parts }: JsonObject): boolean =>
    Array.isArray(parts) && parts.some((part) => isRecord(part) && pattern.test(String(part.type)))

const marks: Mark[] = [
  { sign: 'messages with parts', weight: 5, of: ({ parts }) => Array.isArray(parts) },
  {
    sign: 'parts of type step-start or tool-…',
    weight: 5,
    of: hasPart(/^(?:step-start|dynamic-tool|tool-.+|source-url)$/),
  },
  { sign: 'a message without parts', weight: -20, of: ({ parts }) => !Array.isArray(parts) },
]

function detect(value: unknown): Detection {
  const isOne = isRecord(value) && Array.isArray(value.parts)
  return detectBy(isOne ? [value] : isRecord(value) ? value.messages : value, ROLES, marks)
}
