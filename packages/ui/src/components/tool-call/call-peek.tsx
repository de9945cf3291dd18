import type { CallState } from '@antiphon/core'
import { memo, useMemo, type Ref } from 'react'
import { pickPeek } from '../../lib/pick-peek.js'
import type { JsonReading } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { TAIL, tailOf } from './use-written-tail.js'

/** These say more than the arguments would, in the row itself. */
const spoken = new Set<CallState>(['denied', 'cancelled', 'cut-off', 'unanswered', 'awaiting', 'orphan'])

/** What a peek makes of a state: the others look the same, so a call that goes from one to the next keeps its peek. */
export function peekState(state: CallState): CallState {
  return state === 'writing' || spoken.has(state) ? state : 'done'
}

export interface CallPeekProps {
  /** As `peekState` has it. */
  state: CallState
  rawArguments: string
  json: JsonReading
  reason?: string
  /** The element of arguments that are being written. */
  tailRef?: Ref<HTMLElement>
}

/** What stands behind the name: the two most telling arguments, or the text as it is being written. */
export const CallPeek = memo(function CallPeek({
  state,
  rawArguments,
  json,
  reason,
  tailRef,
}: CallPeekProps) {
  const { strings } = useWords()
  // Numbers that do not survive parsing, and text that is no JSON, show as they were written.
  const readable = json.ok && json.exact
  const pairs = useMemo(() => (json.ok && json.exact ? pickPeek(json.value) : []), [json])

  if (state === 'writing') {
    return (
      <span data-slot="peek">
        <i ref={tailRef}>
          <RevealedText text={tailOf(rawArguments)} />
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
})
