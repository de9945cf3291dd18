import { useCallback, useMemo, useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void): (() => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
const read = (): string => location.hash.slice(1)

export interface CurrentSession {
  id: string | undefined
  /** The session beside it, when two are shown. */
  besideId: string | undefined
  open(id: string | undefined, besideId?: string): void
}

/** The session that the address names, or two, so that Back and a reload do what they do on every page. */
export function useCurrentSession(): CurrentSession {
  const hash = useSyncExternalStore(subscribe, read)
  const open = useCallback((id: string | undefined, besideId?: string): void => {
    const next = [id, besideId].filter((one) => one !== undefined).join('+')
    if (next !== read()) location.hash = next
  }, [])
  return useMemo(() => {
    const [, id, besideId] = /^([\w-]+)(?:\+([\w-]+))?$/.exec(hash) ?? []
    return { id, besideId, open }
  }, [hash, open])
}
