import type { LiveCall, ToolMessage, ToolStep } from '@antiphon/core'

const states: readonly unknown[] = ['queued', 'running', 'done', 'error', 'cancelled']

/** The steps of a call: those of the run while it runs, afterwards those kept with the result. Stored data may be anything. */
export function readSteps(live: LiveCall['steps'], result: ToolMessage | undefined): readonly ToolStep[] {
  const kept: unknown = live ?? result?.metadata?.['antiphon.steps']
  return Array.isArray(kept) ? kept.filter(isStep) : []
}

function isStep(value: unknown): value is ToolStep {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, state } = value as Partial<ToolStep>
  return typeof id === 'string' && typeof title === 'string' && states.includes(state)
}
