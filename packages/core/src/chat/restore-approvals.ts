import type { ToolMessage } from '../message/types.js'
import type { PreparedCall } from '../tools/gate.js'
import { prepareCall } from '../tools/prepare-call.js'
import { callKeyOf } from '../pairing/call-key.js'
import { begunCalls, getAnswer, resultSlots, type StoredAnswer } from './answer-results.js'
import type { ApprovalHost, Approvals } from './approvals.js'
import { openAnswerAt } from './find-target.js'
import type { Elsewhere } from './live-steps.js'

/**
 * Keeps the questions of a thread at rest in step with its array: an open call at its end, of a tool that wants a
 * person asked, is shown as waiting. So a reload asks again, and an edit, another branch or a new message takes the
 * question away. Returns the function to call whenever something may have changed.
 */
export function watchThreadAtRest(
  host: ApprovalHost & {
    isRunning(): boolean
    getToolLists(): readonly unknown[]
    elsewhere: Pick<Elsewhere, 'has'>
  },
  approvals: Approvals,
): () => void {
  const { store, live, now } = host
  let seen: readonly unknown[] = []
  let shown: string | undefined

  const hide = (): void => {
    if (shown === undefined) return
    const id = shown
    shown = undefined
    approvals.showAtRest(id, [])
    if (!host.elsewhere.has(id)) live.end(id)
  }

  /** `results`: by position in `tool_calls`. */
  const look = async (
    message: StoredAnswer,
    results: readonly (ToolMessage | undefined)[],
  ): Promise<void> => {
    const looking = seen
    const begun = begunCalls(message)
    const waiting: PreparedCall[] = []
    const queued: number[] = []
    for (const [index, call] of (message.tool_calls ?? []).entries()) {
      const callKey = callKeyOf(message.id, index)
      if (results[index] || begun.includes(index)) continue
      const next = await prepareCall(call, index, callKey, host.getTools())
      if (!('prepared' in next) || !next.prepared.tool.execute) continue
      if (await approvals.wants(next.prepared, message.id)) waiting.push(next.prepared)
      else queued.push(index)
    }
    if (looking !== seen) return
    if (waiting.length === 0) return hide()
    // The array does not hold it. Without this the calls would look forgotten.
    shown = message.id
    // A listener may remove the question again, for example by starting a run.
    if (!approvals.showAtRest(message.id, waiting) || looking !== seen) return
    const startedAt = now()
    live.start(message.id, {
      phase: 'tools',
      startedAt,
      model: message.model,
      calls: Object.fromEntries([
        ...queued.map((index) => [index, { state: 'queued' }]),
        ...waiting.map(({ index }) => [index, { state: 'awaiting', startedAt }]),
      ]),
    })
  }

  return () => {
    const running = host.isRunning()
    const open = running ? undefined : openAnswerAt(store, store.getIds().at(-1) ?? '')
    const answer = open === undefined || host.elsewhere.has(open) ? undefined : getAnswer(store, open)
    const results = answer ? resultSlots(store, answer.id) : []
    const lists = host.getToolLists()
    const next = [...lists, running, answer, results.filter(Boolean).length]
    const differs = next.map((value, i) => value !== seen[i])
    if (!differs.includes(true)) return
    seen = next
    // A loop that a decision resumed takes over the questions that it asks. The others are hidden when it ends.
    if (running && approvals.isResuming()) return
    // A host may create the same tools again on each render, and a loop may have ended before it began. Then nothing changes on screen.
    if (differs.lastIndexOf(true) >= lists.length && !(answer && approvals.isResuming())) hide()
    if (answer) void look(answer, results)
  }
}
