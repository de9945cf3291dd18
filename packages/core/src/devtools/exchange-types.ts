import type { ChatErrorData } from '../errors/chat-error-data.js'
import type { Message } from '../message/types.js'
import type { Adjustment, RequestParameters, ToolDefinition } from '../request/request-types.js'
import type { WireEnding, WireReading } from './read-wire.js'

/** Bytes that arrived together. `at` is in ms since the exchange began, offsets are those of the body. */
export interface WirePiece {
  at: number
  start: number
  end: number
}

/** A response body as it came. It only grows; what is there never changes, but for masked secrets. */
export interface WireBody {
  /** Bytes that are kept. */
  readonly length: number
  readonly pieces: readonly WirePiece[]
  /** Counts the times that a secret was masked in bytes that had been there before. */
  readonly revision: number
  /** A view, not a copy, valid until more bytes come. */
  slice(start?: number, end?: number): Uint8Array
}

/** A request as it left, without secrets: values of headers that may hold one read `[redacted]`. */
export interface WireRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  /** JSON text. */
  body: string
}

/** What the chat asked for, as it is stored and shown: the other side of "sent versus shown". */
export interface WireQuestion {
  model?: string
  messages: readonly Message[]
  tools?: readonly ToolDefinition[]
  parameters?: RequestParameters
}

export interface WireResponse {
  /** Ms since the exchange began. */
  at: number
  status: number
  statusText: string
  /** Those that the page may read, without cookies. */
  headers: Readonly<Record<string, string>>
}

/** Why another attempt followed this one. */
export interface WireRecovery {
  error: ChatErrorData
  delayMs: number
  /** What was changed for it; absent for a mere retry. */
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
  /** What left otherwise than it is stored. */
  adjustments?: readonly Adjustment[]
  response?: WireResponse
  /** How the answer is to be read. */
  reading: WireReading
  body: WireBody
  /** Bytes that had come by this version of the exchange. Those kept are `body.length`. */
  received: number
  /** Why bytes are missing: the oldest exchanges are emptied first, and of a very long answer only the beginning is kept. */
  dropped?: 'old' | 'long'
  /** Absent while it runs. `at` is in ms since the exchange began. */
  end?: WireEnding & { at: number }
  recovery?: WireRecovery
}
