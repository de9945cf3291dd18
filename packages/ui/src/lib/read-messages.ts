import type { AssistantMessage, ContentPart, Message, ToolCall } from '@antiphon/core'
import { isRecord, jsonText } from './json.js'

const known = new WeakMap<object, Message>()

/**
 * Any array that claims to be messages, made safe to show: null content, parts in an answer, the old `function_call`,
 * arguments that are objects, reasoning under other names. What fits already keeps its identity, and the same entry
 * always gives the same message. Nothing is dropped; what is not understood is shown as it is.
 */
export function readMessages(entries: readonly unknown[]): Message[] {
  return entries.map((entry) => {
    if (!isRecord(entry)) return { role: 'unknown', content: jsonText(entry) } as unknown as Message
    const before = known.get(entry)
    if (before) return before
    const message = readMessage(entry)
    known.set(entry, message)
    return message
  })
}

function readMessage(entry: Record<string, unknown>): Message {
  switch (entry['role']) {
    case 'assistant':
      return readAssistant(entry)
    case 'tool':
    case 'function':
      return readTool(entry)
    default:
      return entry as unknown as Message
  }
}

function readTool(entry: Record<string, unknown>): Message {
  const content = typeof entry['content'] === 'string' || Array.isArray(entry['content'])
  if (entry['role'] === 'tool' && content && typeof entry['tool_call_id'] === 'string')
    return entry as unknown as Message
  return {
    ...entry,
    role: 'tool',
    tool_call_id: typeof entry['tool_call_id'] === 'string' ? entry['tool_call_id'] : '',
    toolName: entry['toolName'] ?? entry['name'],
    content: content ? entry['content'] : entry['content'] == null ? '' : jsonText(entry['content']),
  } as unknown as Message
}

function readAssistant(entry: Record<string, unknown>): AssistantMessage {
  const fits =
    typeof entry['content'] === 'string' &&
    entry['function_call'] === undefined &&
    entry['reasoning_content'] === undefined &&
    entry['refusal'] !== null &&
    (entry['tool_calls'] === undefined ||
      (Array.isArray(entry['tool_calls']) && entry['tool_calls'].every(isToolCall)))
  if (fits) return entry as unknown as AssistantMessage

  const parts: unknown[] = Array.isArray(entry['content']) ? entry['content'] : []
  const calls = [
    ...(Array.isArray(entry['tool_calls']) ? entry['tool_calls'] : []),
    ...(isRecord(entry['function_call']) ? [{ id: '', function: entry['function_call'] }] : []),
  ]
  const others = parts.filter((part) => textOf(part) === undefined && refusalOf(part) === undefined)
  const refusal = typeof entry['refusal'] === 'string' ? entry['refusal'] : parts.map(refusalOf).find(Boolean)
  return {
    ...(entry as object),
    role: 'assistant',
    content: contentText(entry['content'], parts),
    tool_calls: calls.length > 0 ? calls.map(readCall) : undefined,
    refusal,
    reasoning: firstString(entry['reasoning'], entry['reasoning_content']),
    images: [...(Array.isArray(entry['images']) ? entry['images'] : []), ...others] as ContentPart[],
  }
}

function contentText(content: unknown, parts: unknown[]): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return parts.flatMap((part) => textOf(part) ?? []).join('\n\n')
  return content == null ? '' : jsonText(content)
}

function textOf(part: unknown): string | undefined {
  return isRecord(part) && part['type'] === 'text' && typeof part['text'] === 'string'
    ? part['text']
    : undefined
}

function refusalOf(part: unknown): string | undefined {
  return isRecord(part) && typeof part['refusal'] === 'string' ? part['refusal'] : undefined
}

function firstString(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '')
}

function isToolCall(value: unknown): boolean {
  if (!isRecord(value) || typeof value['id'] !== 'string' || !isRecord(value['function'])) return false
  return typeof value['function']['name'] === 'string' && typeof value['function']['arguments'] === 'string'
}

/** A call of any kind: `function`, `custom` with free text, or one that lacks a name. */
function readCall(value: unknown): ToolCall {
  if (isToolCall(value)) return value as ToolCall
  const call = isRecord(value) ? value : {}
  const body = isRecord(call['function']) ? call['function'] : isRecord(call['custom']) ? call['custom'] : {}
  const args = body['arguments'] ?? body['input']
  return {
    ...call,
    id: typeof call['id'] === 'string' ? call['id'] : '',
    type: 'function',
    function: {
      name: typeof body['name'] === 'string' ? body['name'] : '',
      arguments: typeof args === 'string' ? args : args === undefined ? '' : jsonText(args),
    },
  }
}
