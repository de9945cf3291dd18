'use client'

import { useNow } from '../../lib/use-now.js'
import { englishApproval } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useIsForPeople } from '../context/audience-context.js'

/** How long a question has waited, for developers. It would only hurry people. */
export function WaitingTime({ since }: { since: number | undefined }) {
  const isShown = !useIsForPeople() && since !== undefined
  const now = useNow(isShown, 1_000)
  const { formats } = useWords()
  const words = useEntryWords('approval', englishApproval)
  return (
    isShown && (
      <span className="ap:ms-auto ap:flex-none ap:text-data ap:tabular-nums ap:text-text-2">
        {words.waiting(formats.clock(now - since))}
      </span>
    )
  )
}
