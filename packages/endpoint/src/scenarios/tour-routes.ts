import type { Scenario } from '../script/scenario.js'
import { answer } from './answer.js'
import { thinker } from './thinker.js'

interface TourRoute {
  when(prompt: string, lastAnswer: string): boolean
  scenario: Scenario
}

const says = (pattern: RegExp, scenario: Scenario): TourRoute => ({
  when: (prompt) => pattern.test(prompt),
  scenario,
})

/** Which words lead to which scenario. The first that fits wins, so the narrow ones come first. */
export const tourRoutes: readonly TourRoute[] = [
  says(/\b(think|thinking|reason|reasoning|puzzle)\b/i, thinker),
  says(/\b(table|code|markdown|list|heading|snippet)\b/i, answer),
]
