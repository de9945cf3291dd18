import type { ChatTransport, EndpointConfig, Tool, TransportRequest } from '@antiphon/core'
import type { ApprovalRequest } from '@antiphon/core/message'
import type { JsonObject } from '@antiphon/base'

/** A source of events: the values themselves, or bytes of an event stream or of JSON lines. */
export type EventSource = Response | ReadableStream<unknown> | AsyncIterable<unknown> | Iterable<unknown>

/** A transport that also knows the calls that the other system answers itself. */
export interface AgentTransport extends ChatTransport {
  /**
   * The given tools, and one for each tool that the other system runs. The list grows while it answers. A chat with this
   * transport has them beside its own.
   */
  readonly tools: readonly Tool[]
}

/** Options of every transport of another system. */
export interface AgentTransportOptions {
  /** Tools that the chat runs itself. Default none. */
  tools?: readonly Tool[]
  /** Host of the other system, for words about failures. */
  host?: string
  deadlines?: NonNullable<EndpointConfig['deadlines']>
}

/** A request as a transport gets it, without the tools that the other system has itself. */
export interface AgentRequest extends TransportRequest {
  /** The person's answers to the questions of the last answer, if the other system waits for them. Default none. */
  answers?: readonly AgentAnswer[]
}

/** A person's answer to a question of the other system. */
export interface AgentAnswer {
  callId: string
  request: ApprovalRequest
  approved: boolean
  /** Why not, where a reason was given. */
  reason?: string
  /** The person's input, if the question has a form (`AgentSystem.formOf`). */
  content?: unknown
  /** The person denied a question that knows no denial. */
  isCancelled?: true
}

/** The form of a question of the other system, and how what is filled in becomes its answer. */
export interface AgentForm {
  /** Why it asks. Foreign text. */
  message: string
  /** JSON Schema of an object whose properties a person can fill in. */
  schema: JsonObject
  /** A denial is an answer that the other system knows. Default: a denied question counts as left without an answer. */
  takesDenial?: boolean
  /** Default: the values by name. */
  toContent?(values: JsonObject): unknown
}
