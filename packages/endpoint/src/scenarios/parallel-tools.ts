import type { Scenario } from '../script/scenario.js'
import { callTools, say, type ScriptedCall, type Step, think } from '../script/step.js'
import type { Turn } from '../script/turn.js'
import { countWord, outcomeList, subjectOf } from '../tools/describe-outcomes.js'
import { knownQuestion } from '../tools/known-sentences.js'
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
  const questions = calls.map(
    (call) => knownQuestion(call.name, call.arguments) ?? `${call.name} for ${subjectOf(call)}`,
  )
  const list = new Intl.ListFormat('en').format(questions)
  const both =
    calls.length === 2 ? 'Neither depends on the other, so both' : 'None depends on another, so all'
  return `There are ${countWord(calls.length)} things to find out: ${list}. ${both} calls can go out at once.`
}

function* finalAnswer({ outcomes }: Turn): Generator<Step> {
  const failed = outcomes.filter((outcome) => outcome.failed).length
  const list = outcomeList(outcomes)
  if (failed === outcomes.length) {
    return yield say(
      `None of the calls gave a result:\n\n${list}\n\nWithout them there is nothing to answer from.`,
    )
  }
  if (failed > 0) {
    return yield say(`${failed} of ${outcomes.length} calls failed, the rest is as reported:\n\n${list}`)
  }
  const all = outcomes.length === 2 ? 'Both calls' : `All ${countWord(outcomes.length)} calls`
  yield say(`${list}\n\n${all} ran side by side. The values are as the tools gave them.`)
}
