import type { ApprovalRequest, ContentPart, Message } from '../message/types.js'
import type { JsonSchema, ToolParameters } from './schema.js'

/** The second argument of `execute`. */
export interface ToolContext {
  /** Wire id of the call. Not unique in a thread. */
  callId: string
  /** Our own key of the call: unique in a thread. */
  callKey: string
  /** Aborted when the user stops, and when the tool's time is up. */
  signal: AbortSignal
  /** The current messages of the conversation. A tool can read a file from them that the user attached, for example. */
  getMessages(): readonly Message[]
  /** Name of the thread, where the chat has one. */
  threadId?: string
  /** Who asked, where the tool runs on a chat server: what `authorize` returned. After another process has taken the run over, the `id` alone. */
  user?: { readonly id: string }
  /**
   * Shows how the run is going. An `OutputReport` adds text to what the call prints, a `StepReport` adds or changes one
   * line of its list of steps. A text replaces the text before it, and any other value (a number from 0 to 1 is a bar) the
   * value before it. Ignored once the call has its result.
   */
  report(progress: unknown): void
  /**
   * Asks the person at this chat, at this call, and waits for the answer. Questions of one call are asked one after the other.
   * The tool's timeout is paused while it waits.
   *
   * @param signal takes the question back.
   * @throws (rejects) the reason of the signal, or of `ToolContext.signal`; Error in words for a question that cannot be shown,
   * or where there is nobody to ask.
   */
  ask(question: PersonQuestion, signal?: AbortSignal): Promise<PersonAnswer>
}

/** A question of a running call to the person: to fill in a form, or to do something on a page. */
export type PersonQuestion = {
  /** Why it asks. Foreign text. */
  message: string
  /** Name of the one who asks, for example a server. Default: the tool. */
  from?: string
} & (
  | {
      type: 'form'
      /** JSON Schema of an object of texts, numbers, booleans, and choices of texts. */
      schema: Readonly<Record<string, unknown>>
    }
  | {
      type: 'page'
      /** `https:` or `http:`. Opened only by the person. */
      url: string
      /** `accept` says that the person is done there. Default: that the page was opened. */
      isDoneThere?: boolean
    }
)

/** `decline`: a clear no. `cancel`: the person dismissed the question without a choice. */
export type PersonAnswer =
  | { type: 'accept'; /** The values of the form by name. */ content?: Readonly<Record<string, unknown>> }
  | { type: 'decline' }
  | { type: 'cancel' }

/** The form that a person fills in to allow a call that somebody else runs. */
export interface ApprovalForm {
  /** Why it asks. Foreign text. */
  message: string
  /** JSON Schema of an object of texts, numbers, booleans, and choices of texts. */
  schema: Readonly<Record<string, unknown>>
  /** Name of the one who gets the values, for example a server. Default: the tool. */
  from?: string
}

/** Text as a command prints it, appended to `LiveCall.output`. */
export interface OutputReport {
  type: 'output'
  text: string
}

/** One step of the work, in `LiveCall.steps`. The first report of an `id` adds it, later ones change it. */
export interface StepReport {
  type: 'step'
  /** Unique among the steps of the call. */
  id: string
  /** Default: the `id`. */
  title?: string
  /** Default: `running`. */
  state?: 'queued' | 'running' | 'done' | 'error' | 'cancelled'
  /** `id` of the step that this one is part of. */
  parent?: string
  /** A line of detail, such as what was found or why it failed. */
  detail?: string
}

/** The second argument of an approval rule. */
interface ApprovalContext {
  callId: string
  callKey: string
}

/**
 * `never` (the default), `always`, or a rule by arguments: true asks a person first. A rule that throws asks too.
 * Asked once per call, after validation and after the host's gate.
 */
export type ApprovalRule<Args> =
  | 'never'
  | 'always'
  | ((args: Args, context: ApprovalContext) => boolean | Promise<boolean>)

/** A result with parts (an image, a file) instead of text. */
export interface ToolContent {
  content: string | ContentPart[]
  /** The structured value behind it, to show on screen. Kept as JSON. */
  details?: unknown
  isError?: boolean
}

/** A tool of any schema, as a list of tools holds it. */
export interface Tool {
  name: string
  /** As `ToolOptions.title`. */
  title?: string | ((args: never, locale: string) => string)
  description: string
  parameters: ToolParameters
  jsonSchema?: JsonSchema<unknown>
  execute?: (args: never, context: ToolContext) => unknown
  executionMode?: 'parallel' | 'sequential'
  approval?: ApprovalRule<never>
  destructive?: boolean
  timeout?: number
  maxResultLength?: number
  /**
   * Runs the calls that somebody else asked about (`ToolCall.approvalRequest`), once they are allowed: it tells the other
   * system and waits for its result. A transport gives one such tool; it is not offered to a model.
   */
  runsApproved?: boolean
  /** Only for tools with `runsApproved`: the form that a person has to fill in to allow a call. Default: none. */
  formOf?(request: ApprovalRequest): ApprovalForm | undefined
  /** A person may allow or deny a call, and not change its arguments. */
  keepsArguments?: boolean
}
