import type { Message, Step } from '@antiphon/core'
import { isFailed } from './entries.js'
import { callsOf, turnsOf } from './turns-of.js'

interface ToolFigures {
  name: string
  calls: number
  failures: number
  /** Total duration in ms of the calls whose times are in the file. */
  ms: number
}

/** How often requests were tried again. */
interface RetryFigures {
  total: number
  /** Retries of each answer that reports them, in order. Empty when no answer does. */
  steps: number[]
  /** Records of the file that say that a request failed, by their kind. */
  kinds: [kind: string, count: number][]
}

export interface Statistics {
  /** The longest in all first. */
  tools: ToolFigures[]
  /** Output tokens of each answer that says them, in order. */
  steps: number[]
  /** Cost of each answer, in order. Answers in another currency than the first are left out, because they cannot be summed. */
  costs: { amounts: number[]; currency: string } | undefined
  /** Undefined when the file does not say. */
  retries: RetryFigures | undefined
}

/** Records of a session that say that a request failed and was tried again. */
const RETRY = /api_error|retry/i

/** Figures of a session. `counts` are what its document says of records without a message. */
export function statisticsOf(
  messages: readonly Message[],
  counts: Readonly<Record<string, number>> = {},
): Statistics {
  const tools = new Map<string, ToolFigures>()
  const steps: number[] = []
  const retries: number[] = []
  let costs: Statistics['costs']
  for (const turn of turnsOf(messages)) {
    if (turn.role !== 'assistant') continue
    for (const step of turn.steps) {
      const { usage, request } = step.assistant ?? {}
      if (usage?.outputTokens !== undefined) steps.push(usage.outputTokens)
      if (request?.retries !== undefined) retries.push(request.retries)
      const { cost } = usage ?? {}
      if (cost) {
        costs ??= { amounts: [], currency: cost.currency }
        if (costs.currency === cost.currency) costs.amounts.push(cost.amount)
      }
      addCalls(tools, step)
    }
  }
  return {
    tools: [...tools.values()].sort((a, b) => b.ms - a.ms || b.calls - a.calls),
    steps,
    costs,
    retries: retriesOf(retries, Object.entries(counts)),
  }
}

function retriesOf(
  steps: number[],
  counts: readonly [kind: string, count: number][],
): RetryFigures | undefined {
  const kinds = counts.filter(([kind]) => RETRY.test(kind)).sort(([, a], [, b]) => b - a)
  if (steps.length === 0 && kinds.length === 0) return undefined
  return { total: [...steps, ...kinds.map(([, count]) => count)].reduce((a, b) => a + b, 0), steps, kinds }
}

function addCalls(tools: Map<string, ToolFigures>, step: Step): void {
  const begun = step.assistant?.timestamp
  for (const call of callsOf(step)) {
    const { name } = call.call.function
    const figures = tools.get(name) ?? { name, calls: 0, failures: 0, ms: 0 }
    tools.set(name, figures)
    figures.calls++
    if (isFailed(call)) figures.failures++
    const { timing, timestamp } = call.result ?? {}
    // Without a time of its own: from the answer that asked for it to its result.
    const ms =
      timing?.durationMs ?? (begun !== undefined && timestamp !== undefined ? timestamp - begun : undefined)
    if (ms !== undefined && ms > 0) figures.ms += ms
  }
}

/** Values in at most `most` columns: of those that share one the greatest. */
export function columnsOf(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values]
  return Array.from({ length: most }, (_, i) => {
    const [from, to] = [i, i + 1].map((at) => Math.floor((at * values.length) / most))
    return Math.max(...values.slice(from, to))
  })
}
