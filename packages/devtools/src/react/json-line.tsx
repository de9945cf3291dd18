'use client'

import { RevealedText } from '@antiphon/ui'

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*|\btrue\b|\bfalse\b|\bnull\b)|[^"\d-]+|-/g

/** JSON in one line, complete or cut off, in the colours of the kit: keys, strings, figures. Anything else stays as it is. */
export function JsonLine({ text }: { text: string }) {
  return [...text.matchAll(TOKEN)].map(([token, string, colon, value], index) => {
    if (string === undefined && value === undefined) return <RevealedText key={index} text={token} />
    return (
      <span key={index} data-json={value !== undefined ? 'value' : colon === undefined ? 'string' : 'key'}>
        <RevealedText text={token} />
      </span>
    )
  })
}
