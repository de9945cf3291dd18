import type { Message } from '../message/types.js'
import { prepareRequestMessages } from '../request/prepare-request-messages.js'
import type { RequestMessage, RequestPolicy } from '../request/request-types.js'
import { describeChange } from './change-words.js'

/** One thing that leaves otherwise than it is stored. */
export interface RequestChange {
  rule: string
  /** What was done, and why, in a sentence. */
  words: string
  /** The way to it in the thread (`messages[3].tool_calls[0].id`), or in the request. */
  where: string
  before: unknown
  after: unknown
}

export interface ExplainedRequest {
  /** What an endpoint gets. */
  sent: RequestMessage[]
  /** For each message of the thread what was changed of it, in order. Empty where it leaves as it is stored. */
  changes: RequestChange[][]
  /** What is about the request as a whole. */
  general: RequestChange[]
}

/** What a request makes of a thread, and for each message why: "sent" beside "shown". */
export function explainRequest(messages: readonly Message[], policy: RequestPolicy = {}): ExplainedRequest {
  const changes = messages.map((): RequestChange[] => [])
  const general: RequestChange[] = []
  const sent = prepareRequestMessages(messages, policy, (rule, where, before, after) => {
    const index = Number(/^messages\[(\d+)\]/.exec(where)?.[1] ?? -1)
    const list = changes[index] ?? general
    list.push({ rule, words: describeChange(rule), where, before, after })
  })
  return { sent, changes, general }
}
