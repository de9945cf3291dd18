import { hasOwnCalls, PAUSED } from '../../message/provider-run.js'
import type { MessageStore } from '../../tree/message-store.js'
import {
  getAnswer,
  hasOpenCalls,
  lastResult,
  mayRunCalls,
  nearest,
  type StoredAnswer,
} from '../answer-results.js'
import { chatTools } from '../chat-tools.js'
import { isLimitNotice, openAnswerAt } from '../find-target.js'
import type { Run } from '../run.js'

/** Where a thread goes on. */
export interface Start {
  /** The message that the next request follows, results of its calls aside. */
  head: string
  /** `head` is an answer with calls that may still run, before any request. */
  isOpen?: true
  /** `head` is an answer whose rest is to be requested. */
  isBegun?: true
}

/** Finds where a thread goes on from `from`; undefined when nothing is left to do there. */
export function findStart(store: MessageStore, run: Run, from: string): Start | undefined {
  // A result belongs to the answer above it.
  const head = nearest(store, from, ({ role }) => role !== 'tool')?.id
  if (head === undefined) return undefined
  const answer = getAnswer(store, head)
  if (!answer) return { head }
  const parent = store.getParent(head)
  const isLast = store.getChildren(lastResult(store, head)).length === 0
  if (isLimitNotice(answer)) {
    if (parent === undefined) return undefined
    // The notice holds no words of a model. The messages after it stay, as another version.
    if (!isLast) return startAbove(store, run, parent)
    run.moveTo(parent)
    store.remove(head)
    return findStart(store, run, parent)
  }
  if (mayRunCalls(answer)) {
    const isAsked = answer.tool_calls?.some(({ approvalRequest }) => approvalRequest)
    if (chatTools(run.config).length > 0 || isAsked) return { head, isOpen: true }
    // A chat without tools leaves its calls to be answered from outside.
    return hasOpenCalls(store, answer) ? undefined : { head }
  }
  // Half a call cannot be continued, and neither can an answer without a word. A provider that paused continues its own
  // calls.
  const isBegun = answer.content.trim() !== '' || answer.finishReasonRaw === PAUSED
  if (hasOwnCalls(answer) || !isBegun)
    return parent === undefined ? undefined : startAbove(store, run, parent)
  return { head: isLast ? head : versionOf(store, answer, parent), isBegun: true }
}

/** For another answer to the messages above: a call whose result was removed runs first. */
function startAbove(store: MessageStore, run: Run, id: string): Start | undefined {
  const isOpen = openAnswerAt(store, id) !== undefined
  const head = nearest(store, id, ({ role }) => role !== 'tool')?.id ?? id
  return isOpen ? findStart(store, run, head) : { head }
}

/** Messages after an answer stay with that answer. The continued one is a version beside it. */
function versionOf(store: MessageStore, answer: StoredAnswer, parent: string | undefined): string {
  const { id: _, ...message } = answer
  return store.append(message, { parent: parent ?? null })
}
