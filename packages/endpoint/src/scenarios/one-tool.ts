import type { Scenario } from '../script/scenario.js'
import { callTools, say } from '../script/step.js'
import { failureLine, sentenceOf, subjectOf } from '../tools/describe-outcomes.js'
import { planCalls } from '../tools/plan-calls.js'
import { noToolsAnswer } from './no-tools-answer.js'

/** One tool call, without thoughts, then one sentence from its result. */
export const oneTool: Scenario = {
  id: 'one-tool',
  description: 'Makes one tool call, then answers from its result.',
  *play({ prompt, tools, outcomes }) {
    const outcome = outcomes.at(-1)
    if (!outcome) {
      if (tools.length === 0) return yield say(noToolsAnswer)
      return yield callTools(planCalls(prompt, tools, 1))
    }
    if (outcome.failed) {
      return yield say(
        `\`${outcome.name}\` could not do it for **${subjectOf(outcome)}**: ${failureLine(outcome)}`,
      )
    }
    yield say(`${sentenceOf(outcome)}\n\nOne call of \`${outcome.name}\`, its value as it came.`)
  },
}
