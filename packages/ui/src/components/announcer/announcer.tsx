'use client'

import { createContext, useContext, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'

/** Says something to a screen reader. `assertive` interrupts: for approvals and errors, once. */
export type Announce = (text: string, urgency?: 'polite' | 'assertive') => void

const AnnounceContext = createContext<Announce | undefined>(undefined)

/** How long an entry stays in the region: long enough to be read by every reader, gone before one browses to it. */
const KEEP_MS = 5_000

interface Entry {
  id: number
  text: string
  urgency: 'polite' | 'assertive'
}

export interface AnnouncerProps {
  children: ReactNode
}

/**
 * The one place from which the kit speaks: two hidden regions that are there before the first use. The transcript itself
 * is silent (docs/accessibility.md, X1 to X4). Inside another announcer it adds nothing and uses that one.
 */
export function Announcer({ children }: AnnouncerProps) {
  return useContext(AnnounceContext) ? children : <OwnAnnouncer>{children}</OwnAnnouncer>
}

function OwnAnnouncer({ children }: AnnouncerProps) {
  const [entries, setEntries] = useState<Entry[]>([])
  const next = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  const announce = useCallback<Announce>((text, urgency = 'polite') => {
    if (text.trim() === '') return
    const id = next.current++
    setEntries((current) => [...current, { id, text, urgency }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setEntries((current) => current.filter((entry) => entry.id !== id))
    }, KEEP_MS)
    timers.current.add(timer)
  }, [])

  useEffect(() => {
    const pending = timers.current
    return () => pending.forEach(clearTimeout)
  }, [])

  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <Region live="polite" entries={entries} />
      <Region live="assertive" entries={entries} />
    </AnnounceContext.Provider>
  )
}

function Region({ live, entries }: { live: 'polite' | 'assertive'; entries: Entry[] }) {
  return (
    <div
      data-slot="announcer"
      role="log"
      aria-live={live}
      aria-atomic="false"
      aria-relevant="additions"
      // In a right-to-left chat on a left-to-right page its margin would add a pixel of scrolling.
      className="ap:sr-only ap:mx-0"
    >
      {entries.map(({ id, text, urgency }) => urgency === live && <p key={id}>{text}</p>)}
    </div>
  )
}

const silent: Announce = () => {}

/** The announcer above, or one that says nothing. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext) ?? silent
}

/** `sentences` reads along while the answer streams, `answer` reads it once at the end, `off` says nothing. */
export type AnnounceMode = 'length' | 'answer' | 'sentences' | 'off'
