import { raceAbort } from '@antiphon/base'
import { callKeyOf } from '../pairing/call-key.js'
import type { LiveCall } from '../pairing/types.js'
import type { ToolMessage } from '../message/types.js'
import { denied, passGate, unchecked, type PreparedCall, type Verdict } from '../tools/gate.js'
import { prepareCall } from '../tools/prepare-call.js'
import { CANCELLED, runCall } from '../tools/run-call.js'
import { noteChange, toolFailure } from '../tools/tool-result.js'
import type { MessageStore } from '../tree/message-store.js'
import { begunCalls, RUNNING_CALLS_KEY, type StoredAnswer } from './answer-results.js'
import type { Approvals } from './approvals.js'
import { callableTools } from './callable-tools.js'
import { answerResults } from './place-results.js'
import type { Questions } from './questions.js'
import type { StepContext } from './run-step.js'
import type { Run } from './run.js'

export interface TurnContext extends Pick<
  StepContext,
  'store' | 'live' | 'now' | 'onFirstToken' | 'threadId'
> {
  /** Stores which calls are about to run; false when that failed. Bounded, and never rejects. */
  beforeCalls(): Promise<boolean>
}

/** Ways to ask a person: about calls that need approval, and by running tools. Without `questions` tools cannot ask. */
interface TurnPeople {
  approvals: Pick<Approvals, 'ask' | 'withdrawAnswered' | 'endTurn'>
  questions?: Questions
}

export interface TurnEnd {
  /** Has every call a result? */
  isAnswered: boolean
  /** Had one of them none before? */
  hasRun: boolean
}

const INTERRUPTED =
  'This call was interrupted while it ran. It is not known whether it took effect; it was not run again.'
const UNMARKED =
  'Not run: the conversation could not be stored, so this call might have run a second time after a reload. Try again once it is stored.'

/**
 * Runs the calls of a finished answer that have no result yet, in this order: reads and checks all, asks the gate once, asks
 * people, notes which calls begin, runs them side by side (or one after the other when a tool of the turn asks for that).
 * Calls that need nobody run beside the open questions; those that a person allowed, once all questions are answered.
 *
 * Each result is put in its place, in the order of the calls, as soon as it is there. Every call ends in one result, whatever
 * happens; a call whose tool is answered from outside stays open, and one that is answered meanwhile does not run. The page must
 * hold the lease of the answer: a call that had begun and has no result counts as interrupted.
 */
export async function runToolTurn(
  context: TurnContext,
  { approvals, questions }: TurnPeople,
  run: Run,
  answer: StoredAnswer,
): Promise<TurnEnd> {
  const { store, live, now, threadId } = context
  const { config, signal, getMessages } = run
  const calls = answer.tool_calls ?? []
  const results = answerResults(store, answer.id, now)
  results.watch()
  const hasRun = results.slots().includes(undefined)
  /** Calls that wait for their answer from outside. */
  const outside = new Set<number>()
  let begun: readonly number[] = []
  /** Calls that run beside the open questions, and until when. */
  const early = new Set<number>()
  let free: Promise<void> | undefined
  let isAnswered: boolean

  const show = (index: number, call: LiveCall): void => live.setCall(answer.id, index, call)
  const settle = (index: number, result: ToolMessage): void => {
    // First into the array, then out of the live state: at no moment is a result in neither.
    results.add(index, result)
    show(index, { state: 'running', result })
  }
  const refuse = (verdict: Verdict): void => {
    const { index, call } = verdict.prepared
    if (!verdict.run && !results.has(index))
      settle(index, toolFailure(call, verdict.outcome, verdict.text, verdict))
  }
  /** Rejects once the user has stopped. */
  const unlessStopped = async <T>(work: Promise<T>): Promise<T> => {
    const value = await raceAbort(work, signal)
    signal.throwIfAborted()
    return value
  }

  for (const index of begunCalls(answer)) {
    const call = calls[index]
    if (call && !results.has(index))
      results.add(index, toolFailure(call, 'cancelled', INTERRUPTED, { code: 'interrupted' }))
  }
  const step = live.get(answer.id) ?? { startedAt: now(), model: answer.model }
  // Calls that waited for a person in a thread at rest still wait. Their questions stay on screen.
  const queued = results.slots().flatMap((result, index): [number, LiveCall][] => {
    const shown = live.get(answer.id)?.calls[index]
    return result ? [] : [[index, shown?.state === 'awaiting' ? shown : { state: 'queued' }]]
  })
  live.start(answer.id, {
    ...step,
    phase: 'tools',
    activePart: undefined,
    calls: Object.fromEntries(queued),
  })
  context.onFirstToken()

  // Another tab or a host may put a result into the thread: nobody is asked about that call any more.
  const unsubscribe = store.subscribeIds(() => approvals.withdrawAnswered(answer.id, results.slots()))
  try {
    const ready = await prepare()
    const gated = await gate(ready)
    const verdicts = await askPeople(gated)
    await Promise.all([free, runAllowed(verdicts.filter(({ prepared }) => !early.has(prepared.index)))])
  } catch (error) {
    await free?.catch(() => {})
    if (!signal.aborted) throw error
    for (const [index, call] of calls.entries())
      if (!results.has(index) && !outside.has(index)) settle(index, toolFailure(call, 'cancelled', CANCELLED))
  } finally {
    unsubscribe()
    markRunning(store, answer.id, undefined)
    // Before `close`: the known results cost nothing, while matching thousands of results again is slow.
    isAnswered = !results.slots().includes(undefined)
    results.close()
    approvals.endTurn(answer.id)
  }
  return { isAnswered, hasRun }

  async function prepare(): Promise<PreparedCall[]> {
    const tools = callableTools(config)
    const ready: PreparedCall[] = []
    for (const [index, call] of calls.entries()) {
      if (results.has(index)) continue
      const preparation = await unlessStopped(prepareCall(call, index, callKeyOf(answer.id, index), tools))
      if ('failure' in preparation) settle(index, preparation.failure)
      else if (preparation.prepared.tool.execute) ready.push(preparation.prepared)
      else {
        outside.add(index)
        show(index, { state: 'awaiting', startedAt: now() })
      }
    }
    return ready
  }

  async function gate(batch: readonly PreparedCall[]): Promise<Verdict[]> {
    if (!config.gateToolCalls || batch.length === 0) return batch.map((prepared) => ({ run: true, prepared }))
    return unlessStopped(passGate(config.gateToolCalls, batch))
  }

  async function askPeople(gated: readonly Verdict[]): Promise<Verdict[]> {
    const open = gated.flatMap((verdict) => (verdict.run ? [verdict.prepared] : []))
    if (open.length === 0) return [...gated]
    // A denial becomes a result while other questions are open.
    const asking = approvals
      .ask(open, answer.id, run, refuse, isSequential(gated) ? undefined : begin)
      .catch((error: unknown) => open.map((prepared) => unchecked(prepared, 'Nobody could be asked', error)))
    const given = (await unlessStopped(asking)).values()
    return gated.map((verdict) => (verdict.run ? (given.next().value ?? denied(verdict.prepared)) : verdict))
  }

  function begin(verdicts: readonly Verdict[]): void {
    for (const { prepared } of verdicts) early.add(prepared.index)
    free = runAllowed(verdicts).then(noteBegun)
    // The turn gets it later, while it waits for a person.
    free.catch(() => {})
  }

  function isSequential(verdicts: readonly Verdict[]): boolean {
    return (
      config.toolExecution === 'sequential' ||
      verdicts.some(({ prepared }) => prepared.tool.executionMode === 'sequential')
    )
  }

  async function runAllowed(verdicts: readonly Verdict[]): Promise<void> {
    verdicts.forEach(refuse)
    const allowed = verdicts.flatMap((verdict) => (verdict.run ? [verdict] : []))
    if (allowed.length === 0) return
    const stops = new Set<() => void>()
    const stop = (): void => stops.forEach((listener) => listener())

    const runOne = async ({ prepared, changed }: (typeof allowed)[number], isMarked: boolean) => {
      const { index, call, tool } = prepared
      // It may have been answered from outside while the mark was stored.
      if (results.has(index)) return
      if (!isMarked && tool.destructive)
        return settle(index, toolFailure(call, 'failed', UNMARKED, { code: 'unstored' }))
      const result = await runCall(prepared, {
        signal,
        stops,
        now,
        timeout: config.toolTimeout,
        getMessages,
        threadId,
        ask: questions && ((...asked) => questions.ask({ messageId: answer.id, prepared }, ...asked)),
        onLive: (state) => show(index, state),
      })
      settle(index, changed === undefined ? result : noteChange(result, changed))
    }

    signal.addEventListener('abort', stop)
    try {
      if (!isSequential(verdicts)) {
        const isMarked = await mark(allowed)
        await Promise.all(allowed.map((verdict) => runOne(verdict, isMarked)))
        return
      }
      // Calls that somebody else runs come last, because they are told the results of the others.
      const isAsked = ({ prepared }: Verdict): number => (prepared.call.approvalRequest ? 1 : 0)
      for (const verdict of allowed.toSorted((one, other) => isAsked(one) - isAsked(other)))
        if (!results.has(verdict.prepared.index)) await runOne(verdict, await mark([verdict]))
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  function noteBegun(): void {
    begun = begun.filter((index) => !results.has(index))
    markRunning(store, answer.id, begun.length > 0 ? begun : undefined)
  }

  /** Notes that these calls begin: a page that dies while they run must not run them again. False when it is not stored. */
  async function mark(verdicts: readonly Verdict[]): Promise<boolean> {
    signal.throwIfAborted()
    begun = [...begun, ...verdicts.map(({ prepared }) => prepared.index)]
    noteBegun()
    return unlessStopped(context.beforeCalls())
  }
}

/**
 * Notes on the answer which of its calls are about to begin. After a reload the stored note says that they may have taken
 * effect.
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
