'use client'

import { standsAlone } from '../../lib/own-root.js'
import { memo, useId, type ReactNode } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { useStaticPage } from '../../lib/static-page.js'
import { Fold, type FoldControl } from '../fold/fold.js'
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

export interface StatusRowProps {
  /** In the margin. */
  mark: ReactNode
  /** Figures at the end of the row. */
  elapsed?: ReactNode
  children: ReactNode
  /** Colours the mark: the state of a call, for example. */
  state?: string
  /** Makes the row a button that opens what `controls` names. */
  fold?: { open: boolean; toggle(): void; controls: string }
}

/** One line of the ledger: mark in the margin, words, figures set right. */
export const StatusRow = /* @__PURE__ */ standsAlone(function StatusRow({
  mark,
  elapsed,
  children,
  state,
  fold,
}: StatusRowProps) {
  const content = (
    <>
      {/* The blanks separate the words in the button's name. In a flex row they take no room. */}
      <Part slot="mark" data-state={state}>
        {mark}
      </Part>{' '}
      <Part slot="row-words">{children}</Part>{' '}
      {elapsed !== undefined && <Part slot="elapsed">{elapsed}</Part>}
      {fold && <Icon name="chevron" className="antiphon-chevron" />}
    </>
  )
  const isStatic = useStaticPage() !== undefined
  if (!fold || isStatic)
    return (
      <Part as={fold ? 'summary' : 'div'} slot="row">
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
})

export interface FoldedRowProps extends Pick<StatusRowProps, 'mark' | 'elapsed' | 'state'> {
  words: ReactNode
  fold: Pick<FoldControl, 'open' | 'toggle' | 'reveal'> & Partial<Pick<FoldControl, 'touched'>>
  /** Content below the row while the fold is closed. */
  closed?: ReactNode
  /** The content of the fold. Undefined: the row is a plain line. */
  children: ReactNode
}

/** A row and the content that it opens. */
export function FoldedRow({ words, fold, closed, children, ...row }: FoldedRowProps) {
  const id = useId()
  const isStatic = useStaticPage() !== undefined
  const hasBody = children !== undefined
  const line = (
    <StatusRow {...row} fold={hasBody ? { open: fold.open, toggle: fold.toggle, controls: id } : undefined}>
      {words}
    </StatusRow>
  )
  if (!hasBody) return line
  const body = (
    <Fold id={id} open={fold.open} onReveal={fold.reveal} moves={fold.touched ?? true} summary={line}>
      {children}
    </Fold>
  )
  // On a static page the sheet decides which of the two shows.
  if (isStatic)
    return (
      <>
        {body}
        {closed}
      </>
    )
  return (
    <>
      {line}
      {!fold.open && closed}
      {body}
    </>
  )
}
