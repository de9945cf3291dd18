import type { ReasoningEffort } from '@antiphon/core'

/** Models that decide themselves how much they think, and take an effort: from 4.6 on. */
const ADAPTIVE = /claude-(?:[a-z]+-)?(?:4[-.][6-9]|[5-9])|claude-[a-z]+-[5-9]/i
/** Models that never think. */
const NEVER = /claude-(?:instant|2|3(?![-.]7))/i

/** Tokens that a model of the older kind may think, by the wish. */
const BUDGETS: Partial<Record<ReasoningEffort, number>> = {
  minimal: 1024,
  low: 2048,
  on: 8192,
  medium: 8192,
  high: 16_384,
  max: 32_000,
}

/** The body fields of each reasoning effort for a model. */
export function thinkingOf(model: string): Partial<Record<ReasoningEffort, Record<string, unknown>>> {
  if (NEVER.test(model)) return { off: {} }
  if (!ADAPTIVE.test(model)) {
    const budgets = Object.entries(BUDGETS).map(([wish, budget_tokens]) => [
      wish,
      { thinking: { type: 'enabled', budget_tokens } },
    ])
    return { ...Object.fromEntries(budgets), off: { thinking: { type: 'disabled' } } }
  }
  const thinking = { type: 'adaptive', display: 'summarized' }
  const efforts = ['low', 'medium', 'high', 'max'].map((effort) => [
    effort,
    { thinking, output_config: { effort } },
  ])
  return { ...Object.fromEntries(efforts), on: { thinking }, off: { thinking: { type: 'disabled' } } }
}
