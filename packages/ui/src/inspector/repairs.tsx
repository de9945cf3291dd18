import type { Repair } from '@antiphon/core'
import { clip } from '../lib/cut-text.js'
import { RevealedText } from '../lib/revealed-text.js'
import { useInspectorWords } from './use-inspector-words.js'
import { jsonText } from '../lib/json-text.js'

export interface RepairsProps {
  title?: string
  /** Repairs of an answer, or what left otherwise than it is stored: the same shape. */
  repairs: readonly Repair[]
}

const SHOWN = 300

/** What was not as it should be, by the name of its rule, and what was made of it. */
export function Repairs({ title, repairs }: RepairsProps) {
  const { inspector } = useInspectorWords()
  return (
    <section data-slot="wire-repairs">
      {title && <h3 data-slot="wire-heading">{title}</h3>}
      <ul role="list">
        {repairs.map(({ rule, where, before, after }, index) => (
          <li key={index}>
            <code>{rule}</code>
            {where && (
              <span className="ap:text-text-3">
                {' '}
                {inspector.repairAt}{' '}
                <code>
                  <RevealedText text={where} />
                </code>
              </span>
            )}
            <Change name={inspector.before} value={before} />
            <Change name={inspector.after} value={after} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Change({ name, value }: { name: string; value: unknown }) {
  if (value === undefined) return null
  const text = typeof value === 'string' && value !== '' ? value : jsonText(value)
  const shown = clip(text, SHOWN)
  return (
    <span data-slot="wire-change">
      <span className="ap:text-text-3">{name} </span>
      <code>
        <RevealedText text={shown.length < text.length ? `${shown}…` : shown} padding />
      </code>
    </span>
  )
}
