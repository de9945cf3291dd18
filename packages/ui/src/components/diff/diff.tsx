import { useMemo } from 'react'
import { lineDiff } from '../../lib/line-diff.js'
import { RevealedText } from '../../lib/revealed-text.js'

export interface DiffProps {
  before: string
  after: string
  /** Name of the area for screen readers. */
  label: string
}

/** What changed between two texts. Removed and added lines are marked by sign and element, not by colour alone. */
export function Diff({ before, after, label }: DiffProps) {
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  return (
    <pre data-slot="diff" tabIndex={0} role="group" aria-label={label}>
      {lines.map(({ type, text }, index) => {
        const words = <RevealedText text={text} padding />
        return (
          <div key={index} data-type={type}>
            <span aria-hidden="true">{type === 'removed' ? '− ' : type === 'added' ? '+ ' : '  '}</span>
            {type === 'removed' ? <del>{words}</del> : type === 'added' ? <ins>{words}</ins> : words}
          </div>
        )
      })}
    </pre>
  )
}
