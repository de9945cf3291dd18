import { useCallback, useEffect, useState } from 'react'

const PREFIX = '#/t/'

/** The address of a thread, to be linked to. */
export function threadHref(threadId: string): string {
  return PREFIX + encodeURIComponent(threadId)
}

function addressed(): string | undefined {
  const { hash } = location
  if (!hash.startsWith(PREFIX)) return undefined
  try {
    return decodeURIComponent(hash.slice(PREFIX.length)) || undefined
  } catch {
    return undefined
  }
}

/** A new thread is not in the address; its id lies in the entry of the history, so that a reload leads back to what was begun. */
function unaddressed(newId: () => string): string {
  const { newThread } = (history.state ?? {}) as { newThread?: unknown }
  if (typeof newThread === 'string') return newThread
  const threadId = newId()
  history.replaceState({ newThread: threadId }, '')
  return threadId
}

export interface ThreadAddress {
  /** The thread that is shown. */
  threadId: string
  /** It is in the address; a new thread is not until it holds something. */
  isAddressed: boolean
  /** Shows another thread: a new place in the history of the tab. */
  open(threadId: string): void
  /** Shows a thread that is not there yet. */
  openNew(): void
  /** Puts the thread that is shown into the address, once it is worth coming back to. */
  keep(): void
}

/** Which thread is shown follows the address, so that a reload, a link and the back button lead to it. */
export function useThreadAddress(newId: () => string): ThreadAddress {
  const [state, setState] = useState(() => {
    const threadId = addressed()
    return { threadId: threadId ?? unaddressed(newId), isAddressed: threadId !== undefined }
  })
  useEffect(() => {
    const follow = (): void => {
      const threadId = addressed()
      setState((before) => {
        if (threadId === undefined) return { threadId: unaddressed(newId), isAddressed: false }
        return before.threadId === threadId && before.isAddressed ? before : { threadId, isAddressed: true }
      })
    }
    addEventListener('popstate', follow)
    addEventListener('hashchange', follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('hashchange', follow)
    }
  }, [newId])

  const { threadId } = state
  const open = useCallback((id: string) => {
    history.pushState(null, '', threadHref(id))
    setState({ threadId: id, isAddressed: true })
  }, [])
  const openNew = useCallback(() => {
    const newThread = newId()
    history.pushState({ newThread }, '', location.pathname + location.search)
    setState({ threadId: newThread, isAddressed: false })
  }, [newId])
  const keep = useCallback(() => {
    history.replaceState(null, '', threadHref(threadId))
    setState({ threadId, isAddressed: true })
  }, [threadId])
  return { ...state, open, openNew, keep }
}
