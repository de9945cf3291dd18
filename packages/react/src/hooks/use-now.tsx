'use client'
import { createContext, useContext, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'

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

/** The clock, for words such as "Thinking 4 s": epoch ms, renewed every `interval` ms while `active`; not at all for 0 or `Infinity`. */
export function useNow(active: boolean, interval = 100): number {
  const fixed = useContext(FixedTimeContext)
  const isMoving = active && fixed === undefined
  const [clock] = useState(createClock)
  const subscribe = useMemo(() => clock.every(isMoving ? interval : undefined), [clock, isMoving, interval])
  const now = useSyncExternalStore(subscribe, clock.read, clock.read)
  return fixed ?? now
}

function createClock() {
  let now = Date.now()
  return {
    read: () => now,
    every: (interval: number | undefined) => (listener: () => void) => {
      if (interval === undefined) return () => {}
      const tick = (): void => {
        now = Date.now()
        listener()
      }
      tick()
      // A longer timer would fire at once.
      if (!(interval > 0 && interval < 2 ** 31)) return () => {}
      const timer = setInterval(tick, interval)
      return () => clearInterval(timer)
    },
  }
}
