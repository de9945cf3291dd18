import { memo } from 'react'
import { Icon } from '../../icons/icon.js'
import type { IconName } from '../../icons/icon-shapes.js'

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
