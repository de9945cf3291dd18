import type { ToolCall, ToolMessage } from '../message/types.js'
import type { LiveCall } from '../pairing/types.js'
import type { Tool } from './define-tool.js'
import { parseArguments } from './parse-arguments.js'
import { failureMessage, resultMessage, thrownText } from './tool-result.js'

/** A call that is known and valid, as the gate sees it. `args` is the validated value that the tool will be given. */
export interface ToolGateRequest {
  call: ToolCall
  callKey: string
  args: unknown
}

export type GateDecision = { allow: true } | { allow: false; reason?: string }

/**
 * Asked once per batch, with all its valid calls together, before any of them runs. One verdict per call, in order; a
 * missing one allows.
 */
export type ToolGate = (
  batch: readonly ToolGateRequest[],
) => readonly (GateDecision | undefined)[] | Promise<readonly (GateDecision | undefined)[]>

export interface ToolRun {
  calls: readonly ToolCall[]
  keyOf(callIndex: number): string
  tools: ReadonlyMap<string, Tool>
  gate?: ToolGate
  signal: AbortSignal
  now(): number
  /** Run every batch one call at a time. */
  sequential?: boolean
  /** Called whenever the state of a call changes. */
  onCall(callIndex: number, live: LiveCall): void
}

/**
 * Runs the calls of one finished turn: reads and validates all, asks the gate once, then runs them side by side (or one
 * after the other when a tool of the batch asks for that). Every call ends in exactly one result, whatever happens;
 * a call whose tool is answered from outside ends in undefined. Results are in the order of the calls.
 */
export async function runToolCalls(run: ToolRun): Promise<(ToolMessage | undefined)[]> {
  const { calls, tools, onCall, now } = run
  const results = calls.map((): ToolMessage | undefined => undefined)
  const settle = (index: number, result: ToolMessage): void => {
    results[index] = result
    onCall(index, { state: 'running', result })
  }
  calls.forEach((_, index) => onCall(index, { state: 'queued' }))

  const ready: { index: number; tool: Tool; request: ToolGateRequest }[] = []
  for (const [index, call] of calls.entries()) {
    const tool = tools.get(call.function.name)
    if (!tool) {
      settle(index, failureMessage(call, 'unknown_tool', unknownToolText(call, tools)))
      continue
    }
    try {
      const args = await parseArguments(tool, call.function.arguments)
      ready.push({ index, tool, request: { call, callKey: run.keyOf(index), args } })
    } catch (error) {
      settle(index, failureMessage(call, 'invalid_arguments', thrownText(error)))
    }
  }

  const decisions = await decide(
    run,
    ready.map(({ request }) => request),
  )
  const work = ready.flatMap(({ index, tool, request }, i) => {
    const decision = decisions[i]
    if (decision?.allow === false) {
      settle(index, failureMessage(request.call, 'denied', decision.reason || 'Tool execution denied'))
    } else if (tool.execute) return [async () => settle(index, await runOne(run, index, tool, request))]
    else onCall(index, { state: 'awaiting', startedAt: now() })
    return []
  })

  const inOrder = run.sequential || ready.some(({ tool }) => tool.executionMode === 'sequential')
  if (inOrder) for (const start of work) await start()
  else await Promise.all(work.map((start) => start()))
  return results
}

const CANCELLED = 'Cancelled by the user.'

async function decide(
  { gate, signal }: ToolRun,
  batch: ToolGateRequest[],
): Promise<readonly (GateDecision | undefined)[]> {
  if (!gate || batch.length === 0) return []
  try {
    return await untilAborted(Promise.resolve(gate(batch)), signal)
  } catch (error) {
    if (signal.aborted) return []
    // A gate that breaks must not let anything through.
    const reason = `The check before the call failed: ${thrownText(error)}`
    return batch.map(() => ({ allow: false, reason }))
  }
}

async function runOne(
  { now, onCall, signal }: ToolRun,
  index: number,
  tool: Tool,
  { call, callKey, args }: ToolGateRequest,
): Promise<ToolMessage> {
  const startedAt = now()
  const timing = () => ({ startedAt, durationMs: now() - startedAt })
  const report = (progress?: unknown): void => {
    if (!signal.aborted) onCall(index, { state: 'running', startedAt, progress })
  }
  if (signal.aborted) return failureMessage(call, 'cancelled', CANCELLED)
  report()
  try {
    const execute = tool.execute as (args: unknown, context: unknown) => unknown
    const pending = execute(args, { callId: call.id, callKey, signal, report })
    return resultMessage(call, await untilAborted(Promise.resolve(pending), signal), timing())
  } catch (error) {
    return signal.aborted
      ? failureMessage(call, 'cancelled', CANCELLED, timing())
      : failureMessage(call, 'failed', thrownText(error), timing())
  }
}

/** Settles with the promise, or rejects as soon as the signal aborts: a tool may never listen to its signal. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function unknownToolText(call: ToolCall, tools: ReadonlyMap<string, Tool>): string {
  const names = [...tools.keys()].join(', ')
  return `Tool "${call.function.name}" not found. ${names ? `Offered: ${names}.` : 'No tools are offered.'}`
}
