import type { LiveCall, LiveStep } from '../pairing/types.js'
import { createKeyedListeners, type Unsubscribe } from '../store/listeners.js'

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
      const differs = Object.entries(change).some(([key, value]) => step[key as keyof LiveStep] !== value)
      if (differs) set(id, { ...step, ...change })
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
