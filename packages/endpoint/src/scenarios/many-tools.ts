import type { Scenario } from '../script/scenario.js'
import { callTools, say, think } from '../script/step.js'
import { outcomeList } from '../tools/describe-outcomes.js'
import { planCalls } from '../tools/plan-calls.js'
import { noToolsAnswer } from './no-tools-answer.js'

/** Five calls in one message. */
export const manyTools: Scenario = {
  id: 'many-tools',
  description: 'Makes five tool calls in one message.',
  *play({ prompt, tools, outcomes }) {
    if (outcomes.length === 0) {
      if (tools.length === 0) return yield say(noToolsAnswer)
      yield think('Five look-ups, all independent. One message can carry them all.')
      return yield callTools(planCalls(prompt, tools, 5))
    }
    const failed = outcomes.filter((outcome) => outcome.failed).length
    yield say(
      failed === 0
        ? `All ${outcomes.length} calls returned:\n\n`
        : `${outcomes.length - failed} of ${outcomes.length} calls returned:\n\n`,
    )
    yield say(outcomeList(outcomes))
  },
}
