import type { CompletionReaderOptions, Repair, EventReader } from '@antiphon/core/wire'
import type {
  RequestNote,
  ChatErrorData,
  Message,
  RequestParameters,
  Completion,
  AssistantMessage,
  TransportResponse,
} from '@antiphon/core'
import type { ApiName } from '@antiphon/core/provider'
import type { ToolDefinition } from '@antiphon/core/request'
import type { TextChannel } from '@antiphon/core/channels'
import type { ErrorContext } from '@antiphon/core/errors'

/** Bytes that arrived together. `at` is in ms since the exchange began, offsets are those of the body. */
export interface WirePiece {
  at: number
  start: number
  end: number
}

/** A response body as it came. It only grows. Its bytes never change, except when secrets are masked. */
export interface WireBody {
  /** Bytes that are kept. */
  readonly length: number
  readonly pieces: readonly WirePiece[]
  /** Counts how often secrets were masked in existing bytes. */
  readonly revision: number
  /** A view, not a copy, valid until more bytes come. */
  slice(start?: number, end?: number): Uint8Array
}

/** A request as it was sent, without secrets: values of headers that may hold one read `[redacted]`. */
export interface WireRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  /** JSON text. */
  body: string
}

/** The messages as the chat stores and shows them: the other side of "sent versus shown". */
export interface WireQuestion {
  model?: string
  messages: readonly Message[]
  tools?: readonly ToolDefinition[]
  parameters?: RequestParameters
}

/** The head of a response: status and headers, without secrets. */
export interface WireResponse {
  /** Ms since the exchange began. */
  at: number
  status: number
  statusText: string
  /** Headers that the page may read, without cookies. */
  headers: Readonly<Record<string, string>>
}

/** Why another attempt followed this one. */
export interface WireRecovery {
  error: ChatErrorData
  delayMs: number
  /** The change for it; absent for a plain retry. */
  healed?: { field: string; change: string }
}

/** One attempt at an answer: a request and what came back. Plain data but for its body. */
export interface WireExchange {
  /** Unique in its recorder or file. */
  id: string
  /** The attempts at one answer share it: the id of the first. */
  answerId: string
  /** From 1. */
  attempt: number
  /** Id of the message in the thread that the answer went to, when a chat asked. */
  messageId?: string
  /** Epoch ms. Absent for bytes that came without times, such as a pasted stream. */
  startedAt?: number
  question?: WireQuestion
  /** Absent where only the bytes of the answer are known. */
  sent?: WireRequest
  /** Differences between what was sent and what is stored. */
  adjustments?: readonly NonNullable<RequestNote['adjustments']>[number][]
  response?: WireResponse
  /** How the answer is to be read. */
  reading: WireReading
  body: WireBody
  /** Bytes received up to this version of the exchange. `body.length` are kept. */
  received: number
  /** Why bytes are missing: the oldest exchanges are emptied first, and of a very long answer only the beginning is kept. */
  dropped?: 'old' | 'long'
  /** Absent while it runs. `at` is in ms since the exchange began. */
  end?: WireEnding & { at: number }
  recovery?: WireRecovery
}

/** The text that a row added to the answer. Offsets count in that text, in UTF-16 units. */
export type RowFeed =
  | { part: TextChannel; choice: number; start: number; end: number }
  | { part: 'tool_call'; choice: number; callIndex: number; name?: string }
  | { part: 'usage' }

/**
 * `data`: one or more values, read. `done`: the end mark. `comment`: a keep-alive. `unparsed`: should have been JSON.
 * `text`: a line of a body that is not a stream. `ignored`: it has no effect, such as an event without data or data after the
 * end mark.
 */
export type RowKind = 'data' | 'done' | 'comment' | 'unparsed' | 'text' | 'ignored'

/** One item of the wire, as the reader sees it: an event, a value, a comment. */
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
  /** Faults in it, and their repairs. */
  repairs: readonly Repair[]
  /** True when it reports an error. */
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
  /** Faults that showed only at the end. */
  readonly endRepairs: readonly Repair[]
  /** Bytes pushed into readers since it was made, to see what it costs. */
  readonly bytesRead: number
  /** Takes a later version of the same exchange; costs what is new. Returns true when there was anything. */
  update(exchange: WireExchange): boolean
  /** The answer after `byteCount` bytes. At the end of a finished exchange it is the finished answer. */
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

/** The report beside the bytes: enough to see the problem again. All fields are optional, because a file may be written by hand. */
export interface WireReport {
  /** The problem in the words of the person who reports it. */
  note?: string
  /** Where it went wrong: the exchange by its id in the file, and so many bytes of its answer. */
  at?: { exchange: string; byte: number }
  /** The array as the chat stores it. */
  messages?: readonly Message[]
  /** Versions of the app and of its environment: `{ antiphon: '0.9.0', browser: '…' }`. */
  versions?: Readonly<Record<string, string>>
  /** How the endpoint and the model were set, without keys. */
  settings?: Readonly<Record<string, unknown>>
  /** How many values were replaced before saving, and in how many places. */
  redacted?: { values: number; places: number }
}

/** The content of a capture file. */
export interface CaptureFile {
  exchanges: WireExchange[]
  report?: WireReport
}

/** Readers of the wires beside chat completions, by name: `wireReaders` of `@antiphon/wires/read`. */
export type WireReaders = Readonly<Partial<Record<ApiName, () => EventReader>>>

/** How the answer of an exchange is read, from its transport and the response. */
export interface WireReading
  extends
    Pick<TransportResponse, 'thinkTags' | 'sendsFinishReason' | 'reasoningFields' | 'api' | 'createEvents'>,
    Pick<CompletionReaderOptions, 'origin'> {
  errorContext?: ErrorContext
}

/** How a body ended. */
export type WireEnding =
  /** The server ended it, or the reader had everything (`[DONE]`). */
  | { how: 'ended' }
  /** The person at the screen stopped it. */
  | { how: 'stopped' }
  /** The connection broke, or a deadline ran out. */
  | { how: 'failed'; error: ChatErrorData }
