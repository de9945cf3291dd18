'use client'

import { cx } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/button.js'
import { Part, Root, type RootProps } from '../part/part.js'

/** Which version is shown, how many there are, and what choosing one does. */
export interface BranchPickerProps extends Omit<RootProps<'div', 'label'>, 'role'> {
  /** From 0. */
  index: number
  total: number
  onIndexChange: (index: number) => void
}

/** Which version of a message is shown. Hidden when there is only one. */
export function BranchPicker({ index, total, onIndexChange, className, ...rest }: BranchPickerProps) {
  const { strings, formats } = useWords()
  if (total < 2) return null
  const position = formats.number(index + 1)
  const count = formats.number(total)
  return (
    <Root
      role="group"
      aria-label={strings.branch.label(position, count)}
      slot="branch-picker"
      className={cx('ap:inline-flex ap:items-center', className)}
      {...rest}
    >
      <IconButton
        icon="previous"
        data-print="hide"
        label={strings.branch.previous}
        aria-disabled={index <= 0 ? true : undefined}
        onClick={() => onIndexChange(index - 1)}
      />
      <Part slot="label" className="ap:tabular-nums">
        {strings.branch.position(position, count)}
      </Part>
      <IconButton
        icon="next"
        data-print="hide"
        label={strings.branch.next}
        aria-disabled={index >= total - 1 ? true : undefined}
        onClick={() => onIndexChange(index + 1)}
      />
    </Root>
  )
}
