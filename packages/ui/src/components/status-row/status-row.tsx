import { memo, type ReactNode } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { Part } from '../part/part.js'

export interface StateMarkProps {
  icon: IconName
  /** The same state as a word, for readers who do not see the shape. On paper it is printed. */
  word: string
}

export const StateMark = memo(function StateMark({ icon, word }: StateMarkProps) {
  return (
    <>
      <Icon name={icon} />
      <span data-slot="state-word">{word}</span>
    </>
  )
})

/** Parts of every row, by name. */
export type RowSlot = 'row' | 'mark' | 'row-words' | 'elapsed'

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
      <Part slot="mark">{mark}</Part> <Part slot="row-words">{children}</Part>{' '}
      {elapsed !== undefined && <Part slot="elapsed">{elapsed}</Part>}
      {fold && <Icon name="chevron" className="antiphon-chevron" />}
    </>
  )
  if (!fold)
    return (
      <Part as="div" slot="row">
        {content}
      </Part>
    )
  return (
    <Part
      as="button"
      type="button"
      slot="row"
      aria-expanded={fold.open}
      aria-controls={fold.controls}
      onClick={fold.toggle}
    >
      {content}
    </Part>
  )
}
