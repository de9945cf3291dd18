import { contentToText, type ContentPart, type Message, type ToolCall } from '@antiphon/core'
import { field, isRecord, listOf, parseJson, safeStringify, textOf } from '@antiphon/base'

/**
 * The body of a request with `U+FFFD` for half of a surrogate pair, because strict servers refuse the body and the thread with
 * it. In arguments also where it is an escape: a server finds it when it parses them.
 */
export function writeWhole(body: unknown): string {
  return JSON.stringify(body, (key, value: unknown) => {
    if (typeof value !== 'string') return value
    const inner = key === 'arguments' && /\\ud/i.test(value) ? parseJson(value) : undefined
    return inner === undefined ? value.replaceAll(/\p{Surrogate}/gu, '\ufffd') : writeWhole(inner)
  })
}

/**
 * The thread in the shapes that the server of an agent checks: content that is a text, or parts for a user and a result, calls
 * with a name, and nothing empty. Because of one message of another shape each later request would be refused.
 */
export function wellFormed(messages: readonly Message[]): Message[] {
  return messages.flatMap((message): Message[] => {
    const all = listOf(message.content).filter((part) => typeof field(part, 'type') === 'string')
    const parts = (all as ContentPart[]).filter(
      (part) => part.type !== 'text' || contentToText([part]).trim(),
    )
    const said = Array.isArray(message.content) ? contentToText(parts) : plain(message.content)
    const text = said.trim() ? said : ''
    const content = parts.length > 0 ? parts : text
    if (message.role === 'tool')
      return [{ ...message, content: text ? content : 'The tool returned nothing.' }]
    if (message.role === 'user') return text || parts.length > 0 ? [{ ...message, content }] : []
    if (message.role !== 'assistant') return text ? [{ ...message, content: text }] : []
    const calls = listOf(message.tool_calls).filter(isRecord) as unknown as ToolCall[]
    const { tool_calls: _, ...rest } = message
    return [{ ...rest, content: text, ...(calls.length > 0 && { tool_calls: calls.map(named) }) }]
  })
}

function named(call: ToolCall): ToolCall {
  const { name, arguments: args } = { ...call.function }
  return { ...call, function: { name: textOf(name)?.trim() ? name : 'unknown', arguments: plain(args) } }
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : safeStringify(value)
