import type { LiveCall, PairedCall } from '@antiphon/core'
import { useWords } from '../../strings/strings.js'
import { useTenths } from './use-tenths.js'

/** How long a call took, or has been running. Nothing when it is not known: a figure is never guessed. */
export function CallElapsed({ call, live }: { call: PairedCall; live?: LiveCall }) {
  const { formats, strings } = useWords()
  const startedAt = call.state === 'running' ? live?.startedAt : undefined
  const now = useTenths(startedAt !== undefined)
  if (call.state === 'queued') return strings.call.queuedNote
  // The clock may be a tick behind the start.
  if (startedAt !== undefined && now !== undefined) return formats.duration(Math.max(0, now - startedAt))
  const ms = call.result?.timing?.durationMs
  // A run that is over took some time, though the clock saw none.
  return ms === undefined ? null : formats.duration(Math.max(ms, 1))
}
