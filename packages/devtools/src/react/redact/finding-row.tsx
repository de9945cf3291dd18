'use client'

import type { RedactionFinding, RedactionPlace } from '../../redact/types.js'
import { englishRedact } from './english.js'
import { useWords } from '@antiphon/ui'
import { useEntryWords } from '@antiphon/ui/parts'

/** Places that are shown of one finding. */
const SHOWN = 8
/** A longer value, such as a key of several lines, is cut. */
const LONGEST = 120

export interface FindingRowProps {
  finding: RedactionFinding
  isKept: boolean
  onKeep: (isKept: boolean) => void
}

/** One value with the name that replaces it, and its places. */
export function FindingRow({ finding, isKept, onKeep }: FindingRowProps) {
  const words = useEntryWords('redact', englishRedact)
  const { formats } = useWords()
  const { name, rule, values, count, places } = finding
  const shown = places.slice(0, SHOWN)
  return (
    <li data-finding={name} data-state={isKept ? 'kept' : 'replaced'} className="ap:text-row">
      <label className="ap:flex ap:min-h-6 ap:items-center ap:gap-2 ap:wrap-anywhere ap:pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="ap:size-4 ap:flex-none ap:appearance-auto ap:accent-accent"
          aria-label={words.replace(name)}
          checked={!isKept}
          onChange={(event) => onKeep(!event.target.checked)}
        />
        <span className="ap:min-w-0 ap:flex-1">
          <code dir="ltr">{short(values[0] ?? '')}</code> <span aria-hidden>→</span>{' '}
          {isKept ? <span className="ap:text-text-2">{words.kept}</span> : <code dir="ltr">{name}</code>}{' '}
          <span className="ap:text-data ap:text-text-3">{rule}</span>
        </span>
      </label>
      <details>
        <summary className="ap:text-data ap:leading-6 ap:text-text-2">
          {words.places(count, formats.number(count))}
        </summary>
        <ul className="ap:m-0 ap:flex ap:list-none ap:flex-col ap:gap-1.5 ap:p-0">
          {shown.map((place, i) => (
            <li key={i} className="ap:text-data ap:text-text-2 ap:wrap-anywhere">
              <PlaceLine place={place} />
            </li>
          ))}
        </ul>
        {count > shown.length && (
          <p className="ap:text-data ap:text-text-2">
            {words.morePlaces(formats.number(count - shown.length))}
          </p>
        )}
      </details>
    </li>
  )
}

function PlaceLine({ place }: { place: RedactionPlace }) {
  const words = useEntryWords('redact', englishRedact)
  const { path, inside, before, text, after } = place
  return (
    <>
      <span className="ap:text-text-3">{words.inside(path || words.whole, inside.join(', '))}</span>
      <br />
      <bdi>
        {before}
        <mark>{short(text)}</mark>
        {after}
      </bdi>
    </>
  )
}

const short = (value: string): string => (value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
