import { useCallback, useEffect, useState } from 'react'
import type { ListedSession, SessionSource, StoreNote } from './source.js'

export interface SessionsState {
  /** Those that hold a conversation, and exported pages, newest first. */
  sessions: readonly ListedSession[]
  /** Files that hold none, with why. */
  unread: readonly ListedSession[]
  /** Files that were found; undefined while the folders are searched. */
  total: number | undefined
  isReading: boolean
  notes: readonly StoreNote[]
  /** The session of the one file that was named. */
  opens?: string | undefined
  failure?: string | undefined
}

const nothing: SessionsState = { sessions: [], unread: [], total: undefined, isReading: true, notes: [] }

/**
 * The list of a source, as it comes in. `again` reads it once more, and so does coming back to the page, because agents go on
 * meanwhile. The list from before stays until the new one has been read.
 */
export function useSessions(source: SessionSource | undefined): SessionsState & { again: () => void } {
  const [asked, setAsked] = useState({ source })
  const [{ of, ...state }, setState] = useState<SessionsState & { of?: SessionSource }>(nothing)
  if (asked.source !== source) setAsked({ source })
  useEffect(() => {
    const { source } = asked
    if (!source) return
    const stop = new AbortController()
    read(source, stop.signal, (change) =>
      setState((state) => ({ ...(state.of === source ? state : nothing), ...change, of: source })),
    ).catch((error: unknown) => {
      if (stop.signal.aborted) return
      const failure = error instanceof Error ? error.message : String(error)
      setState((state) => ({ ...state, isReading: false, failure }))
    })
    return () => stop.abort()
  }, [asked])
  const again = useCallback(() => setAsked(({ source }) => ({ source })), [])
  const isLive = source?.isLive
  useEffect(() => {
    if (!isLive) return
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [again, isLive])
  return { ...(of === source ? state : nothing), again }
}

/** Ms between two drawings of a list that comes in. */
const HOLD_MS = 100

/** Sources whose list was read to its end. */
const lists = new WeakSet<SessionSource>()

async function read(
  source: SessionSource,
  signal: AbortSignal,
  onChange: (change: Partial<SessionsState>) => void,
): Promise<void> {
  const found = new Map<string, ListedSession>()
  const isFirst = !lists.has(source)
  let toldAt = -Infinity
  const tell = (isReading: boolean): void => {
    const all = [...found.values()].sort((a, b) => b.changedAt - a.changedAt)
    const sessions = all.filter(({ facts }) => facts)
    const unread = all.filter(({ facts }) => !facts)
    onChange({ sessions, unread, isReading })
  }
  for await (const event of source.list(signal)) {
    if (signal.aborted) return
    if (event.type === 'total')
      onChange({ total: event.total, notes: event.notes, opens: event.opens, failure: undefined })
    else if (event.type === 'end') {
      lists.add(source)
      tell(false)
    } else {
      for (const session of event.sessions) found.set(session.id, session)
      // One that is read again replaces the one that is seen when it is whole.
      if (!isFirst || performance.now() - toldAt < HOLD_MS) continue
      tell(true)
      toldAt = performance.now()
    }
  }
}
