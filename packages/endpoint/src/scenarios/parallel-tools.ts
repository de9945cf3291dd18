import type { Scenario } from '../script/scenario.js'
import { callTools, say, type ScriptedCall, type Step, think } from '../script/step.js'
import type { Turn } from '../script/turn.js'
import { outcomeList, subjectOf } from '../tools/describe-outcomes.js'
import { callsInPrompt, planCalls } from '../tools/plan-calls.js'
import { noToolsAnswer } from './no-tools-answer.js'

/** Two tool calls at once whose argument fragments arrive in turn; then an answer out of the real results. */
export const parallelTools: Scenario = {
  id: 'parallel-tools',
  description: 'Thinks, makes two tool calls in parallel, then answers from their results.',
  *play(turn) {
    if (turn.outcomes.length > 0) return yield* finalAnswer(turn)
    if (turn.tools.length === 0) return yield say(noToolsAnswer)
    const wanted = callsInPrompt(turn.prompt, turn.tools).length
    const calls = planCalls(turn.prompt, turn.tools, Math.min(4, Math.max(2, wanted)))
    yield think(thoughtsOn(calls))
    yield callTools(calls, true)
  },
}

function thoughtsOn(calls: readonly ScriptedCall[]): string {
  const list = calls.map((call) => `${call.name} for ${subjectOf(call)}`).join(', ')
  return `This needs ${calls.length} look-ups: ${list}. None of them depends on another, so they can go out together instead of one after the other.`
}

function* finalAnswer({ outcomes }: Turn): Generator<Step> {
  const failed = outcomes.filter((outcome) => outcome.failed).length
  if (failed > 0) {
    const all = failed === outcomes.length
    yield say(
      all
        ? 'None of the calls gave a result:\n\n'
        : `${failed} of ${outcomes.length} calls failed. What came back:\n\n`,
    )
    yield say(outcomeList(outcomes))
    return yield say(
      all ? '\n\nWithout them there is nothing to answer from.' : '\n\nThe rest stands as reported.',
    )
  }
  yield say('Here is what came back:\n\n')
  yield say(outcomeList(outcomes))
  yield say(
    `\n\nThe ${outcomes.length} calls ran side by side. The values above are the tools’ own, unchanged.`,
  )
}
