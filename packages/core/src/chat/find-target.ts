import type { Message, StoredMessage } from '../message/types.js'
import type { Tool } from '../tools/types.js'
import type { MessageStore } from '../tree/message-store.js'
import {
  answerAt,
  getAnswer,
  hasOpenCalls,
  lastResult,
  mayRunCalls,
  nearest,
  resultSlots,
  type StoredAnswer,
} from './answer-results.js'

/** The message that ends a run at the limit on rounds. It holds nothing that a model said. */
export const isLimitNotice = (message: Message | undefined): boolean =>
  message?.role === 'assistant' && message.error?.kind === 'tool_loop_limit'

/** Can a request end with this message? Instructions and the notice of the limit ask nothing. */
export function asksSomething(message: Message | undefined): boolean {
  const role = message?.role
  return role === 'user' || role === 'tool' || (role === 'assistant' && !isLimitNotice(message))
}

/**
 * The question that a new version of this answer replies to; for a question, the question itself. Undefined when no request can
 * be made from it.
 *
 * @param tools those that can be called here.
 */
export function questionOf(store: MessageStore, id: string, tools: readonly Tool[]): string | undefined {
  const message = store.getMessage(id)
  if (message?.role === 'user') return id
  if (message?.role === 'tool') return questionOf(store, answerAbove(store, id) ?? '', tools)
  const given = givenResult(store, id, tools)
  if (given !== undefined) return given
  const parent = message?.role === 'assistant' ? store.getParent(id) : undefined
  if (parent === undefined) return undefined
  if (isLimitNotice(store.getMessage(parent))) return questionOf(store, parent, tools)
  // The question between them may have been removed. Calls without a result are not a question, so the answer that made them is
  // requested again. If all of them may run here, they stay the question: they run first.
  const role = store.getMessage(parent)?.role
  if (role === 'tool' || role === 'assistant') {
    const owner = getAnswer(store, answerAbove(store, parent) ?? '')
    const mayRun = owner && mayRunCalls(owner) && !waitsForOutside(store, owner, tools)
    if (owner && hasOpenCalls(store, owner) && !mayRun) return questionOf(store, owner.id, tools)
  }
  return asksSomething(store.getMessage(parent)) ? parent : undefined
}

/** The last result of an answer that somebody gave a result to, if the model has not read it: nothing follows, and no call is open. */
function givenResult(store: MessageStore, id: string, tools: readonly Tool[]): string | undefined {
  const calls = getAnswer(store, id)?.tool_calls ?? []
  if (!calls.some((call) => tools.some(({ name, execute }) => name === call.function.name && !execute)))
    return undefined
  const last = lastResult(store, id)
  return resultSlots(store, id).includes(undefined) || store.getChildren(last).length > 0 ? undefined : last
}

/** Is one of its open calls answered from outside alone? Nothing is requested before that. */
function waitsForOutside(
  store: MessageStore,
  { id, tool_calls = [] }: StoredAnswer,
  tools: readonly Tool[],
): boolean {
  if (tools.length === 0) return !tool_calls.some(({ approvalRequest }) => approvalRequest)
  const outside = new Set(tools.flatMap(({ name, execute }) => (execute ? [] : [name])))
  return resultSlots(store, id).some((result, at) => {
    const call = tool_calls[at]
    return !result && call && !call.approvalRequest && outside.has(call.function.name)
  })
}

/** The question of the whole answer around `id`: the nearest message above that is neither answer nor result. */
export function wholeQuestionOf(store: MessageStore, id: string): string | undefined {
  const above = nearest(store, id, ({ role }) => role !== 'assistant' && role !== 'tool')
  return asksSomething(above) ? above?.id : undefined
}

/** The answer at `id`, or the one whose result `id` is, if one of its calls may run and has no result. */
export function openAnswerAt(store: MessageStore, id: string): string | undefined {
  const answer = answerAt(store, id)
  return answer && mayRunCalls(answer) && hasOpenCalls(store, answer) ? answer.id : undefined
}

/** The end of the branch below `id`, by the youngest version at each fork. */
export function endBelow(store: MessageStore, id: string): string {
  let end = id
  for (let next: string | undefined = id; next !== undefined; next = store.getChildren(end).at(-1)) end = next
  return end
}

export function lastShownAnswer(store: MessageStore): StoredMessage | undefined {
  return store.getMessages().findLast(({ role }) => role === 'assistant')
}

function answerAbove(store: MessageStore, id: string): string | undefined {
  return nearest(store, id, ({ role }) => role === 'assistant')?.id
}

/** Does the thread end with a question of the provider about a call, without a result for each of its calls? */
export function asksAtRest(store: MessageStore): boolean {
  const ids = store.getIds()
  let results = 0
  for (let at = ids.length - 1; at >= 0; at--) {
    const message = store.getMessage(ids[at]!)
    if (message?.role === 'tool') results++
    else {
      const calls = message?.role === 'assistant' ? (message.tool_calls ?? []) : []
      return results < calls.length && calls.some(({ approvalRequest }) => approvalRequest)
    }
  }
  return false
}
