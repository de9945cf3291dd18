import { useCallback, useMemo, useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void): (() => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
const read = (): string => location.hash.slice(1)

export interface CurrentSession {
  id: string | undefined
  open(id: string | undefined): void
}

/** The session that the address names, so that Back and a reload do what they do on every page. */
export function useCurrentSession(): CurrentSession {
  const hash = useSyncExternalStore(subscribe, read)
  const open = useCallback((id: string | undefined): void => {
    const next = id ?? ''
    if (next !== read()) location.hash = next
  }, [])
  return useMemo(() => {
    return { id: /^[\w-]+$/.exec(hash)?.[0], open }
  }, [hash, open])
}
