import type { AssistantMessage, Step, Usage } from '@antiphon/core'

/** The usage of one answer, over all its requests. */
export interface UsageSummary {
  model?: string
  /** Id of the provider profile that the requests followed. */
  profile?: string
  /** Where the server worked on it in another way than usual: `flex`, `priority`. */
  serviceTier?: string
  usage?: Usage
  /** Time in ms of waiting for and reading answers, without tools. */
  durationMs?: number
  firstTokenMs?: number
  requests: number
}

/** Adds up the steps of an answer. Figures that no step reported stay absent. */
export function summarizeUsage(steps: readonly Step[]): UsageSummary {
  const answers = steps.flatMap((step) => step.assistant ?? [])
  const usages = answers.flatMap((answer) => answer.usage ?? [])
  const durations = answers.flatMap((answer) => answer.timing?.durationMs ?? [])
  const { startedAt, firstTokenAt } = answers[0]?.timing ?? {}
  return {
    model: answers.findLast((answer) => answer.model)?.model,
    profile: answers.findLast((answer) => answer.request?.profile)?.request?.profile,
    serviceTier: answers.map(tierOf).findLast(Boolean),
    usage: usages.length === 0 ? undefined : usages.reduce(addUsage),
    durationMs: durations.length === 0 ? undefined : durations.reduce((a, b) => a + b, 0),
    firstTokenMs:
      startedAt !== undefined && firstTokenAt !== undefined ? firstTokenAt - startedAt : undefined,
    // The note that the loop was stopped is not an answer to a request.
    requests: answers.filter((answer) => answer.error?.kind !== 'tool_loop_limit').length,
  }
}

/** The usual tiers of servers say nothing. */
function tierOf({ metadata }: AssistantMessage): string | undefined {
  const tier = metadata?.['wire.service_tier']
  return typeof tier === 'string' && !/^(auto|default|standard|on_demand)?$/.test(tier) ? tier : undefined
}

const counts = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
  'cachedInputTokens',
  'cacheWriteInputTokens',
] as const

function addUsage(a: Usage, b: Usage): Usage {
  const sum: Usage = {
    origin: a.origin === 'estimated' || b.origin === 'estimated' ? 'estimated' : 'reported',
  }
  for (const key of counts) {
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0)
  }
  if (a.cost && b.cost && a.cost.currency === b.cost.currency) {
    sum.cost = { amount: a.cost.amount + b.cost.amount, currency: a.cost.currency }
  } else if (a.cost || b.cost) {
    sum.cost = a.cost ?? b.cost
  }
  return sum
}

/** Output tokens a second over the whole time, so that a reader can check it against the two figures beside it. */
export function tokenRate({ usage, durationMs }: UsageSummary): number | undefined {
  if (!usage?.outputTokens || !durationMs || durationMs < 100) return undefined
  return usage.outputTokens / (durationMs / 1000)
}
