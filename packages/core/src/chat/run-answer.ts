import type { AssistantMessage, StoredMessage, UserMessage } from '../message/types.js'
import { findStart } from './continue/find-start.js'
import { mayRunCalls } from './run-tools.js'
import { runStep, type StepContext } from './run-step.js'
import type { ToolDesk } from './tool-desk.js'

export interface AnswerContext extends StepContext {
  loadDesk(): Promise<ToolDesk>
  /** See `ToolRun.claim`. By the key of the call. */
  claimCall?(callKey: string): Promise<boolean>
  /** What the user has sent meanwhile and wants the model to read before its next step. Taken once. */
  takeQueue(): readonly UserMessage[]
}

/**
 * The loop: request, run the calls of the answer, request again, until an answer has no calls to run. Returns whether
 * it ended well. A limit on the number of requests ends it with a message that says so. `resume`: goes on from the message
 * `from`, see `Chat.continue`.
 */
export async function runAnswer(
  context: AnswerContext,
  from: string | null,
  resume = false,
): Promise<boolean> {
  const { store, live, config, signal } = context
  const maxSteps = config.maxSteps ?? 8
  const start = resume ? findStart(context, from) : { parent: from }
  let { parent } = start
  let { open, begun } = start

  // A resumed round was counted when it began.
  for (let step = open ? 0 : 1; ; step++) {
    const { id, completion } = open ? { id: open.id } : await runStep(context, parent, begun)
    open = begun = undefined
    let desk: ToolDesk
    try {
      const answer = store.getMessage(id) as (StoredMessage & AssistantMessage) | undefined
      // Removed while it ran, by a reset of the thread.
      if (!answer) return false
      if (completion && completion.outcome !== 'complete') return completion.outcome === 'cancelled'
      // Without tools of its own a chat leaves calls to whoever answers them from outside.
      if (!config.tools?.length || !mayRunCalls(answer)) return true

      desk = await context.loadDesk()
      const turn = await desk.runTurn(context, answer)
      parent = turn.tail
      if (signal.aborted || !turn.answered) return true
      if (!turn.ran) continue
    } finally {
      live.end(id)
    }

    if (config.stopWhen?.({ step, messages: store.getMessages() })) return true
    for (const message of context.takeQueue()) {
      parent = store.append(message, { parent })
      // The user is there and steers: the count of rounds nobody looked at begins anew.
      step = 0
    }
    if (step >= maxSteps) {
      desk.stopAtLimit(step, parent)
      return false
    }
  }
}
