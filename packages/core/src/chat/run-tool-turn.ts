import type { LiveCall } from '../pairing/types.js'
import { runToolCalls } from '../tools/run-tool-calls.js'
import { toolFailure } from '../tools/tool-result.js'
import type { MessageStore } from '../tree/message-store.js'
import { type StoredAnswer, begunCalls, RUNNING_CALLS_KEY } from './answer-results.js'
import { answerResults } from './place-results.js'
import type { Approvals } from './approvals.js'
import type { StepContext } from './run-step.js'
import type { Run } from './run.js'

export interface TurnContext extends Pick<StepContext, 'store' | 'live' | 'now' | 'onFirstToken'> {
  /** Stores which calls are about to run. Bounded, and never rejects. */
  beforeCalls(): Promise<void>
}

export interface TurnEnd {
  /** Has every call a result? */
  isAnswered: boolean
  /** Had one of them none before? */
  hasRun: boolean
}

const INTERRUPTED =
  'The page was closed while this call ran. It is not known whether it took effect; it was not run again.'

/**
 * Runs the calls of a finished answer that have no result yet, and puts each result in its place in the order of the calls as
 * soon as it is there. The answer must be this page's to go on with: a call that had begun
 * and has no result counts as interrupted.
 */
export async function runToolTurn(
  { store, live, now, onFirstToken, beforeCalls }: TurnContext,
  approvals: Approvals,
  run: Run,
  answer: StoredAnswer,
): Promise<TurnEnd> {
  const { config, signal } = run
  const calls = answer.tool_calls ?? []
  const results = answerResults(store, answer.id, now)
  results.watch()
  const before = Array.from(results.slots())
  const hasRun = before.includes(undefined)
  const tools = new Map((config.tools ?? []).map((tool) => [tool.name, tool]))

  for (const index of begunCalls(answer)) {
    const call = calls[index]
    if (call && !before[index]) results.add(index, toolFailure(call, 'cancelled', INTERRUPTED))
  }
  const step = live.get(answer.id) ?? { startedAt: now(), model: answer.model }
  // What waited for a person in a thread at rest goes on waiting: its question stays on screen as it is.
  const asked = (index: number): LiveCall | undefined => {
    const shown = live.get(answer.id)?.calls[index]
    return shown?.state === 'awaiting' ? shown : undefined
  }
  const queued = Object.fromEntries(
    results
      .slots()
      .flatMap((result, index) => (result ? [] : [[index, asked(index) ?? { state: 'queued' as const }]])),
  )
  live.start(answer.id, { ...step, phase: 'tools', activePart: undefined, calls: queued })
  onFirstToken()

  let begun: readonly number[] = []
  let isAnswered: boolean
  try {
    await runToolCalls({
      calls,
      keyOf: (index) => `${answer.id}/${index}`,
      tools,
      gate: config.gateToolCalls,
      ask: (batch, onVerdict) => approvals.ask(batch, answer.id, run, onVerdict),
      isSettled: results.has,
      signal,
      now,
      sequential: config.toolExecution === 'sequential',
      timeout: config.toolTimeout,
      getMessages: run.getMessages,
      async onStart(indexes) {
        begun = [...begun, ...indexes].filter((index) => !results.has(index))
        markRunning(store, answer.id, begun)
        // A page that dies while they run must not run them again.
        await beforeCalls()
      },
      onCall(index, call) {
        // First into the array, then out of the live state: at no moment is a result in neither.
        if (call.result) results.add(index, call.result)
        live.setCall(answer.id, index, call)
      },
    })
  } finally {
    markRunning(store, answer.id, undefined)
    // Before `close`: what is known costs nothing, and to match thousands of results anew much.
    isAnswered = !results.slots().includes(undefined)
    results.close()
    approvals.endTurn(answer.id)
  }
  return { isAnswered, hasRun }
}

/**
 * Notes on the answer which of its calls have begun, at once and before they do: whoever stores the thread then knows
 * after a reload that they may have taken effect.
 */
function markRunning(store: MessageStore, id: string, indexes: readonly number[] | undefined): void {
  const message = store.getMessage(id)
  if (!message || (!indexes && message.metadata?.[RUNNING_CALLS_KEY] === undefined)) return
  const { [RUNNING_CALLS_KEY]: _, ...rest } = message.metadata ?? {}
  const metadata = indexes ? { ...rest, [RUNNING_CALLS_KEY]: indexes } : rest
  const { metadata: __, ...bare } = message
  store.write(id, Object.keys(metadata).length > 0 ? { ...bare, metadata } : bare)
  store.flush()
}
