import type { ChatErrorData } from '../../errors/chat-error.js'
import type { TextChannel } from '../../message/text-channels.js'
import type { AssistantMessage, Usage } from '../../message/types.js'

/** One fault in the input, and how it was repaired. Never silent. */
export interface Repair {
  /** Name of the rule (`tool_call_id_missing`, `malformed_json`, …), or the key whose value had another type (`arguments_type`, …). */
  rule: string
  /** Where: `line 12`, `choices[0].delta.tool_calls[1].function.arguments`, … */
  where: string
  before: unknown
  after: unknown
}

/** Reports a fault in the input and its repair. */
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
 * The events of reading a response, in order. `choice` is the index of the choice. `text_delta`, `reasoning_delta` and
 * `refusal_delta` hold the new text.
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
