import { useEffect, useState } from 'react'

/** `kept`: until the person deletes it. `evictable`: the browser may take it away. Undefined: nothing stored, or not known. */
export type Persistence = 'kept' | 'evictable'

/** Asks the browser, once there is something to keep, not to take it away. It decides by itself or asks the person. */
export function usePersistence(hasThreads: boolean): Persistence | undefined {
  const [persistence, setPersistence] = useState<Persistence>()
  useEffect(() => {
    if (!hasThreads) return
    askOnce().then(
      (kept) => setPersistence(kept ? 'kept' : 'evictable'),
      () => {},
    )
  }, [hasThreads])
  return persistence
}

let asked: Promise<boolean> | undefined

function askOnce(): Promise<boolean> {
  const { storage } = navigator as { storage?: StorageManager }
  if (!storage?.persist) return Promise.resolve(false)
  return (asked ??= storage.persisted().then((is) => is || storage.persist()))
}
