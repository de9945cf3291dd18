import type { LiveStep } from '@antiphon/core'
import { useNow } from '@antiphon/react'
import { Icon } from '../../icons/icon.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { LedgerRow } from '../ledger-row/ledger-row.js'

const SAY_SENT_MS = 400
const SAY_WAITING_MS = 1_500

/** Before the first token: nothing for 0.4 s, then "Sent", then who is waited for and how long. */
export function WaitingRow({ live }: { live: LiveStep }) {
  const { strings, formats } = useWords()
  const waited = useNow(true, 100) - live.startedAt
  const waiting = waited >= SAY_WAITING_MS
  const model = live.model && revealToString(live.model)
  return (
    <div
      data-slot="waiting"
      data-state={waiting ? 'waiting' : 'pending'}
      data-quiet={waited < SAY_SENT_MS ? '' : undefined}
    >
      <LedgerRow
        mark={waiting ? <Icon name="running" /> : <Icon name="queued" />}
        elapsed={waiting ? formats.duration(waited) : undefined}
      >
        <span data-slot="title">{waiting ? strings.transcript.waiting(model) : strings.transcript.sent}</span>
      </LedgerRow>
    </div>
  )
}
