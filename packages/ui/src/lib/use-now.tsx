'use client'
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'

const FixedTimeContext = createContext<number | undefined>(undefined)

export interface FixedTimeProps {
  /** Epoch ms. */
  at: number
  children?: ReactNode
}

/** Shows everything below as it was at one moment: a replay, a story, a picture. Durations such as "Thinking 4 s" do not change. */
export function FixedTime({ at, children }: FixedTimeProps) {
  return <FixedTimeContext.Provider value={at}>{children}</FixedTimeContext.Provider>
}

/**
 * The clock, for words such as "Thinking 4 s": epoch ms, renewed every `interval` ms while `active`; not at all for 0 or
 * `Infinity`. All components with the same interval share one timer, so twenty rows change in one render.
 */
export function useNow(active: boolean, interval = 100): number {
  const fixed = useContext(FixedTimeContext)
  const isMoving = active && fixed === undefined
  const clock = clockOf(interval)
  if (isMoving) clock.wake()
  const now = useSyncExternalStore(isMoving ? clock.subscribe : never, clock.read, clock.read)
  return fixed ?? now
}

const never = () => () => {}
const clocks = new Map<number, Clock>()
type Clock = ReturnType<typeof createClock>

function clockOf(interval: number): Clock {
  const clock = clocks.get(interval) ?? createClock(interval)
  clocks.set(interval, clock)
  return clock
}

function createClock(interval: number) {
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = (): void => {
    now = Date.now()
    for (const tell of listeners) tell()
  }
  return {
    read: () => now,
    /** Sets a clock that nobody used meanwhile. Rows that are drawn one after the other still show the same time. */
    wake(): void {
      const time = Date.now()
      if (timer === undefined && Math.abs(time - now) > 100) now = time
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      // A longer timer would fire at once.
      if (interval > 0 && interval < 2 ** 31) timer ??= setInterval(tick, interval)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
