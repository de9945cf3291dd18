import type { MessageStore } from '../store/create-message-store.js'
import { getAnswer, type StoredAnswer } from './answer-results.js'
import type { LiveSteps } from './live-steps.js'
import type { Run } from './run.js'

/**
 * Puts an empty answer at the end of the run's branch and shows it as waiting, before anything is loaded or sent. Undefined
 * when the branch is gone, also by what a listener did at this moment.
 */
export function beginAnswer(
  { store, live, now }: { store: MessageStore; live: LiveSteps; now(): number },
  run: Run,
): StoredAnswer | undefined {
  if (run.isGone()) return undefined
  const startedAt = now()
  const { model } = run.config
  const id = run.append({ role: 'assistant', content: '', model, timestamp: startedAt })
  const answer = getAnswer(store, id)
  if (answer) live.start(id, { phase: 'waiting', startedAt, model, calls: {} })
  return answer
}
