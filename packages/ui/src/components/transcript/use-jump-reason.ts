import type { TurnOutline } from '@antiphon/core'
import { useLiveStep } from '@antiphon/react'
import { useState } from 'react'
import type { JumpToLatestProps } from '../jump-to-latest/jump-to-latest.js'

/** Why the pill shows: somebody is needed, an answer ended out of sight, or there is simply more below. */
export function useJumpReason(options: {
  isAtEnd: boolean
  streaming: boolean
  turns: readonly TurnOutline[]
}): JumpToLatestProps['reason'] {
  const { isAtEnd, streaming, turns } = options
  const last = turns.at(-1)
  const live = useLiveStep(last?.role === 'assistant' ? last.steps.at(-1)?.assistant : undefined)
  const [before, setBefore] = useState(streaming)
  const [endedAway, setEndedAway] = useState(false)
  if (before !== streaming) {
    setBefore(streaming)
    setEndedAway(!streaming && !isAtEnd)
  }
  if (isAtEnd && endedAway) setEndedAway(false)

  if (isAtEnd) return undefined
  if (live && !live.elsewhere && Object.values(live.calls).some((call) => call.state === 'awaiting'))
    return 'approval'
  return endedAway ? 'answer' : 'latest'
}
