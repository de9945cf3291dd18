'use client'

import { pickPreview, readJson } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useArgumentNames } from '../tool-call/tool-title.js'

/** The arguments in one line, as far as there is room. All of them are in the card. */
export function ArgumentLine({ raw }: { raw: string }) {
  const nameOf = useArgumentNames()
  const json = readJson(raw)
  // Numbers that parsing would change show as they were written.
  const pairs = json.ok && json.exact ? pickPreview(json.value) : []
  return (
    <span>
      {pairs.length === 0 && raw !== '{}' && <RevealedText text={raw} />}
      {pairs.map(({ key, value }) => (
        <span key={key}>
          <RevealedText text={nameOf(key)} />{' '}
          <i>
            <RevealedText text={value} />
          </i>{' '}
        </span>
      ))}
    </span>
  )
}
