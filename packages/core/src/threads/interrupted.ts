import type { StoredMessage } from '../message/types.js'

/** An answer that nobody writes any more: what arrived of it, and that it did not end. Its calls are never run. */
export function asInterrupted(message: StoredMessage): StoredMessage {
  return message.role === 'assistant' ? { ...message, finishReason: 'incomplete' } : message
}

/** An answer that another tab is writing: its calls may be half calls, and are that tab's to run. */
export function asArriving(message: StoredMessage): StoredMessage {
  if (message.role !== 'assistant' || !message.tool_calls) return message
  const { tool_calls: _, ...rest } = message
  return rest
}
