import type { CallState } from '@antiphon/core'
import { useMemo } from 'react'
import { pickPeek } from '../../lib/pick-peek.js'
import type { JsonReading } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'

/** These say more than the arguments would, in the row itself. */
const spoken = new Set<CallState>(['denied', 'cancelled', 'cut-off', 'unanswered', 'awaiting', 'orphan'])
/** Enough of an argument that is being written to fill a row; its end is what is new. */
const TAIL = 90

export interface CallPeekProps {
  state: CallState
  rawArguments: string
  json: JsonReading
  reason?: string
}

/** What stands behind the name: the two most telling arguments, or the text as it is being written. */
export function CallPeek({ state, rawArguments, json, reason }: CallPeekProps) {
  const { strings } = useWords()
  // Numbers that do not survive parsing, and text that is no JSON, show as they were written.
  const readable = json.ok && json.exact
  const pairs = useMemo(() => (json.ok && json.exact ? pickPeek(json.value) : []), [json])

  if (state === 'writing') {
    const tail = rawArguments.length > TAIL ? `…${rawArguments.slice(-TAIL)}` : rawArguments
    return (
      <span data-slot="peek">
        <i>
          <RevealedText text={tail} />
        </i>
        <span data-slot="caret" aria-hidden="true" />
      </span>
    )
  }
  return (
    <span data-slot="peek">
      {spoken.has(state) && (
        <span data-slot="state-note">
          {/* The mark has said it to those who hear the row. */}
          <span aria-hidden="true">{strings.call.state[state]}</span>
          {reason && (
            <>
              {': '}
              <RevealedText text={reason} />
            </>
          )}
        </span>
      )}
      {!readable && rawArguments.trim() !== '' && (
        <i>
          <RevealedText text={rawArguments.trim().slice(0, TAIL)} />
        </i>
      )}
      {pairs.map(({ key, value }) => (
        <span key={key}>
          <RevealedText text={key} />{' '}
          <i>
            <RevealedText text={value} />
          </i>{' '}
        </span>
      ))}
    </span>
  )
}
