import type { Scenario } from '../script/scenario.js'
import type { HttpStep } from '../script/step.js'

/** A scenario that is one HTTP error. */
export const httpError = (id: string, description: string, step: Omit<HttpStep, 'type'>): Scenario => ({
  id,
  description,
  play: () => [{ type: 'http', ...step }],
})
