import { raceAbort } from '../lib/abort.js'
import type { ToolCall, ToolMessage, Message } from '../message/types.js'
import type { LiveCall } from '../pairing/types.js'
import { parseArguments } from './arguments.js'
import { askedTool } from './asked-tool.js'
import { type PreparedCall, denied, passGate, type ToolGate, type Verdict } from './gate.js'
import { loadForm } from './load-form.js'
import { CANCELLED, runCall } from './run-call.js'
import { thrownText, toolFailure, noteChange } from './tool-result.js'
import type { PersonAnswer, PersonQuestion, Tool } from './types.js'

/** A call ready to be gated, or the result of one that never can run. */
export type Preparation = { prepared: PreparedCall } | { failure: ToolMessage }

/** Finds the tool of a call and reads and checks its arguments. Never rejects. */
export async function prepareCall(
  call: ToolCall,
  index: number,
  callKey: string,
  tools: ReadonlyMap<string, Tool>,
): Promise<Preparation> {
  const tool = call.approvalRequest ? askedTool(call, tools) : tools.get(call.function.name)
  if (!tool) return { failure: toolFailure(call, 'unknown_tool', unknownToolText(call, tools)) }
  try {
    const args = await parseArguments(tool, call.function.arguments)
    const form = call.approvalRequest && tool.formOf?.(call.approvalRequest)
    // A question that cannot be shown is not asked.
    if (form) (await loadForm()).readForm(form.schema)
    return { prepared: { index, call, callKey, tool, args, ...(form && { form }) } }
  } catch (error) {
    return { failure: toolFailure(call, 'invalid_arguments', thrownText(error)) }
  }
}

function unknownToolText(call: ToolCall, tools: ReadonlyMap<string, Tool>): string {
  const offered = [...tools.values()].filter(({ runsApproved }) => !runsApproved)
  const names = offered.map(({ name }) => name).join(', ')
  return `Tool "${call.function.name}" not found. ${names ? `Offered: ${names}.` : 'No tools are offered.'}`
}

const UNMARKED =
  'Not run: the conversation could not be stored, so this call might have run a second time after a reload. Try again once it is stored.'

export interface ToolRun {
  calls: readonly ToolCall[]
  keyOf(callIndex: number): string
  tools: ReadonlyMap<string, Tool>
  gate?: ToolGate
  /**
   * Asks a person about calls that need it. Called once with the calls that passed the gate; resolves with one verdict per
   * call, in order. Pass each verdict to `onVerdict` early: a denial then becomes a result while other questions are open.
   */
  ask?(batch: readonly PreparedCall[], onVerdict: (verdict: Verdict) => void): Promise<readonly Verdict[]>
  /**
   * Calls that need no run, such as those answered before a reload. Asked again right before a call would run, since it may
   * have been answered from outside meanwhile. Such a call gets no result here. Default: none.
   */
  isSettled?(callIndex: number): boolean
  signal: AbortSignal
  now(): number
  /** Run every batch one call at a time. */
  sequential?: boolean
  /** Milliseconds per call, for tools without a limit of their own. Default: none. */
  timeout?: number
  /** The conversation, for tools about what is in it. */
  getMessages?(): readonly Message[]
  /** Id of the thread of the chat, where it has one. */
  threadId?: string
  /** Asks the person a question of a running call, until one of the signals is aborted. Default: nobody can be asked. */
  askPerson?(
    prepared: PreparedCall,
    question: PersonQuestion,
    signals: readonly AbortSignal[],
    onShown: () => void,
  ): Promise<PersonAnswer>
  /**
   * Awaited before these calls run: once, or for each where they run one at a time. False when no mark of them could be stored;
   * then those of `destructive` tools fail. Never rejects.
   */
  onStart?(callIndexes: readonly number[]): Promise<boolean>
  /** Called whenever the state of a call changes. */
  onCall(callIndex: number, live: LiveCall): void
}

/**
 * Runs the calls of one finished turn: reads and checks all, asks the gate once, then people where needed, then runs
 * them side by side (or one after the other when a tool of the batch asks for that). Nothing runs while one call still
 * waits for a person. Every call ends in exactly one result, whatever happens; a call whose tool is answered from
 * outside ends in undefined. Results are in the order of the calls.
 */
export async function runToolCalls(run: ToolRun): Promise<(ToolMessage | undefined)[]> {
  const { calls, tools, onCall, now, signal } = run
  const results = calls.map((): ToolMessage | undefined => undefined)
  const settle = (index: number, result: ToolMessage): void => {
    results[index] = result
    onCall(index, { state: 'running', result })
  }
  const cancel = ({ index, call }: PreparedCall): void =>
    settle(index, toolFailure(call, 'cancelled', CANCELLED))

  const ready: PreparedCall[] = []
  for (const [index, call] of calls.entries()) {
    if (run.isSettled?.(index)) continue
    const preparation = await cancellable(prepareCall(call, index, run.keyOf(index), tools), signal)
    if (!preparation) settle(index, toolFailure(call, 'cancelled', CANCELLED))
    else if ('failure' in preparation) settle(index, preparation.failure)
    else if (preparation.prepared.tool.execute) ready.push(preparation.prepared)
    else onCall(index, { state: 'awaiting', startedAt: now() })
  }

  const refuse = (verdict: Verdict): void => {
    const { index, call } = verdict.prepared
    if (!verdict.run && !results[index] && !run.isSettled?.(index))
      settle(index, toolFailure(call, verdict.outcome, verdict.text))
  }
  const verdicts = await cancellable(decide(run, ready, refuse), signal)
  if (!verdicts) {
    for (const prepared of ready) if (!results[prepared.index]) cancel(prepared)
    return results
  }
  const stops = new Set<() => void>()
  const stop = (): void => stops.forEach((listener) => listener())
  signal.addEventListener('abort', stop, { once: true })
  const work: { index: number; start(isMarked: boolean): Promise<void> }[] = []
  for (const verdict of verdicts) {
    const { index, call, tool } = verdict.prepared
    refuse(verdict)
    if (!verdict.run || run.isSettled?.(index)) continue
    const start = async (isMarked: boolean): Promise<void> => {
      if (run.isSettled?.(index)) return
      if (!isMarked && tool.destructive) return settle(index, toolFailure(call, 'failed', UNMARKED))
      const result = await runCall(verdict.prepared, {
        signal,
        stops,
        now,
        timeout: run.timeout,
        getMessages: run.getMessages,
        threadId: run.threadId,
        ask: run.askPerson && ((...asked) => run.askPerson!(verdict.prepared, ...asked)),
        onLive: (live) => onCall(index, live),
      })
      settle(index, verdict.changed === undefined ? result : noteChange(result, verdict.changed))
    }
    work.push({ index, start })
  }
  const begin = async (indexes: readonly number[]): Promise<boolean> =>
    signal.aborted || !run.onStart || (await cancellable(run.onStart(indexes), signal)) !== false
  if (run.sequential || ready.some(({ tool }) => tool.executionMode === 'sequential')) {
    // Calls that somebody else runs come last, because they are told the results of the others.
    const isAsked = ({ index }: { index: number }): boolean => calls[index]?.approvalRequest !== undefined
    for (const { index, start } of [
      ...work.filter((one) => !isAsked(one)),
      ...work.filter((one) => isAsked(one)),
    ]) {
      if (run.isSettled?.(index)) continue
      await start(await begin([index]))
    }
  } else {
    const isMarked = work.length === 0 || (await begin(work.map(({ index }) => index)))
    await Promise.all(work.map(({ start }) => start(isMarked)))
  }
  signal.removeEventListener('abort', stop)
  return results
}

/** Gate, then people: one verdict per call, in order. */
async function decide(
  { gate, ask }: ToolRun,
  batch: PreparedCall[],
  onVerdict: (verdict: Verdict) => void,
): Promise<readonly Verdict[]> {
  const gated =
    gate && batch.length > 0
      ? await passGate(gate, batch)
      : batch.map((prepared): Verdict => ({ run: true, prepared }))
  const open = gated.flatMap((verdict) => (verdict.run ? [verdict.prepared] : []))
  if (!ask || open.length === 0) return gated
  const answers = await ask(open, onVerdict).catch((error: unknown) =>
    open.map((prepared) => denied(prepared, `Nobody could be asked: ${thrownText(error)}`)),
  )
  const asked = answers.values()
  return gated.map((verdict) => (verdict.run ? (asked.next().value ?? denied(verdict.prepared)) : verdict))
}

/** The value of the promise, or undefined once the user has stopped. */
async function cancellable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    const value = await raceAbort(promise, signal)
    return signal.aborted ? undefined : value
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
