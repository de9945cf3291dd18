import { useState } from 'react'
import { clip } from '../../lib/cut-text.js'
import { scalarText } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { LEAF } from './tree-words.js'

const STEP = 400_000

export interface LeafProps {
  value: string | number | boolean | null
  /** The text is no string of the value, but stands for a part of it: no quotes. */
  plain?: boolean
}

/** A value that holds no others, strings in quotes. Of a long one its beginning, and more on request. */
export function Leaf({ value, plain = false }: LeafProps) {
  const { strings, formats } = useWords()
  const [limit, setLimit] = useState(LEAF)
  const isLong = typeof value === 'string' && value.length > LEAF
  const shown = typeof value === 'string' ? clip(value, limit) : scalarText(value)
  const left = isLong && shown.length < value.length
  const quoted = typeof value === 'string' && !plain ? JSON.stringify(shown) : shown
  return (
    <>
      <code data-type={value === null ? 'null' : plain ? undefined : typeof value}>
        <RevealedText text={left ? `${quoted.slice(0, plain ? undefined : -1)}…` : quoted} padding />
      </code>
      {left && (
        <>
          {' '}
          <Button variant="small" onClick={() => setLimit(limit + STEP)}>
            {limit + STEP >= value.length
              ? strings.result.showAllCharacters(formats.number(value.length))
              : strings.result.showMore(formats.number(limit + STEP), formats.number(value.length))}
          </Button>
        </>
      )}
    </>
  )
}
