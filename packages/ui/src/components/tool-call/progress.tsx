'use client'

import type { LiveCall } from '@antiphon/core'
import { prettyJson } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'

/** A number from 0 to 1 is a bar below the tool's words; any other value is words too. */
export function Progress({ live: { progress, words, needsLogin } = {} }: { live?: Partial<LiveCall> }) {
  const { strings, formats } = useWords()
  const value = typeof progress === 'number' && progress >= 0 && progress <= 1 ? progress : undefined
  const other = value === undefined && progress !== undefined ? prettyJson(progress) : undefined
  const text = needsLogin ? strings.call.login : [words, other].filter(Boolean).join(' ')
  const label = strings.call.progress(`${formats.number((value ?? 0) * 100)} %`)
  return (
    <>
      {text !== '' && (
        <div data-slot="progress">
          <RevealedText text={text} />
        </div>
      )}
      {value !== undefined && (
        <div data-slot="progress">
          <div
            role="progressbar"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(value * 100)}
            aria-label={label}
          >
            <div style={{ inlineSize: `${value * 100}%` }} />
          </div>
          <span>{label}</span>
        </div>
      )}
    </>
  )
}
