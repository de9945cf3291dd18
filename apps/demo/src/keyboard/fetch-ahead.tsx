import { lazy, useEffect, useState, type ComponentType, type ReactElement } from 'react'

/** A component of a chunk of its own, for what is opened by keys. */
export interface FetchedAhead<Props> {
  (props: Props): ReactElement
  /** Fetches it. When that fails, it is fetched again when it is shown. */
  fetch(): void
}

/**
 * Like `lazy`, for what a person types into right after opening it. React shows what had to wait 0.3 s later at the earliest, and
 * what is typed until then goes elsewhere. What has been fetched does not wait.
 */
export function fetchedAhead<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FetchedAhead<Props> {
  let fetched: ComponentType<Props> | undefined
  const get = async () => ({ default: (fetched = await load()) })
  const Awaited = lazy(get)
  function View(props: Props) {
    const [Shown] = useState(() => fetched ?? Awaited)
    return <Shown {...props} />
  }
  View.fetch = (): void => void get().catch(() => {})
  return View
}

/** Fetches it once the page has nothing else to do. */
export function useFetchAhead({ fetch }: Pick<FetchedAhead<never>, 'fetch'>): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(fetch, 1_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(fetch, { timeout: 5_000 })
    return () => cancelIdleCallback(handle)
  }, [fetch])
}
