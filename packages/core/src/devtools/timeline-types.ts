import type { Completion, Repair } from '../accumulate/types.js'
import type { AssistantMessage } from '../message/types.js'
import type { WireExchange } from './exchange-types.js'

/** What a row added to the answer. Offsets are those of the text it grew, in UTF-16 units. */
export type RowFeed =
  | { part: 'text' | 'reasoning' | 'refusal'; choice: number; start: number; end: number }
  | { part: 'tool_call'; choice: number; callIndex: number; name?: string }
  | { part: 'usage' }

/**
 * `data`: one or more values, read. `done`: the end mark. `comment`: a keep-alive. `unparsed`: should have been JSON.
 * `text`: a line of a body that is no stream. `ignored`: nothing of it counts, such as an event without data or what
 * follows the end mark.
 */
export type RowKind = 'data' | 'done' | 'comment' | 'unparsed' | 'text' | 'ignored'

/** One thing that came over the wire, as the reader takes it: an event, a value, a comment. */
export interface WireRow {
  /** Offsets in the body. Rows follow each other without gaps. */
  start: number
  end: number
  /** Ms since the exchange began at which its last byte came. */
  at: number
  kind: RowKind
  /** Name of the event, when it has one. */
  event?: string
  feeds: readonly RowFeed[]
  /** What was odd in it, and what was made of that. */
  repairs: readonly Repair[]
  /** It reports an error. */
  isError?: true
  /** The body ended inside it. */
  isCut?: true
}

/** One exchange, read once: its rows, and the answer at any byte. */
export interface Timeline {
  readonly exchange: WireExchange
  readonly rows: readonly WireRow[]
  /** Bytes read so far: every one that is kept. */
  readonly length: number
  /** How the answer ended, once it has. */
  readonly completion: Completion | undefined
  /** What was odd only in the end. */
  readonly endRepairs: readonly Repair[]
  /** Bytes pushed into readers since it was made, to see what it costs. */
  readonly bytesRead: number
  /** Takes a later version of the same exchange; costs what is new. Returns true when there was anything. */
  update(exchange: WireExchange): boolean
  /** Reads everything again: what failed is said in other words once those are loaded. */
  refresh(): void
  /**
   * The answer once `byteCount` bytes have arrived: what the reader has when it is fed so many. At the end of an exchange
   * that is over, the finished answer.
   */
  answerAt(byteCount: number): AssistantMessage
  /** True when `byteCount` is the end of an exchange that is over. */
  isFinishedAt(byteCount: number): boolean
  /** Index of the last row that is whole within the first `byteCount` bytes; -1 for none. */
  rowBefore(byteCount: number): number
  /** Index of the row with this byte in it; the last one behind the end, -1 without rows. */
  rowWith(byte: number): number
  /** Ms since the exchange began at which so many bytes had come. */
  timeAt(byteCount: number): number
  /** How many bytes had come by then. */
  bytesAt(ms: number): number
}
