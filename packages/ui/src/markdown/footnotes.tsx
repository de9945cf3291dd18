import { memo, useContext, useRef, type MouseEvent, type ReactNode } from 'react'
import { Blocks } from './blocks.js'
import { useStrings } from './context.js'
import { jump, NotesContext } from './note-mark.js'
import { noNotes, type Notes } from './notes.js'

/** The footnotes below the text. */
export const Footnotes = memo(function Footnotes({ notes, end }: { notes: Notes; end?: ReactNode }) {
  const context = useContext(NotesContext)
  const strings = useStrings()
  const place = useRef<HTMLDivElement>(null)
  const back = (event: MouseEvent, number: number): void => {
    const from = context?.origin()
    const mine = from?.isConnected && from.dataset['note'] === String(number) ? from : null
    const message = place.current?.closest('[data-slot="markdown"]')
    jump(event, mine ?? message?.querySelector<HTMLElement>(`[data-note="${number}"]`))
  }
  if (notes === noNotes || context === null) return null
  return (
    <div ref={place} data-slot="footnotes" role="group" aria-label={strings.footnotes}>
      <ol dir="auto">
        {notes.list.map((note, i) => {
          const number = i + 1
          const id = `${context.prefix}-${number}`
          return (
            <li key={note.label} id={id} tabIndex={-1}>
              <Blocks nodes={note.children} end={i === notes.list.length - 1 ? end : undefined} />
              {number <= notes.marked && (
                <button
                  type="button"
                  data-slot="note-back"
                  aria-label={strings.backToText(number)}
                  onClick={(event) => back(event, number)}
                >
                  <span aria-hidden="true">↩</span>
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
})
