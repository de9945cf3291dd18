import type { Message } from '@antiphon/core'
import type { PastMessage } from './workload.js'

/** A settled message in the form of chat completions: calls and their results come before the text that followed them. */
export function pastMessages(messages: readonly PastMessage[]): Message[] {
  return messages.flatMap(({ id, role, parts }): Message[] => {
    const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n')
    if (role === 'user') return [{ role, id, content: text }]
    const reasoning = parts.flatMap((part) => (part.type === 'reasoning' ? part.text : [])).join('\n\n')
    const thought = reasoning === '' ? {} : { reasoning }
    const calls = parts.filter((part) => part.type === 'tool')
    if (calls.length === 0) return [{ role, id, content: text, finishReason: 'stop', ...thought }]
    const toolCalls = calls.map(({ id, name, args }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(args) },
    }))
    return [
      { role, id: `${id}-calls`, content: '', tool_calls: toolCalls, finishReason: 'tool_calls', ...thought },
      ...calls.map((call): Message => ({
        role: 'tool',
        id: `${call.id}-result`,
        tool_call_id: call.id,
        content: JSON.stringify(call.result),
      })),
      { role, id, content: text, finishReason: 'stop' },
    ]
  })
}
