import { contentToText, type ContentPart, type Message, type ToolCall } from '@antiphon/core'
import { compact, type JsonObject, fieldReader, recordsOf, joinPath, recordOf, wordOf } from '@antiphon/base'
import { answerText, partsOf, argumentsObject, argumentsText } from '../shared/content.js'
import type { UnitCodec } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import { carriersOf, readMedia, writeMedia, type Carriers } from './media.js'

export const PREFIX = 'prompt-api.'
export const ROLES = ['system', 'user', 'assistant', 'tool']
const DATA = `${PREFIX}@data`

/** `where` is the way to the message: in the document when reading, in our messages when writing. */
export function messageCodec(where: string): UnitCodec {
  return {
    prefix: PREFIX,
    read: (unit, report) => [readMessage(unit, where, report)],
    write: ([message], report) => writeMessage(message, where, report),
  }
}

function readMessage(raw: JsonObject, where: string, report: ReportLoss): Message {
  const read = fieldReader(raw, where, report)
  const carriers: Carriers = {}
  const content = readContent(raw.content, joinPath(where, 'content'), carriers, report)
  const metadata = Object.keys(carriers).length > 0 ? { [DATA]: carriers } : undefined
  switch (raw.role) {
    case 'system':
      return compact<Message>({ role: 'system', content: contentToText(content), metadata })
    case 'assistant': {
      const parts = partsOf(content)
      const images = parts.filter((part) => part.type === 'image_url')
      parts.forEach((part, i) => {
        if (part.type !== 'text' && part.type !== 'image_url') {
          report('not_shown', joinPath(where, `content[${i}]`), part, undefined)
        }
      })
      const calls = recordsOf(read.list('toolCalls'), joinPath(where, 'toolCalls'), report)
      return compact<Message>({
        role: 'assistant',
        content: contentToText(parts.filter((part) => part.type === 'text')),
        tool_calls: calls.length > 0 ? calls.map(({ entry }) => readCall(entry)) : undefined,
        reasoning: read.text('thinking') || undefined,
        images: images.length > 0 ? images : undefined,
        metadata,
      })
    }
    case 'tool':
      return compact<Message>({
        role: 'tool',
        tool_call_id: read.text('toolCallId') ?? '',
        content,
        toolName: read.text('name'),
        metadata,
      })
    default:
      return compact<Message>({ role: 'user', content, metadata })
  }
}

export function readContent(
  value: unknown,
  where: string,
  carriers: Carriers,
  report: ReportLoss,
  path = 'content',
): string | ContentPart[] {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.map((entry, i) => readMedia(entry, `${path}[${i}]`, `${where}[${i}]`, carriers, report))
}

function readCall(entry: JsonObject): ToolCall {
  const { id, type: _, function: body, ...extras } = entry
  const called = recordOf(body)
  return {
    ...extras,
    id: wordOf(id),
    type: 'function',
    function: {
      name: wordOf(called.name),
      arguments: argumentsText(called.arguments),
    },
  }
}

function writeMessage(message: Message, where: string, report: ReportLoss): JsonObject {
  const stored = message.metadata?.[DATA]
  const carriers = carriersOf(stored)
  const parts = (content: string | ContentPart[]) =>
    writeContent(content, `${where}.content`, carriers, report)
  switch (message.role) {
    case 'assistant': {
      const { images = [], reasoning, tool_calls: calls = [] } = message
      const text = answerText(message, where, report)
      const all = [...(text ? partsOf(text) : []), ...images]
      return compact({
        role: 'assistant',
        content: images.length > 0 ? parts(all) : text || calls.length === 0 ? text : undefined,
        thinking: reasoning,
        toolCalls:
          calls.length > 0
            ? calls.map((call, i) => writeCall(call, `${where}.tool_calls[${i}]`, report))
            : undefined,
      })
    }
    case 'tool':
      return compact({
        role: 'tool',
        toolCallId: message.tool_call_id,
        name: message.toolName,
        content: parts(message.content),
      })
    case 'user':
      return { role: 'user', content: parts(message.content) }
    default:
      if (message.role === 'developer') report('developer_role', `${where}.role`, 'developer', 'system')
      return { role: 'system', content: message.content }
  }
}

export function writeContent(
  content: string | ContentPart[],
  where: string,
  carriers: Carriers,
  report: ReportLoss,
  path = 'content',
): string | JsonObject[] {
  if (typeof content === 'string') return content
  return content.map((part, i) => writeMedia(part, `${path}[${i}]`, `${where}[${i}]`, carriers, report))
}

function writeCall(
  { id, function: { name, arguments: raw } }: ToolCall,
  where: string,
  report: ReportLoss,
): JsonObject {
  return { id, type: 'function', function: { name, arguments: writeArguments(raw, where, report) } }
}

/** Arguments must be an object here. Any other text becomes a loss. */
export function writeArguments(raw: string, where: string, report: ReportLoss): JsonObject {
  const value = argumentsObject(raw)
  if (!value) report('argument_text', `${where}.function.arguments`, raw, '{}')
  return value ?? {}
}
