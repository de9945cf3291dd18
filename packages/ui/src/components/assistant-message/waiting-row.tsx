'use client'

import { shownError, useIsForPeople } from '../context/audience-context.js'
import type { LiveStep } from '@antiphon/core'
import { useNow } from '../../lib/use-now.js'
import { Icon } from '../../icons/icon.js'
import { revealToString } from '../../lib/reveal-text.js'
import { CodeWords } from '../../lib/text.js'
import { englishWaiting } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { errorTitle } from '../error-card/error-words.js'
import { StatusRow } from '../status-row/status-row.js'

const SAY_SENT_MS = 400
const SAY_WAITING_MS = 1_500

/**
 * Before the first token: nothing for 0.4 s, then "Sent", then the name of the model and the time. After a failed attempt:
 * the failure, and when the next attempt begins.
 */
export function WaitingRow({ live }: { live: LiveStep }) {
  const words = useWords()
  const { formats } = words
  const told = useEntryWords('transcript', englishWaiting)
  const now = useNow(true, 100)
  const waited = now - live.startedAt
  const isForPeople = useIsForPeople()
  if (live.retry) {
    const wait = live.retry.at - now
    const problem = errorTitle(shownError(live.retry.error, isForPeople), words)
    return (
      <div data-slot="waiting" data-state="retrying">
        <StatusRow mark={<Icon name="retry" />}>
          <span data-slot="title">
            <CodeWords text={told.retrying(problem, wait > 0 ? formats.roughDuration(wait) : undefined)} />
          </span>
        </StatusRow>
      </div>
    )
  }
  const waiting = waited >= SAY_WAITING_MS
  const model = isForPeople ? undefined : live.model && revealToString(live.model)
  return (
    <div
      data-slot="waiting"
      data-state={waiting ? 'waiting' : 'pending'}
      data-quiet={waited < SAY_SENT_MS ? '' : undefined}
    >
      <StatusRow
        mark={waiting ? <Icon name="running" /> : <Icon name="queued" />}
        elapsed={
          waiting && !isForPeople ? <span aria-hidden="true">{formats.duration(waited)}</span> : undefined
        }
      >
        <span data-slot="title">{waiting ? told.waiting(model) : told.sent}</span>
      </StatusRow>
    </div>
  )
}
