import type { Scenario } from '../script/scenario.js'
import { say, type Step } from '../script/step.js'

const keepAlive: Step[] = [
  { type: 'pause', ms: 1500 },
  { type: 'raw', text: ': keep-alive\n\n' },
]

/** Four and a half seconds of keep-alive comments before the first token, as a queue sends them (wire-facts 2.1). */
export const slowStart: Scenario = {
  id: 'slow-start',
  description: 'A few seconds of waiting before the first token.',
  play: () => [
    ...keepAlive,
    ...keepAlive,
    ...keepAlive,
    say(
      'That took four and a half seconds before the first word. Nothing was wrong: the request waited in a queue, and the server sent `: keep-alive` comments so that no proxy would close the line. A client should show that it is waiting, for how long, and leave Stop within reach.',
    ),
  ],
}
