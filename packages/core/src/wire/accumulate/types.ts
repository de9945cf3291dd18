import type { ChatErrorData } from '../../errors/chat-error.js'
import type { TextChannel } from '../../message/text-channels.js'
import type { AssistantMessage, Usage } from '../../message/types.js'

/** One thing in the input that was not as it should be, and what was made of it. Never silent. */
export interface Repair {
  /** Name of the rule (`tool_call_id_missing`, `malformed_json`, …), or the key whose value had another type (`arguments_type`, …). */
  rule: string
  /** Where: `line 12`, `choices[0].delta.tool_calls[1].function.arguments`, … */
  where: string
  before: unknown
  after: unknown
}

/** Tells that something was not as it should be, and what was made of it. */
export type ReportRepair = (rule: string, where: string, before: unknown, after: unknown) => void

/** How reading one response ended. */
export type Outcome = 'complete' | 'incomplete' | 'error' | 'cancelled'

/** Everything that one response held. `message` is choice 0. */
export interface Completion {
  message: AssistantMessage
  choices: AssistantMessage[]
  outcome: Outcome
  error?: ChatErrorData
  repairs: Repair[]
}

/**
 * What happened while a response was read, in order. `choice` is the index of the choice it belongs to. `text_delta`,
 * `reasoning_delta` and `refusal_delta` are what their text grew by.
 */
export type CompletionEvent =
  | { type: 'start'; model?: string }
  | { type: `${TextChannel}_delta`; choice: number; text: string }
  | { type: 'tool_call_start'; choice: number; callIndex: number; id: string; name: string }
  | { type: 'tool_call_delta'; choice: number; callIndex: number; arguments: string }
  | { type: 'usage'; usage: Usage }
  | { type: 'repair'; repair: Repair }
  | { type: 'error'; error: ChatErrorData }
  | { type: 'end'; completion: Completion }
