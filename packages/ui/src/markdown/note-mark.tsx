import { createContext, useContext, useId, useMemo, useRef, type MouseEvent, type ReactNode } from 'react'
import type { NoteNode } from './ast.js'
import { useStrings } from './context.js'
import type { Notes } from './notes.js'
import { SourceMark } from './source-mark.js'
import { sourceNumber } from './sources.js'

interface NotesContextValue {
  readonly numbers: Notes['numbers']
  /** In front of every id, so that none is made of what a model wrote (S10). */
  readonly prefix: string
  /** Keeps the mark that somebody came from, to go back to. */
  readonly leave: (mark: HTMLElement) => void
  readonly origin: () => HTMLElement | null
}

export const NotesContext = createContext<NotesContextValue | null>(null)

/** Gives the marks below their numbers. */
export function NotesProvider({ numbers, children }: { numbers: Notes['numbers']; children: ReactNode }) {
  const prefix = `note-${useId()}`
  const from = useRef<HTMLElement>(null)
  const value = useMemo(
    () => ({
      numbers,
      prefix,
      leave: (mark: HTMLElement) => {
        from.current = mark
      },
      origin: () => from.current,
    }),
    [numbers, prefix],
  )
  return <NotesContext value={value}>{children}</NotesContext>
}

/** Moves there without touching the address of the page. */
export function jump(event: MouseEvent, target: HTMLElement | null | undefined): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  target?.focus()
}

/** The number that leads to a footnote; without one of its label, what was written. */
export function NoteMark({ node: { label, source } }: { node: NoteNode }) {
  const context = useContext(NotesContext)
  const strings = useStrings()
  const cited = sourceNumber(label)
  if (cited !== null) return <SourceMark number={cited} fallback={source} />
  const number = context?.numbers.get(label)
  if (context === null || number === undefined) return source
  const id = `${context.prefix}-${number}`
  return (
    <sup data-slot="note-mark">
      <a
        href={`#${id}`}
        data-note={number}
        role="doc-noteref"
        aria-label={strings.footnote(number)}
        onClick={(event) => {
          context.leave(event.currentTarget)
          jump(event, document.getElementById(id))
        }}
      >
        {number}
      </a>
    </sup>
  )
}
