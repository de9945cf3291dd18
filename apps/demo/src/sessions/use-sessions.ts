import { useCallback, useEffect, useState } from 'react'
import type { ListedSession, SessionSource } from './source.js'

export interface SessionsState {
  /** Those that hold a conversation, newest first. */
  sessions: readonly ListedSession[]
  /** Files that hold none, with why. */
  unread: readonly ListedSession[]
  /** Files that were found; undefined while the folders are looked through. */
  total: number | undefined
  isReading: boolean
  notes: readonly string[]
  failure?: string
}

const nothing: SessionsState = { sessions: [], unread: [], total: undefined, isReading: true, notes: [] }

/** The list of a source, as it comes in; `again` asks for it once more. */
export function useSessions(source: SessionSource | undefined): SessionsState & { again: () => void } {
  const [asked, setAsked] = useState({ source })
  const [{ of, ...state }, setState] = useState<SessionsState & { of?: object }>(nothing)
  if (asked.source !== source) setAsked({ source })
  useEffect(() => {
    const { source } = asked
    if (!source) return
    const stop = new AbortController()
    read(source, stop.signal, (change) =>
      setState((state) => ({ ...(state.of === asked ? state : nothing), ...change, of: asked })),
    ).catch((error: unknown) => {
      if (stop.signal.aborted) return
      const failure = error instanceof Error ? error.message : String(error)
      setState((state) => ({ ...state, isReading: false, failure }))
    })
    return () => stop.abort()
  }, [asked])
  const again = useCallback(() => setAsked(({ source }) => ({ source })), [])
  return { ...(of === asked ? state : nothing), again }
}

async function read(
  source: SessionSource,
  signal: AbortSignal,
  onChange: (change: Partial<SessionsState>) => void,
): Promise<void> {
  const found = new Map<string, ListedSession>()
  for await (const event of source.list(signal)) {
    if (signal.aborted) return
    if (event.type === 'total') onChange({ total: event.total, notes: event.notes })
    else if (event.type === 'end') onChange({ isReading: false })
    else {
      for (const session of event.sessions) found.set(session.id, session)
      const all = [...found.values()].sort((a, b) => b.changedAt - a.changedAt)
      onChange({ sessions: all.filter(({ facts }) => facts), unread: all.filter(({ facts }) => !facts) })
    }
  }
}
