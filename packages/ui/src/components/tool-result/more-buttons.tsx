import type { ReactNode } from 'react'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'

export interface MoreButtonsProps {
  /** How many are allowed on screen now. */
  shown: number
  total: number
  /** How many are there before a press, and how many each press adds: more at once would hold up the page. */
  first: number
  step: number
  /** `Show all 1,200 rows`. */
  all: (total: string) => string
  onShow: (limit: number) => void
  children?: ReactNode
}

/** Below something long: how much there is, and a way to it. */
export function MoreButtons({ shown, total, first, step, all, onShow, children }: MoreButtonsProps) {
  const { strings, formats } = useWords()
  if (total <= first) return null
  const next = Math.min(shown + step, total)
  return (
    <div data-slot="more">
      {shown < total && (
        <Button variant="small" aria-expanded={false} onClick={() => onShow(next)}>
          {next === total
            ? all(formats.number(total))
            : strings.result.showMore(formats.number(next), formats.number(total))}
        </Button>
      )}
      {shown > first && (
        <Button variant="small" aria-expanded={true} onClick={() => onShow(first)}>
          {strings.result.showLess}
        </Button>
      )}
      {children}
    </div>
  )
}
