import { matchResults } from '../message/match-results.js'
import {
  CALL_INDEX_KEY,
  type AssistantMessage,
  type StoredMessage,
  type ToolMessage,
} from '../message/types.js'
import type { MessageStore } from '../store/create-message-store.js'
import type { LiveCall } from '../pairing/types.js'
import { runToolCalls } from '../tools/run-tool-calls.js'
import { toolFailure } from '../tools/tool-result.js'
import type { Approvals } from './approvals.js'
import { begunCalls } from './approvals-at-rest.js'
import type { AnswerContext } from './run-answer.js'
import { RUNNING_CALLS_KEY } from './run-tools.js'

export interface TurnEnd {
  /** Id of the last result. */
  tail: string
  /** Has every call a result? */
  answered: boolean
  /** Had one of them none before? */
  ran: boolean
}

const INTERRUPTED =
  'The page was closed while this call ran. It is not known whether it took effect; it was not run again.'

/**
 * Runs the calls of a finished answer that have no result yet, and puts their results under it in the order of the
 * calls, each as soon as those before it are there.
 */
export async function runToolTurn(
  context: AnswerContext,
  approvals: Approvals,
  answer: StoredMessage & AssistantMessage,
  placed: Placed,
): Promise<TurnEnd> {
  const { store, live, config, signal, now } = context
  const calls = answer.tool_calls ?? []
  const ran = calls.some((_, index) => !placed.has(index))
  const ready: (ToolMessage | undefined)[] = []
  let next = 0
  const tools = new Map((config.tools ?? []).map((tool) => [tool.name, tool]))
  const isOutside = (index: number): boolean => {
    const tool = tools.get(calls[index]!.function.name)
    return tool !== undefined && !tool.execute
  }
  /** Appends what is ready, in order, up to the first call that still runs; results from outside may take for ever. */
  const appendReady = (): void => {
    for (; next < calls.length && (placed.has(next) || ready[next] || isOutside(next)); next++) {
      if (!placed.has(next) && ready[next]) placed.add(next, ready[next]!)
    }
  }

  for (const index of begunCalls(answer)) {
    const call = calls[index]
    if (call && !placed.has(index)) placed.add(index, toolFailure(call, 'cancelled', INTERRUPTED))
  }
  const step = live.get(answer.id) ?? { startedAt: now(), model: answer.model }
  // What waited for a person in a thread at rest goes on waiting: its question stays on screen as it is.
  const asked = (index: number): LiveCall | undefined => {
    const before = live.get(answer.id)?.calls[index]
    return before?.state === 'awaiting' ? before : undefined
  }
  const queued = Object.fromEntries(
    calls.flatMap((_, index) =>
      placed.has(index) ? [] : [[index, asked(index) ?? { state: 'queued' as const }]],
    ),
  )
  live.start(answer.id, { ...step, phase: 'tools', activePart: undefined, calls: queued })
  context.onFirstToken()

  let begun: readonly number[] = []
  try {
    await runToolCalls({
      calls,
      keyOf: (index) => `${answer.id}/${index}`,
      tools,
      gate: config.gateToolCalls,
      ask: (batch) => approvals.ask(batch, answer.id, signal),
      isSettled: placed.has,
      signal,
      now,
      sequential: config.toolExecution === 'sequential',
      timeout: config.toolTimeout,
      getMessages: store.getMessages,
      claim: context.claimCall && ((index) => context.claimCall!(`${answer.id}/${index}`)),
      onStart(indexes) {
        begun = [...begun, ...indexes].filter((index) => !placed.has(index))
        markRunning(store, answer.id, begun)
      },
      onCall(index, call) {
        if (call.result) {
          ready[index] = call.result
          // First into the array, then out of the live state: at no moment is a result in neither.
          appendReady()
        }
        live.setCall(answer.id, index, call)
      },
    })
  } finally {
    for (; next < calls.length; next++) if (ready[next] && !placed.has(next)) placed.add(next, ready[next]!)
    markRunning(store, answer.id, undefined)
  }
  return { tail: lastResult(store, answer.id), answered: calls.every((_, index) => placed.has(index)), ran }
}

/** The results of one answer in the array. */
export interface Placed {
  has(callIndex: number): boolean
  /** Puts a new one in its place in the order of the calls. */
  add(callIndex: number, result: ToolMessage): void
}

export function placeResults(
  store: MessageStore,
  answer: StoredMessage & AssistantMessage,
  now: () => number,
): Placed {
  const after = resultsOf(store, answer.id)
  const calls = answer.tool_calls ?? []
  const { slots } = matchResults(calls, after)
  const ids = slots.map((result) => result?.id)
  const seen = new Set<string>()
  const repeated = new Set(calls.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : [])))
  return {
    has: (index: number): boolean => ids[index] !== undefined,
    add(index: number, result: ToolMessage): void {
      // Taken out of the thread while its calls ran, by a reset.
      if (!store.getMessage(answer.id)) return
      let before = index - 1
      while (before >= 0 && ids[before] === undefined) before--
      const parent = ids[before] ?? answer.id
      const metadata = { [CALL_INDEX_KEY]: index, ...result.metadata }
      const message = { ...result, timestamp: now(), ...(repeated.has(result.tool_call_id) && { metadata }) }
      ids[index] = store.append(message, { parent, between: true })
    },
  }
}

/** The last result that directly follows `owner`, or `owner` itself. */
export function lastResult(store: MessageStore, owner: string): string {
  return resultsOf(store, owner).at(-1)?.id ?? owner
}

function resultsOf(store: MessageStore, owner: string): (StoredMessage & ToolMessage)[] {
  const messages = store.getMessages()
  const from = messages.findIndex((message) => message.id === owner) + 1
  const to = messages.findIndex((message, i) => i >= from && message.role !== 'tool')
  return messages.slice(from, to < 0 ? undefined : to) as (StoredMessage & ToolMessage)[]
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
