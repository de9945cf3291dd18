'use client'

import { useMemo } from 'react'
import { lineDiff } from '../../lib/line-diff.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { Root, type RootProps } from '../part/part.js'

export interface DiffProps extends RootProps<'pre'> {
  before: string
  after: string
  /** Name of the area for screen readers. */
  label: string
}

/** The changes between two texts. Removed and added lines are marked by sign and element, not by colour alone. */
export function Diff({ before, after, label, ...rest }: DiffProps) {
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  return (
    <Root as="pre" slot="diff" tabIndex={0} role="group" aria-label={label} {...rest}>
      {lines.map(({ type, text }, index) => {
        const words = <RevealedText text={text} padding />
        return (
          <div key={index} data-type={type}>
            <span aria-hidden="true">{type === 'removed' ? '− ' : type === 'added' ? '+ ' : '  '}</span>
            {type === 'removed' ? <del>{words}</del> : type === 'added' ? <ins>{words}</ins> : words}
          </div>
        )
      })}
    </Root>
  )
}
