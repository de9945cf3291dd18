import { hasSameFields, createKeyedListeners, type Unsubscribe, createListeners } from '@antiphon/base'
import type { Message } from '../message/types.js'
import type { LiveCall, LiveStep } from '../pairing/types.js'
import type { MessageStore } from '../tree/message-store.js'
import { begunCalls, getAnswer, resultSlots } from './answer-results.js'

/** The answers in flight by message id: the part of the state that is not in the array. */
export interface LiveSteps {
  get(id: string): LiveStep | undefined
  subscribe(id: string, listener: () => void): Unsubscribe
  start(id: string, step: LiveStep): void
  /** Changes fields of a step; wakes its readers only when a value differs. */
  update(id: string, change: Partial<LiveStep>): void
  setCall(id: string, callIndex: number, call: LiveCall): void
  end(id: string): void
}

/** The live steps of one chat, each with listeners of its own. */
export function createLiveSteps(): LiveSteps {
  const steps = new Map<string, LiveStep>()
  const listeners = createKeyedListeners()
  const set = (id: string, step: LiveStep): void => {
    steps.set(id, step)
    listeners.notify(id)
  }
  return {
    get: (id) => steps.get(id),
    subscribe: listeners.add,
    start: set,
    update(id, change) {
      const step = steps.get(id)
      if (!step) return
      const next = { ...step, ...change }
      if (!hasSameFields(step, next)) set(id, next)
    },
    setCall(id, callIndex, call) {
      const step = steps.get(id)
      if (step) set(id, { ...step, calls: { ...step.calls, [callIndex]: call } })
    },
    end(id) {
      if (steps.delete(id)) listeners.notify(id)
    },
  }
}

/** Tracks the answers that other tabs write, or whose calls they run. */
export interface Elsewhere {
  set(answerId: string, isElsewhere: boolean): void
  has(answerId: string): boolean
  /** Is one of them in the branch that is shown? */
  isShown(): boolean
  /** Is one of them among these messages? */
  isIn(path: readonly Message[]): boolean
  /** Called when one comes or goes. */
  subscribe(listener: () => void): Unsubscribe
  /** Another tab had the answer, and nobody can say how it ended. It is never continued here. */
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
    for (const [index, result] of resultSlots(store, id).entries())
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
