import type { Message, SystemMessage } from '@antiphon/core'
import { isRecord, type JsonObject, recordOf } from '@antiphon/base'
import { joinPrompts, splitSystemPrompt, textOfBlocks } from '../shared/content.js'
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
  readUnits,
  requireKinds,
  requireRecords,
  writeUnit,
  type PlacedGroup,
} from '../shared/unit-codec.js'
import { type ReportLoss, type TranscriptDocument } from '../types.js'
import { INLINE, JOINED, messageCodec, NEW, PREFIX } from './messages.js'

/** The system prompt, in the form it had beside the messages. */
const SYSTEM = `${PREFIX}@system`
const ROLES = ['user', 'assistant', 'system']

/** The Messages API of Anthropic: request, messages, response. */
export const anthropicFormat = defineFormat({
  name: 'anthropic',
  title: 'Anthropic Messages: request, messages, response',
  shapes: ['request', 'messages', 'response'],
  detect(value) {
    const isOne = isRecord(value) && typeof value.role === 'string'
    const found = detectBy(isOne ? [value] : isRecord(value) ? value.messages : value, ROLES, marks)
    const hasPrompt =
      isRecord(value) &&
      (typeof value.system === 'string' || textOfBlocks([value.system].flat().slice(0, 1)) !== undefined)
    const isRequest = hasPrompt && isRecord(value) && typeof value.max_tokens === 'number'
    return isRequest && found.certainty > 0
      ? { certainty: 1, why: 'it has system and max_tokens beside the messages' }
      : found
  },
  read(value, report) {
    const isResponse = isRecord(value) && value.role === 'assistant' && !Array.isArray(value.messages)
    const list = messagesOf(
      value,
      'anthropic',
      isResponse,
      'a list of messages, a request with "messages" or a response',
    )
    const shape = Array.isArray(value) ? 'messages' : isResponse ? 'response' : 'request'
    const where = shape === 'request' ? 'messages' : ''
    const records = requireRecords(list, where, 'a message')
    requireKinds(records, 'role', ROLES, where, 'anthropic')
    const messages: Message[] = []
    for (const [i, record] of records.entries()) {
      const codec = messageCodec(`${where}[${i}]`, [], isResponse)
      const [first, ...rest] = readUnits([record], `${where}[${i}]`, () => codec, report).messages
      const marked = messages.at(-1)?.role === 'tool' && (first!.role === 'tool' || first!.role === 'user')
      messages.push(marked ? withMetadata(first!, { [NEW]: true }) : first!, ...rest)
    }
    const document: TranscriptDocument = { format: 'anthropic', shape }
    if (shape !== 'request') return { messages, document }
    const { messages: _, system, ...fields } = recordOf(value)
    const prompt = system === undefined ? undefined : readPrompt(system)
    if (system !== undefined && !prompt)
      return { messages, document: { ...document, fields: { ...fields, system } } }
    return { messages: prompt ? [prompt, ...messages] : messages, document: { ...document, fields } }
  },
  write(messages, options, report) {
    const { shape, document } = options
    if (shape === 'response') return writeResponse(messages, report)
    const isInline = (message: SystemMessage): boolean => message.metadata?.[INLINE] === true
    const { prompts, rest } = splitSystemPrompt(messages, 'the system prompt', isInline, report)
    const groups: PlacedGroup[] = []
    for (const entry of rest) {
      const { role, metadata } = entry.message
      const last = groups.at(-1)
      const follows =
        last?.messages.at(-1)?.role === 'tool' &&
        (role === 'tool' || role === 'user') &&
        metadata?.[NEW] !== true
      const isJoined = metadata?.[JOINED] === true && last?.messages[0].role !== 'assistant'
      if (last && (follows || isJoined)) addTo(last, entry.message, entry.at)
      else groups.push({ messages: [entry.message], at: [entry.at] })
    }
    const list = groups.map((group) => {
      return writeUnit(messageCodec('', group.at, false), group.messages, report)
    })
    if (shape === 'messages') {
      prompts.forEach((prompt) =>
        report('message', `messages[${messages.indexOf(prompt)}]`, prompt, undefined),
      )
      return list
    }
    return { ...document?.fields, ...writePrompt(prompts), messages: list }
  },
})

/** A text or a list of text blocks, which may carry marks for the cache. */
function readPrompt(system: unknown): Message | undefined {
  if (typeof system === 'string') return { role: 'system', content: system }
  const texts = Array.isArray(system)
    ? system.map((block: unknown) => (isRecord(block) ? block.text : undefined))
    : []
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string')) return undefined
  return { role: 'system', content: texts.join('\n\n'), metadata: { [SYSTEM]: system } }
}

function writePrompt(prompts: readonly SystemMessage[]): JsonObject {
  const [first] = prompts
  if (!first) return {}
  const kept = first.metadata?.[SYSTEM]
  const isSame = prompts.length === 1 && readPrompt(kept)?.content === first.content
  return { system: isSame ? kept : joinPrompts(prompts) }
}

function writeResponse(messages: readonly Message[], report: ReportLoss): unknown {
  const at = messages.findLastIndex((message) => message.role === 'assistant')
  messages.forEach((message, i) => {
    if (i !== at) report('message', `messages[${i}]`, message, undefined)
  })
  const message = messages[at] ?? { role: 'assistant', content: '' }
  return writeUnit(messageCodec('', [at], true), [message], report)
}

const FIELDS = [
  'role',
  'content',
  'id',
  'type',
  'model',
  'stop_reason',
  'stop_sequence',
  'usage',
  'container',
]

const marks: Mark[] = [
  { sign: 'blocks of type tool_use or tool_result', weight: 8, of: hasType('tool_use', 'tool_result') },
  {
    sign: 'blocks of type redacted_thinking or of tools of the service',
    weight: 5,
    of: hasType('redacted_thinking', 'server_tool_use'),
  },
  {
    sign: 'thinking with a signature',
    weight: 5,
    of: hasPart((block) => block.type === 'thinking' && 'signature' in block),
  },
  {
    sign: 'images or documents with a source',
    weight: 5,
    of: hasPart(({ source }) => isRecord(source)),
  },
  { sign: 'a stop_reason', weight: 5, of: (m) => 'stop_reason' in m },
  { sign: 'a system message among the others', weight: -2, of: ({ role }) => role === 'system' },
  {
    sign: 'fields of other systems',
    weight: -6,
    of: (m) => ['tool_calls', 'toolCalls', 'parts', 'reasoning'].some((key) => key in m),
  },
  otherFields(FIELDS, -3),
  {
    sign: 'blocks of another system',
    weight: -6,
    of: hasType('toolCall', 'image_url', 'input_audio', 'tool-call', 'input_text'),
  },
]
