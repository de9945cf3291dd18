import type { Message } from '@antiphon/core'
import { prepareRequestMessages, type RequestMessage, type RequestPolicy } from '@antiphon/core/request'

/** The effect of each rule of the request builder, and its reason. */
export const changeWords: Readonly<Record<string, string>> = {
  answer_images: 'Pictures of the previous answer moved to the question: an answer may not hold them.',
  answer_as_text: 'Sent as text: answers leave as text only.',
  arguments: 'Arguments that are not a JSON object were replaced: servers refuse them.',
  bridge_after_tool: 'An answer was put between: this endpoint takes no question right after a result.',
  call_extras: 'Keys of a call were left out that this endpoint refuses.',
  call_id: 'The id of the call was changed, so that it is unique and in the form the endpoint takes.',
  call_name:
    'The name of a call was missing, or of a form that servers refuse, so it got one that they take.',
  half_surrogate: 'Characters that servers refuse, such as half of one, were replaced.',
  empty_content: 'A message or result with nothing in it says so in words, or was left out.',
  content_type: 'Content of an unknown shape was sent as text.',
  continue_request: 'A message was added that asks to go on.',
  edited_answer: 'Written again: its text is no longer the one that the provider signed.',
  empty_turn: 'Left out: an answer without text and calls.',
  first_user: 'A user message was put first: a thread has to begin with one here.',
  foreign_reasoning: 'Its thinking was left out: it is of another model or provider.',
  merged: 'Messages of the same role in a row were joined, as this endpoint wants.',
  message_keys: 'Fields that no request has were left out.',
  missing_result: 'A call without a result was answered by a note: every call needs a result.',
  older_images: 'Pictures of an earlier answer are only named: those of the last one that has some go along.',
  orphan_result: 'Left out: a result without a call.',
  part_as_text: 'A part was sent as text: this endpoint takes no such part.',
  part_dropped: 'A part of an unknown shape was left out.',
  part_keys: 'Further keys of a text were left out: text leaves as one string.',
  prefill: 'Marked as the beginning of the next answer.',
  result_moved: 'Moved to its call: results are in the order of the calls.',
  result_part: 'A part of the result was sent as words: results leave as text.',
  system_as_user: 'Sent as a message of the user: this endpoint takes no system message so late.',
  system_merged: 'Joined to the system message at the beginning.',
  thought_signature: 'A signature was put on the call: this endpoint asks for one.',
  unknown_role: 'Left out: its role is unknown.',
  unsigned_reasoning: 'Thinking without its signature was left out: this endpoint refuses it.',
}

function describeChange(rule: string): string {
  return Object.hasOwn(changeWords, rule)
    ? changeWords[rule]!
    : `Changed for the endpoint (${rule.replaceAll('_', ' ')}).`
}

/** One difference between what is stored and what is sent. */
interface RequestChange {
  rule: string
  /** The change and its reason in a sentence. */
  words: string
  /** The way to it in the thread (`messages[3].tool_calls[0].id`), or in the request. */
  where: string
  before: unknown
  after: unknown
}

interface ExplainedRequest {
  /** The messages that an endpoint gets. */
  sent: RequestMessage[]
  /** The changes to each message of the thread, in order. Empty for a message that is sent as stored. */
  changes: RequestChange[][]
  /** The changes to the request as a whole. */
  general: RequestChange[]
}

/** How a request changes each message of a thread, and why: "sent" beside "shown". */
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
