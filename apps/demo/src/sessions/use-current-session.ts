import { useCallback, useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void): (() => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
const read = (): string | undefined => /^#([\w-]+)$/.exec(location.hash)?.[1]

/** The session that the address names, so that Back and a reload do what they do on every page. */
export function useCurrentSession(): [id: string | undefined, open: (id: string | undefined) => void] {
  const id = useSyncExternalStore(subscribe, read)
  const open = useCallback((next: string | undefined): void => {
    if (next !== read()) location.hash = next ?? ''
  }, [])
  return [id, open]
}
