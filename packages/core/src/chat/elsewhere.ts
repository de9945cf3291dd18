import { createListeners, type Unsubscribe } from '../store/listeners.js'
import type { MessageStore } from '../store/create-message-store.js'
import type { Message } from '../message/types.js'
import type { LiveCall } from '../pairing/types.js'
import { answerResults, getAnswer } from './answer-results.js'
import { begunCalls } from './run-tools.js'
import type { LiveSteps } from './live-steps.js'

/** The answers that other tabs write, or whose calls they run. */
export interface Elsewhere {
  set(answerId: string, isElsewhere: boolean): void
  has(answerId: string): boolean
  /** Is one of them in the branch that is shown? */
  isShown(): boolean
  /** Is one of them among these messages? */
  isIn(path: readonly Message[]): boolean
  /** Called when one comes or goes. */
  subscribe(listener: () => void): Unsubscribe
  /** Another tab had the answer, and nobody can say what became of it: it is never gone on with here. */
  lose(answerId: string): void
}

export function createElsewhere(store: MessageStore, live: LiveSteps, now: () => number): Elsewhere {
  const answers = new Set<string>()
  const lost = new Set<string>()
  const listeners = createListeners()

  const show = (id: string): void => {
    const answer = getAnswer(store, id)
    const calls: Record<number, LiveCall> = {}
    const begun = answer ? begunCalls(answer) : []
    for (const [index, result] of answerResults(store, id, now).slots().entries())
      if (!result) calls[index] = { state: begun.includes(index) ? 'running' : 'queued' }
    const phase = answer?.finishReason === undefined ? 'streaming' : 'tools'
    live.start(id, {
      phase,
      startedAt: answer?.timestamp ?? now(),
      model: answer?.model,
      elsewhere: true,
      calls,
    })
  }

  return {
    set(id, isElsewhere) {
      if (isElsewhere) {
        answers.add(id)
        show(id)
      } else if (!answers.delete(id)) return
      else if (live.get(id)?.elsewhere) live.end(id)
      listeners.notify()
    },
    has: (id) => answers.has(id) || lost.has(id),
    isShown: () => answers.size > 0 && store.getIds().some((id) => answers.has(id)),
    isIn: (path) => answers.size > 0 && path.some(({ id }) => id !== undefined && answers.has(id)),
    subscribe: listeners.add,
    lose: (id) => void lost.add(id),
  }
}
