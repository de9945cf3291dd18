'use client'

import { englishResult } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button, type ButtonProps } from './button.js'

export interface MoreButtonProps extends ButtonProps {
  /** How many show after a press, of how many. */
  next: number
  total: number
  /** The words when that is all: `Show all 1,200 rows`. */
  all: (total: string) => string
}

/** Shows more of something long: all of it, or a part when all at once would hold up the page. */
export function MoreButton({ next, total, all, ...rest }: MoreButtonProps) {
  const { formats } = useWords()
  const { showMore } = useEntryWords('result', englishResult)
  return (
    <Button variant="small" {...rest}>
      {next >= total ? all(formats.number(total)) : showMore(formats.number(next), formats.number(total))}
    </Button>
  )
}
