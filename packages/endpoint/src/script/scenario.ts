import type { Step } from './step.js'
import type { Turn } from './turn.js'

/** A model that is a script: it reads the turn so far and says what comes next. Called once per request, keeps no state. */
export interface Scenario {
  id: string
  /** One line for `/models`. */
  description: string
  play(turn: Turn): Iterable<Step>
}
