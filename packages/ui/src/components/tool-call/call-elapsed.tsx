import type { LiveCall, PairedCall } from '@antiphon/core'
import { useNow } from '@antiphon/react'
import { useWords } from '../../strings/strings.js'

/** How long a call took, or has been running. Nothing when it is not known: a figure is never guessed. */
export function CallElapsed({ call, live }: { call: PairedCall; live?: LiveCall }) {
  const { formats, strings } = useWords()
  const running = call.state === 'running' && live?.startedAt !== undefined
  const now = useNow(running, 100)
  if (call.state === 'queued') return strings.call.queuedNote
  const ms = running ? now - live.startedAt! : call.result?.timing?.durationMs
  if (ms === undefined) return null
  // A run that is over took some time, though the clock saw none.
  return formats.duration(running ? ms : Math.max(ms, 1))
}
