import { useSyncExternalStore } from 'react'

const INTERVAL_MS = 100

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, INTERVAL_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** With nobody asking, the clock stood still. */
function wake(): void {
  const time = Date.now()
  if (timer === undefined && Math.abs(time - now) > INTERVAL_MS) now = time
}

const read = (): number => now
const never = (): (() => void) => () => {}
const nothing = (): undefined => undefined

/**
 * The clock for calls that run: epoch ms, the same for all of them, renewed ten times a second by one timer, so that twenty rows
 * change in one drawing. Undefined while not `active`.
 */
export function useTenths(active: boolean): number | undefined {
  if (active) wake()
  const source = active ? read : nothing
  return useSyncExternalStore(active ? subscribe : never, source, source)
}
