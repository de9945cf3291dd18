import type { Scenario } from '../script/scenario.js'
import { say } from '../script/step.js'
import { lighthouse } from './lighthouse.js'

/** The stream closes properly, but nothing says that the answer is complete. */
export const noFinish: Scenario = {
  id: 'no-finish',
  description: 'The stream ends without a finish reason.',
  play: () => [say(lighthouse), { type: 'close' }],
}
