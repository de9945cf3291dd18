import type { ReactNode } from 'react'
import { Icon } from '../../icons/icon.js'

export interface LedgerRowProps {
  /** In the margin. */
  mark: ReactNode
  /** Figures at the end of the row. */
  elapsed?: ReactNode
  children: ReactNode
  /** Makes the row a button that opens what `controls` names. */
  fold?: { open: boolean; toggle(): void; controls: string }
}

/** One line of the ledger: mark in the margin, words, figures set right. */
export function LedgerRow({ mark, elapsed, children, fold }: LedgerRowProps) {
  const content = (
    <>
      {/* The blanks between are for the name of the button; in a flex row they take no room. */}
      <span data-slot="mark">{mark}</span> <span data-slot="row-words">{children}</span>{' '}
      {elapsed !== undefined && <span data-slot="elapsed">{elapsed}</span>}
      {fold && <Icon name="chevron" className="antiphon-chevron" />}
    </>
  )
  if (!fold) return <div data-slot="row">{content}</div>
  return (
    <button
      type="button"
      data-slot="row"
      aria-expanded={fold.open}
      aria-controls={fold.controls}
      onClick={fold.toggle}
    >
      {content}
    </button>
  )
}
