import type { Deadlines, ChatTransport, TransportRequest } from '../connection/connection-types.js'
import type { JsonObject } from '../errors/is-record.js'
import type { Tool, ToolContent } from '../tools/tool-types.js'

/** What one event of another system means for the chat, in the words of the chat-completions wire. */
export type AgentEvent =
  /** A piece of the answer, as a delta has it. */
  | { type: 'delta'; delta: JsonObject }
  /** The answer as it is so far, as a whole message: only what is not there yet counts. */
  | { type: 'whole'; message: JsonObject }
  /** What stands beside the choices: `model`, `usage`, `id`. */
  | { type: 'about'; fields: JsonObject }
  /** The answer is over. What follows belongs to the next one. */
  | { type: 'finish'; reason: string }
  /** A result of a call that the other system ran. */
  | { type: 'result'; callId: string; value: ToolContent }
  /** The run failed; what had arrived is kept. An Error, an error body or words. */
  | { type: 'failure'; error: unknown }
  /** An event with no place in a message. It is kept in the message's metadata. */
  | { type: 'unknown'; event: unknown }
  /** The run is over: a stream that ends without this one was cut. */
  | { type: 'over' }

/** Reads the events of one run, in order. Any value may come in; never throws. */
export type AgentReader = (event: unknown) => readonly AgentEvent[]

/** What events are read from: the values themselves, or bytes of an event stream or of JSON lines. */
export type EventSource = Response | ReadableStream<unknown> | AsyncIterable<unknown> | Iterable<unknown>

/** A transport that also has the calls which the other system answers itself. */
export interface AgentTransport extends ChatTransport {
  /**
   * The tools of the chat: those given, and one for each name that the other system has called and answers itself. Give
   * this very list to the chat, `createChat({ transport, tools: transport.tools })`; it grows.
   */
  readonly tools: readonly Tool[]
}

/** What every transport of another system may be told. */
export interface AgentTransportOptions {
  /** Tools that the chat runs itself. Default none. */
  tools?: readonly Tool[]
  /** Host of the other system, for words about failures. */
  host?: string
  deadlines?: Deadlines
}

/** A request as a transport gets it, without the tools that the other system has itself. */
export type AgentRequest = TransportRequest
