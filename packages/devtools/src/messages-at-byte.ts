import type { Message } from '@antiphon/core'
import { exchangeOf } from './exchange.js'
import { createTimeline } from './timeline.js'
import type { WireExchange, WireReading } from './types.js'

/** How the response is read, and the thread before it. */
export interface MessagesAtByteOptions extends WireReading {
  /** The messages before the answer. Default: those of the request, if they are known. */
  messages?: readonly Message[]
}

/**
 * The thread after the first `byteCount` bytes of a response, as a chat would show it. With all bytes it is the finished
 * answer with its ending. It reads from the beginning each time; for many positions use `createTimeline`.
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
