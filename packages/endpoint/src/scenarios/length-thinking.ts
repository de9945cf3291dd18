import type { Scenario } from '../script/scenario.js'
import { say, think } from '../script/step.js'
import { cutOff } from './limit-steps.js'

const thoughts = `How many ways are there to lay a path of eight paving stones, if each step is one or two stones long?

Let me count small paths first. One stone: 1 way. Two stones: 2 ways, one and one, or a double. Three stones: the last step is either a single, after any way for two, or a double, after the one way for one. So 2 + 1 = 3.

That pattern holds: each number is the sum of the two before. Four stones: 3 + 2 = 5. Five: 8. I should check five by hand before I trust it. Five singles, that is one. One double and three singles, the double can stand in four places. Two doubles and one single, the single can stand in three`

const rest = ` places. 1 + 4 + 3 = 8. It holds. Six: 13. Seven: 21. Eight: 34.`

/** From this limit on the thoughts are finished and an answer follows, so that raising the limit shows. */
const ENOUGH_TOKENS = 2000

/** Runs out of tokens while it is still thinking: no answer at all. */
export const lengthThinking: Scenario = {
  id: 'length-thinking',
  description: 'Runs out of tokens while thinking. With max_tokens of 2,000 or more it gets to the answer.',
  *play({ maxTokens }) {
    if (maxTokens === undefined || maxTokens < ENOUGH_TOKENS) return yield* cutOff(think(thoughts))
    yield think(thoughts + rest)
    yield say(
      'There are **34 ways**. Each number of stones has as many ways as the two numbers before it together: 1, 2, 3, 5, 8, 13, 21, 34.',
    )
  },
}
