import type { Scenario } from '../script/scenario.js'
import { callTools, say, think } from '../script/step.js'
import { failureLine, outcomeList, sentenceOf, subjectOf } from '../tools/describe-outcomes.js'
import { failingCall, planCalls } from '../tools/plan-calls.js'
import { noToolsAnswer } from './no-tools-answer.js'

/** Two calls, one of which cannot work; then an answer that says so. */
export const oneToolFails: Scenario = {
  id: 'one-tool-fails',
  description: 'Makes two tool calls of which one fails, and says so in the answer.',
  *play({ prompt, tools, outcomes }) {
    if (outcomes.length === 0) {
      const bad = failingCall(tools)
      if (!bad) return yield say(noToolsAnswer)
      const good = planCalls(
        prompt,
        tools.filter((tool) => tool.name !== bad.name || tools.length === 1),
        1,
      )
      yield think('Two look-ups. I am sure of the first one; the second has an argument that may not exist.')
      return yield callTools([...good, bad])
    }
    const failed = outcomes.filter((outcome) => outcome.failed)
    const done = outcomes.filter((outcome) => !outcome.failed)
    const [first] = failed
    if (!first)
      return yield say(
        `All ${outcomes.length} calls returned, also the one that was meant to fail:\n\n${outcomeList(outcomes)}`,
      )
    if (done.length === 0)
      return yield say(
        `None of the calls gave a result:\n\n${outcomeList(outcomes)}\n\nThere is nothing to answer from.`,
      )
    yield say('Half of this worked.\n\n')
    for (const outcome of done) yield say(`${sentenceOf(outcome)}\n\n`)
    yield say(
      `The other half did not: for **${subjectOf(first)}**, \`${first.name}\` reported:\n\n> ${failureLine(first)}\n\n`,
    )
    yield say('I have not guessed the missing value. With another argument the call can be made again.')
  },
}
