import type { ChatController } from '@antiphon/core'
import { incidentPrompts } from '@antiphon/endpoint'
import type { englishHome } from '../words/english-home.js'
import { realWait, type Wait } from '../tools/incident-tools.js'

type StepId = keyof typeof englishHome.tour.steps

interface TourStep {
  /** Under which its words are found. */
  id: StepId
  prompt: string
  /** Asks for the rest of the answer once its ending was seen. */
  continues?: boolean
  /** Shows what came over the wire for a while. */
  showsWire?: boolean
}

const order: readonly StepId[] = [
  'cause',
  'report',
  'post',
  'gateway',
  'blame',
  'status',
  'runbook',
  'rollBack',
]

export const tourSteps: readonly TourStep[] = order.map((id) => ({
  id,
  prompt: incidentPrompts[id],
  continues: id === 'report',
  showsWire: id === 'status',
}))

/** Time that an ending stays on screen before the story goes on, in ms: enough to read one line. */
const READ_MS = 1_100
/** Time that the wire is shown, in ms: enough to see that it tells where the answer broke. */
const WIRE_MS = 4_000

/** Where the tour is; undefined while there is none. */
export interface TourState {
  /** From 0. */
  step: number
  isPaused: boolean
  /** Id of the answer whose wire is shown. */
  wireOf?: string
  /** Every step was shown. It stays so until it is left. */
  isEnded?: true
}

export interface Tour {
  getState(): TourState | undefined
  subscribe(listener: () => void): () => void
  /** Resolves when it has ended: after the last step, when it is left, or when its answer is stopped. */
  start(): Promise<void>
  /** Waits before the next question; the answer on its way goes on. */
  pause(): void
  resume(): void
  /** Ends the present step and goes on with the next. */
  skip(): void
  /** Asks nothing more. */
  leave(): void
}

const tours = new WeakMap<ChatController, Tour>()

/** The tour of a chat, which goes on while one looks at another conversation. */
export function tourOf(chat: ChatController): Tour {
  const found = tours.get(chat)
  if (found) return found
  const made = createTour(chat)
  tours.set(chat, made)
  return made
}

/** Asks the scripted endpoint for one state after the other, through the same chat as any question. */
export function createTour(chat: ChatController, wait: Wait = realWait): Tour {
  let state: TourState | undefined
  let reading = new AbortController()
  let isSkipped = false
  let resumed: (() => void) | undefined
  const listeners = new Set<() => void>()
  const set = (next: TourState | undefined): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const go = (): void => {
    resumed?.()
    resumed = undefined
    reading.abort()
  }
  const read = async (ms = READ_MS): Promise<void> => {
    reading = new AbortController()
    if (isSkipped) return
    await wait(ms, reading.signal).catch(() => {})
    if (state?.isPaused) await new Promise<void>((resolve) => (resumed = resolve))
  }
  /** The step was stopped by the person who looks on: that ends the tour. */
  const isStopped = (): boolean => {
    const last = chat.store.getMessages().findLast(({ role }) => role === 'assistant')
    return !isSkipped && (last?.role !== 'assistant' || last.finishReason === 'cancelled')
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      if (state && !state.isEnded) return
      for (const [step, { prompt, continues, showsWire }] of tourSteps.entries()) {
        set({ step, isPaused: false })
        isSkipped = false
        await chat.send(prompt)
        if (!state || isStopped()) return set(undefined)
        await read()
        if (showsWire && state && !isSkipped) {
          set({ ...state, wireOf: chat.store.getIds().at(-1) })
          await read(WIRE_MS)
        }
        if (continues && state && !isSkipped) {
          await chat.continue()
          await read()
        }
        if (!state) return
      }
      set({ step: tourSteps.length - 1, isPaused: false, isEnded: true })
    },
    pause: () => state && set({ ...state, isPaused: true }),
    resume() {
      if (!state) return
      set({ ...state, isPaused: false })
      resumed?.()
      resumed = undefined
    },
    skip() {
      if (!state) return
      isSkipped = true
      set({ ...state, isPaused: false })
      if (chat.getState().status !== 'ready') chat.stop()
      go()
    },
    leave() {
      set(undefined)
      go()
    },
  }
}
