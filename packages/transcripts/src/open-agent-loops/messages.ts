import type { AssistantMessage, FinishReason, Message, ToolCall } from '@antiphon/core'
import { compact, type JsonObject, fieldReader, recordsOf, joinPath } from '@antiphon/base'
import { readToolCall } from '@antiphon/core/message'
import {
  answerText,
  readContent,
  readTextContent,
  flattenContent,
  placeholderPart,
} from '../shared/content.js'
import { jsonText } from '../shared/json-text.js'
import type { UnitCodec } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'

export const PREFIX = 'open-agent-loops.'
export const ROLES = ['system', 'user', 'assistant', 'tool']

/** The values its `FinishReason` has. */
const FINISH: ReadonlySet<FinishReason> = new Set<FinishReason>([
  'stop',
  'tool_calls',
  'length',
  'content_filter',
])

/**
 * A message of the loop. `wire` is what its client sends: no local fields, thinking as `reasoning_details`, else as
 * `reasoning_content`, and only on turns with calls.
 */
export function messageCodec(where: string, index: number, wire: boolean): UnitCodec {
  return {
    prefix: PREFIX,
    read: (unit, report) => [readMessage(unit, where, report)],
    write: ([message], report) => {
      const at = `messages[${index}]`
      return wire ? writeWire(message, at, report) : writeStored(message, at, report)
    },
  }
}

function readMessage(raw: JsonObject, where: string, report: ReportLoss): Message {
  const read = fieldReader(raw, where, report)
  const contentAt = joinPath(where, 'content')
  const timestamp = read.number('timestamp')
  switch (raw.role) {
    case 'system':
      return compact<Message>({
        role: 'system',
        content: readTextContent(raw.content, contentAt, report),
        timestamp,
      })
    case 'assistant': {
      const calls = recordsOf(read.list('tool_calls'), joinPath(where, 'tool_calls'), report)
      const reasoning = read.text('reasoning') ?? read.text('reasoning_content')
      const details = read.list('reasoning_details')
      return compact<AssistantMessage>({
        role: 'assistant',
        content: readTextContent(raw.content, contentAt, report),
        tool_calls: calls.length > 0 ? calls.map(({ entry }) => readToolCall(entry, jsonText)) : undefined,
        reasoning: reasoning || undefined,
        reasoning_details:
          details &&
          recordsOf(details, joinPath(where, 'reasoning_details'), report).map(({ entry }) => ({
            ...entry,
            type: typeof entry.type === 'string' ? entry.type : 'unknown',
          })),
        reasoningSource:
          reasoning && typeof raw.reasoning !== 'string' ? { field: 'reasoning_content' } : undefined,
        finishReason: FINISH.has(raw.finishReason as FinishReason)
          ? (raw.finishReason as FinishReason)
          : undefined,
        isError: read.flag('isError'),
        timestamp,
      })
    }
    case 'tool':
      return compact<Message>({
        role: 'tool',
        tool_call_id: read.text('tool_call_id') ?? '',
        content: readTextContent(raw.content, contentAt, report),
        toolName: read.text('toolName'),
        isError: read.flag('isError'),
        timestamp,
      })
    default:
      return compact<Message>({
        role: 'user',
        content: readContent(raw.content, contentAt, report),
        timestamp,
      })
  }
}

function writeStored(message: Message, where: string, report: ReportLoss): JsonObject {
  const { timestamp } = message
  switch (message.role) {
    case 'system':
    case 'developer':
      return compact({ ...writeWire(message, where, report), timestamp })
    case 'assistant': {
      const { finishReason, isError, reasoning, reasoning_details } = message
      return compact({
        role: 'assistant',
        content: answerText(message, where, report),
        reasoning,
        reasoning_details,
        finishReason: finishReason && FINISH.has(finishReason) ? finishReason : undefined,
        tool_calls: writeCalls(message.tool_calls),
        isError: isError ?? (message.error ? true : undefined),
        timestamp,
      })
    }
    case 'tool':
      return compact({
        ...writeWire(message, where, report),
        toolName: message.toolName,
        isError: message.isError,
        timestamp,
      })
    default:
      return compact({ ...writeWire(message, where, report), timestamp })
  }
}

function writeWire(message: Message, where: string, report: ReportLoss): JsonObject {
  const contentAt = joinPath(where, 'content')
  switch (message.role) {
    case 'assistant': {
      const { reasoning, reasoning_details: details } = message
      const calls = writeCalls(message.tool_calls)
      const thought = details
        ? { reasoning_details: details }
        : reasoning
          ? { reasoning_content: reasoning }
          : {}
      return compact({
        role: 'assistant',
        content: answerText(message, where, report),
        tool_calls: calls,
        ...(calls && thought),
      })
    }
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: message.tool_call_id,
        content: flattenContent(message.content, contentAt, report),
      }
    case 'user': {
      const { content } = message
      if (typeof content === 'string') return { role: 'user', content }
      const known = /^(?:text|image_url|input_audio|file)$/
      const parts = content.map((part, i) =>
        known.test(part.type) ? part : placeholderPart(part, `${contentAt}[${i}]`, report),
      )
      return { role: 'user', content: parts }
    }
    default:
      if (message.role === 'developer')
        report('developer_role', joinPath(where, 'role'), 'developer', 'system')
      return { role: 'system', content: message.content }
  }
}

/** Its calls have these keys and no others. */
function writeCalls(calls: ToolCall[] = []): JsonObject[] | undefined {
  if (calls.length === 0) return undefined
  return calls.map(({ id, function: { name, arguments: text } }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }))
}
