import type { Scenario } from '../script/scenario.js'
import { say } from '../script/step.js'
import { lighthouse } from './lighthouse.js'

/** Some text, then nothing until the client goes. */
export const stall: Scenario = {
  id: 'stall',
  description: 'Some text, then silence until you stop it.',
  play: () => [say(lighthouse), { type: 'stall' }],
}
