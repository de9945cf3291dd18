import type { Scenario } from '../script/scenario.js'
import { say } from '../script/step.js'
import { lighthouse } from './lighthouse.js'

/** The line is cut in mid-answer. */
export const disconnect: Scenario = {
  id: 'disconnect',
  description: 'The connection breaks in the middle of the answer.',
  play: () => [say(lighthouse), { type: 'disconnect' }],
}
