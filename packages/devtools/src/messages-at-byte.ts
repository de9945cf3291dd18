import type { Message } from '@antiphon/core'
import { exchangeOf } from './exchange.js'
import type { WireReading } from './read-wire.js'
import { createTimeline } from './timeline.js'
import type { WireExchange } from './types.js'

export interface MessagesAtByteOptions extends WireReading {
  /** What stands before the answer. Default: what the exchange asked, else nothing. */
  messages?: readonly Message[]
}

/**
 * The thread once the first `byteCount` bytes of a response have arrived: what a chat would show at that moment, through
 * the same reader. With all bytes it is the finished answer, how it ended included. Reads from the beginning each time; `createTimeline` answers many of these
 * questions with one reading.
 */
export function messagesAtByte(
  source: WireExchange | Uint8Array | string,
  byteCount: number,
  options: MessagesAtByteOptions = {},
): Message[] {
  const { messages, ...reading } = options
  const isBytes = typeof source === 'string' || source instanceof Uint8Array
  const exchange = isBytes ? exchangeOf(source, { reading }) : source
  return [...(messages ?? exchange.question?.messages ?? []), createTimeline(exchange).answerAt(byteCount)]
}
