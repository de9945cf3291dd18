import type { ChatController } from '@antiphon/core'
import type { ChatRest } from './chat-rest.js'
import type { RunData, RunOrder } from './types.js'
import { interruptedCall, putResult } from './page-results.js'
import { approvalKey } from './waiting-calls.js'

const STOPPED = 'The user stopped before this call was answered. It did not run.'

/** Longest wait for the questions of a stored thread to be there, in ms: its tools load. */
const MAX_ASK_MS = 10_000

/** Gives a chat over the stored thread what the run has to do: its order, or what was said to the calls that waited. */
export function beginRun(chat: ChatController, data: RunData, rest: ChatRest, now: () => number): void {
  const { waiting = [], decisions = [], begun = {}, isStopped, order } = data
  if (isStopped && waiting.length > 0) {
    // Answered, so that nobody is asked again. The stop right after it keeps the loop from going on.
    for (const { key } of waiting)
      rest.order(
        putResult(
          chat,
          begun[key] ? interruptedCall(key) : { key, result: { content: STOPPED, isError: true } },
        ),
      )
    chat.stop()
  } else if (decisions.length > 0) {
    for (const said of decisions) if ('result' in said) rest.order(putResult(chat, said))
    if (endsInterrupted(data)) chat.stop()
    rest.answer(decide(chat, decisions))
  } else rest.order(ask(chat, order, now))
}

/**
 * Has this turn been answered, and a call of it was interrupted? The model does not go on by itself then: it might make the same call
 * again, before the person knows that it may have taken effect.
 */
export const endsInterrupted = ({ waiting = [], decisions = [], isInterrupted = false }: RunData): boolean =>
  isInterrupted && waiting.length === 0 && decisions.every((said) => 'result' in said)

async function ask(chat: ChatController, order: RunOrder, now: () => number): Promise<void> {
  const { store } = chat
  const { message, regenerate, retry } = order
  if (regenerate !== undefined) return chat.regenerate(regenerate)
  if (retry !== undefined) return chat.retry(retry)
  if (!message) return chat.continue(order.continue)
  const { id, content, metadata, parent } = message
  // It is there where another process had begun this run.
  if (!store.getMessage(id)) {
    const isKnown = parent === null || (parent !== undefined && store.getMessage(parent) !== undefined)
    store.append(
      { role: 'user', id, content, timestamp: now(), ...(metadata && { metadata }) },
      isKnown ? { parent } : {},
    )
  }
  return chat.continue(id)
}

/** One after the other, because an edit makes another question, which the next decision answers. */
async function decide(chat: ChatController, decisions: NonNullable<RunData['decisions']>): Promise<void> {
  let isFirst = true
  for (const said of decisions) {
    if (!('decision' in said)) continue
    const find = () => chat.getApprovals().find((approval) => approvalKey(approval) === said.key)
    if (isFirst) await until(chat, () => find() !== undefined)
    isFirst = false
    const approval = find()
    if (approval) await chat.decideApproval(approval.key, said.decision)
  }
}

/** Resolves when the chat has come so far, or after a while without it. */
export async function until(chat: ChatController, isThere: () => boolean): Promise<void> {
  if (isThere()) return
  let stop = (): void => {}
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_ASK_MS)
    const unsubscribe = chat.subscribe(() => isThere() && resolve())
    stop = () => {
      clearTimeout(timer)
      unsubscribe()
    }
  })
  stop()
}
