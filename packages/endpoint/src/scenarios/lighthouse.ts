import type { Scenario } from '../script/scenario.js'
import { say } from '../script/step.js'

/** The beginning of an answer, for scenarios in which the rest does not come by itself. */
export const lighthouse =
  'The lighthouse on the point was built in 1867 and has been dark for two winters. The lens is still there, four hundred pounds of ground glass, and turns by hand if you know where to push. From the gallery you can'

const whole = `${lighthouse} see both harbours, and on a clear evening the smoke of the ferry before the ferry itself.`

/** Where the thread stands: the beginning, or a part of it, is there already. */
export function continuesLighthouse(lastAnswer: string): boolean {
  return lastAnswer !== '' && lastAnswer !== whole && whole.startsWith(lastAnswer)
}

/** The rest, once the connection, the server or the reader has cut the beginning off and somebody asks to go on. */
export const restOfLighthouse: Scenario = {
  id: 'rest-of-lighthouse',
  description: 'The rest of an answer that was lost on the way.',
  play: ({ lastAnswer }) => [say(whole.slice(lastAnswer.length))],
}
