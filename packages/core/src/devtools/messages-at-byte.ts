import type { AssistantMessage, Message } from '../message/types.js'
import { openReader, type WireReading } from './read-wire.js'

export interface MessagesAtByteOptions extends WireReading {
  /** What stands before the answer. Default: nothing. */
  messages?: readonly Message[]
}

/**
 * The thread once the first `byteCount` bytes of a response have arrived: what a chat would show at that moment, through
 * the same reader. With all bytes it is the finished answer, how it ended included. Reads from the beginning each time;
 * `createTimeline` answers many of these questions with one reading.
 */
export function messagesAtByte(
  body: Uint8Array | string,
  byteCount: number,
  options: MessagesAtByteOptions = {},
): Message[] {
  const { messages = [], ...reading } = options
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const reader = openReader(reading)
  reader.push(bytes.subarray(0, Math.max(0, byteCount)))
  const answer: AssistantMessage = byteCount >= bytes.length ? reader.end().message : reader.snapshot()
  return [...messages, answer]
}
