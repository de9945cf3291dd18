import { pairOne } from './pair-tool-calls.js'
import type { LiveStep, Pairing, Step } from './types.js'

/** The calls of one step beside their results, with what a running chat knows about them on top. */
export function pairStep(step: Step, live?: LiveStep): Pairing {
  if (!step.assistant) return { calls: [], orphans: step.results }
  return pairOne(step.assistant, step.results, step.assistantIndex ?? 0, live, step.key)
}
