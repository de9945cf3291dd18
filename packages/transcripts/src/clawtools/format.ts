import type { Message, ToolMessage } from '@antiphon/core'
import { isRecord, type JsonObject, recordOf } from '@antiphon/base'
import { findToolName, splitSystemPrompt, joinPrompts } from '../shared/content.js'
import {
  defineFormat,
  detectBy,
  hasPart,
  hasType,
  otherFields,
  type Mark,
  messagesOf,
} from '../shared/define-format.js'
import { readUnits, reportRest, requireKinds, requireRecords, writeUnit } from '../shared/unit-codec.js'
import { type TranscriptDocument } from '../types.js'
import { PI_KEYS } from './answer.js'
import { messageCodec, PREFIX, PROMPT, type ClawtoolsStyle } from './messages.js'

/**
 * Messages of clawtools, as documented and as its lower layer (pi-ai) has them. `context` has the system prompt beside
 * the messages. Style `pi` writes what pi needs to replay thinking, `documentedImages` user images as `image_url`.
 */
export const clawtoolsFormat = defineFormat({
  name: 'clawtools',
  title: 'clawtools: stream context, messages, with those of pi-ai',
  shapes: ['context', 'messages', 'message'],
  detect(value) {
    const isOne = isRecord(value) && typeof value.role === 'string'
    const found = detectBy(isOne ? [value] : isRecord(value) ? value.messages : value, ROLES, marks)
    const hasPrompt =
      isRecord(value) && typeof value.systemPrompt === 'string' && Array.isArray(value.messages)
    return hasPrompt && found.certainty > 0
      ? { certainty: 1, why: 'a systemPrompt is beside the messages' }
      : found
  },
  read(value, report) {
    const isOne = isRecord(value) && typeof value.role === 'string' && !Array.isArray(value.messages)
    const list = messagesOf(value, 'clawtools', isOne, 'a list of messages or an object with "messages"')
    const shape = Array.isArray(value) ? 'messages' : isOne ? 'message' : 'context'
    const where = shape === 'context' ? 'messages' : ''
    const records = requireRecords(list, where, 'a message')
    requireKinds(records, 'role', ROLES, where, 'clawtools')
    const style: ClawtoolsStyle = {
      pi: records.some(isPi),
      documentedImages: records.some(hasDocumentedImage),
    }
    const { messages } = readUnits(
      records,
      where,
      (at, _, before) =>
        messageCodec(at, style, (result) => findToolName(result, before, before.length) ?? 'unknown'),
      report,
    )
    const document: TranscriptDocument = { format: 'clawtools', shape, style: { ...style } }
    if (shape !== 'context') return { messages, document }
    const { messages: _, systemPrompt: prompt, ...fields } = recordOf(value)
    if (typeof prompt !== 'string') {
      return {
        messages,
        document: {
          ...document,
          fields: prompt === undefined ? fields : { ...fields, systemPrompt: prompt },
        },
      }
    }
    const system: Message = { role: 'system', content: prompt, metadata: { [PROMPT]: true } }
    return { messages: [system, ...messages], document: { ...document, fields } }
  },
  write(messages, options, report) {
    const { document, shape } = options
    const style: ClawtoolsStyle = {
      pi: options.style.pi === true,
      documentedImages: options.style.documentedImages === true,
    }
    const isForeign = ({ metadata }: Message): boolean => metadata?.[`${PREFIX}@openai`] === true
    const { prompts, rest } = splitSystemPrompt(messages, 'systemPrompt', isForeign, report)
    if (shape !== 'context')
      for (const prompt of prompts)
        report('message', `messages[${messages.indexOf(prompt)}]`, prompt, undefined)
    const list = rest.map(({ message, at }) => {
      const nameOf = (result: ToolMessage): string => {
        const name = findToolName(result, messages, at)
        if (name === undefined) report('tool_name_unknown', `messages[${at}].toolName`, undefined, 'unknown')
        return name ?? 'unknown'
      }
      return writeUnit(messageCodec(`messages[${at}]`, style, nameOf), [message], report)
    })
    if (shape === 'messages') return list
    if (shape === 'message') {
      reportRest(messages, messages.length - list.length + 1, report)
      return list[0]
    }
    return {
      ...document?.fields,
      ...(prompts.length > 0 && { systemPrompt: joinPrompts(prompts) }),
      messages: list,
    }
  },
})

/** clawtools does not have the last three roles, but it passes them through, so they are read under their own names. */
const ROLES = ['user', 'assistant', 'toolResult', 'system', 'developer', 'tool']

function isPi(message: JsonObject): boolean {
  if (message.role !== 'assistant') return message.timestamp !== undefined
  return hasType('thinking')(message) || PI_KEYS.some((key) => message[key] !== undefined)
}

const hasDocumentedImage = (message: JsonObject): boolean =>
  message.role === 'user' && hasType('image_url')(message)

const FIELDS = ['role', 'content', 'toolCallId', 'toolName', 'isError', 'details', 'errorMessage', ...PI_KEYS]

const marks: Mark[] = [
  { sign: 'role toolResult', weight: 6, of: ({ role }) => role === 'toolResult' },
  { sign: 'blocks of type toolCall', weight: 6, of: hasType('toolCall') },
  { sign: 'stopReason on an answer', weight: 3, of: (m) => typeof m.stopReason === 'string' && 'api' in m },
  {
    sign: 'images as data and mimeType in a user message',
    weight: 1,
    of: (m) => m.role === 'user' && hasType('image')(m) && !('toolCalls' in m),
  },
  {
    sign: 'roles of the OpenAI array',
    weight: -5,
    of: ({ role }) => /^(?:system|developer|tool)$/.test(String(role)),
  },
  {
    sign: 'tool_calls, toolCalls or parts',
    weight: -5,
    of: (m) => 'tool_calls' in m || 'toolCalls' in m || 'parts' in m,
  },
  {
    sign: 'blocks of another system',
    weight: -6,
    of: hasType('tool_use', 'tool_result', 'input_text', 'tool-call'),
  },
  {
    sign: 'thinkingSignature or thoughtSignature on a block',
    weight: 4,
    of: hasPart((block) => 'thinkingSignature' in block || 'thoughtSignature' in block),
  },
  otherFields(FIELDS, -3),
]
