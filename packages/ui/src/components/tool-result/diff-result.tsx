import { useState } from 'react'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { FIRST_ROWS, LONGEST_LINE } from './first-shown.js'
import { MoreButtons } from './more-buttons.js'
import { diffSigns, type UnifiedLine } from './unified-diff.js'

const STEP = 2_000

export interface DiffResultProps {
  lines: readonly UnifiedLine[]
  label: string
}

/** A unified diff. Signs are real text, so that what is copied is a patch again; elements say what came and what went. */
export function DiffResult({ lines, label }: DiffResultProps) {
  const { strings, formats } = useWords()
  const [limit, setLimit] = useState(FIRST_ROWS)
  return (
    <>
      <pre data-slot="diff" tabIndex={0} role="group" aria-label={label}>
        {lines.slice(0, limit).map(({ type, text }, index) => {
          const line = (
            <>
              {diffSigns[type]}
              <RevealedText text={text.slice(0, LONGEST_LINE)} padding />
              {text.length > LONGEST_LINE && strings.result.clipped(formats.number(text.length))}
            </>
          )
          return (
            <div key={index} data-type={type}>
              {type === 'removed' ? <del>{line}</del> : type === 'added' ? <ins>{line}</ins> : line}
            </div>
          )
        })}
      </pre>
      <MoreButtons
        shown={limit}
        total={lines.length}
        first={FIRST_ROWS}
        step={STEP}
        all={strings.result.showAllLines}
        onShow={setLimit}
      />
    </>
  )
}
