import type { ToolOffer } from '../request/chat-request.js'
import type { Scenario } from '../script/scenario.js'
import { callTools, say, type ScriptedCall, think } from '../script/step.js'
import { failureLine, resultLine, sentenceOf } from '../tools/describe-outcomes.js'
import { exampleCall, failingCall, planCalls } from '../tools/plan-calls.js'
import { noToolsAnswer } from './no-tools-answer.js'

/** Three calls at once: one that works, one that fails, and one that a careful app asks a person about first. */
export const needsApproval: Scenario = {
  id: 'needs-approval',
  description: 'Makes three calls at once, one of which acts, so that a person may be asked first.',
  *play({ prompt, tools, outcomes }) {
    const acting = tools.find(({ name }) => acts.test(name))
    if (outcomes.length === 0) {
      if (tools.length === 0) return yield say(noToolsAnswer)
      yield think('Two look-ups, and something to be run. The last one is not mine alone to decide.')
      const readers = tools.filter((tool) => tool !== acting)
      const bad = failingCall(readers)
      const calls = [
        ...planCalls(prompt, readers, 1),
        ...(bad ? [bad] : []),
        ...(acting ? [actingCall(acting)] : []),
      ]
      return yield callTools(calls, true)
    }
    for (const outcome of outcomes.filter(({ name }) => name !== acting?.name)) {
      yield say(
        outcome.failed
          ? `\`${outcome.name}\` failed: ${failureLine(outcome)}\n\n`
          : `${sentenceOf(outcome)}\n\n`,
      )
    }
    const decided = outcomes.find(({ name }) => name === acting?.name)
    if (!decided) return yield say('Nothing here had to be allowed.')
    yield say(
      decided.failed
        ? `\`${decided.name}\` did not run. I was told:\n\n> ${failureLine(decided)}`
        : `\`${decided.name}\` was allowed and came back with: ${resultLine(decided)}`,
    )
  },
}

/** Names of tools that change something. */
const acts = /run|exec|delete|remove|send|write|deploy|roll.?back|pay|book|create|update/i

/** Something to run that takes a moment to write and to read. */
const code = `const primes = []
for (let n = 2; primes.length < 10; n++) {
  if (primes.every((p) => n % p !== 0)) primes.push(n)
}
console.log('The first ten primes:', primes.join(', '))
return primes.reduce((sum, prime) => sum + prime, 0)`

function actingCall(tool: ToolOffer): ScriptedCall {
  const properties = (tool.parameters['properties'] ?? {}) as Record<string, unknown>
  return 'code' in properties ? { name: tool.name, arguments: JSON.stringify({ code }) } : exampleCall(tool)
}
