import { useState } from 'react'
import { isRecord, isScalar, scalarText } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'

/** Entries of one level before the rest waits for a press. */
const PAGE = 50
/** Levels that are open at first, and the level from which on the value is one line of text. */
const OPEN_DEPTH = 2
const MAX_DEPTH = 24

/** A JSON value as a tree of real lists. Levels open and close natively, so it works without scripts too. */
export function JsonTree({ value, label }: { value: unknown; label: string }) {
  return (
    <div data-slot="json-tree" role="group" aria-label={label}>
      <Node value={value} depth={0} />
    </div>
  )
}

function Node({ value, depth }: { value: unknown; depth: number }) {
  if (isScalar(value)) return <Leaf value={value} />
  if (depth >= MAX_DEPTH) return <code>{JSON.stringify(value)}</code>
  if (Array.isArray(value)) return <Level entries={value.map((item, i) => [String(i), item])} depth={depth} />
  if (isRecord(value)) return <Level entries={Object.entries(value)} depth={depth} />
  return <code>{JSON.stringify(value) ?? ''}</code>
}

function Leaf({ value }: { value: string | number | boolean | null }) {
  return (
    <code data-type={value === null ? 'null' : typeof value}>
      <RevealedText text={typeof value === 'string' ? JSON.stringify(value) : scalarText(value)} padding />
    </code>
  )
}

function Level({ entries, depth }: { entries: [string, unknown][]; depth: number }) {
  const { strings, formats } = useWords()
  const [shown, setShown] = useState(PAGE)
  return (
    <ul role="list">
      {entries.slice(0, shown).map(([key, value]) => (
        <li key={key}>
          {isScalar(value) || isEmpty(value) ? (
            <>
              <Key name={key} />
              {isScalar(value) ? <Leaf value={value} /> : <code>{Array.isArray(value) ? '[]' : '{}'}</code>}
            </>
          ) : (
            <details open={depth + 1 < OPEN_DEPTH}>
              <summary>
                <Key name={key} />
                <span className="ap:text-text-3">{sizeWords(value, strings.result, formats.number)}</span>
              </summary>
              <Node value={value} depth={depth + 1} />
            </details>
          )}
        </li>
      ))}
      {entries.length > shown && (
        <li>
          <Button variant="small" onClick={() => setShown(entries.length)}>
            {strings.result.showAllRows(formats.number(entries.length))}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Key({ name }: { name: string }) {
  return (
    <span data-slot="key">
      <RevealedText text={name} />{' '}
    </span>
  )
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0
}

function sizeWords(
  value: unknown,
  words: { items(count: number, shown: string): string; keys(count: number, shown: string): string },
  number: (value: number) => string,
): string {
  const count = Array.isArray(value) ? value.length : Object.keys(value as object).length
  return Array.isArray(value) ? words.items(count, number(count)) : words.keys(count, number(count))
}
