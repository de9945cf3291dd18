'use client'
import { useMemo, useState, useSyncExternalStore } from 'react'

/** The clock, for words such as "Thinking 4 s": epoch ms, renewed every `interval` ms while `active`. */
export function useNow(active: boolean, interval = 100): number {
  const [clock] = useState(createClock)
  const subscribe = useMemo(() => clock.every(active ? interval : undefined), [clock, active, interval])
  return useSyncExternalStore(subscribe, clock.read, clock.read)
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
      const timer = setInterval(tick, interval)
      return () => clearInterval(timer)
    },
  }
}
