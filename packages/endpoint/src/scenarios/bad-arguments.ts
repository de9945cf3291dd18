import type { Scenario } from '../script/scenario.js'
import { callTools, say } from '../script/step.js'
import { failureLine, resultLine } from '../tools/describe-outcomes.js'
import { exampleCall } from '../tools/plan-calls.js'
import { noToolsAnswer } from './no-tools-answer.js'

/** Arguments that are not JSON, then JSON that does not fit the schema, then the answer. */
export const badArguments: Scenario = {
  id: 'bad-arguments',
  description: 'Calls a tool with arguments that do not parse, then with some that do not fit.',
  *play({ tools, outcomes, rounds }) {
    const [tool] = tools
    if (!tool && rounds === 0) return yield say(noToolsAnswer)
    if (tool && rounds === 0) {
      const { name, arguments: args } = exampleCall(tool)
      return yield callTools([{ name, arguments: args.slice(0, -1) }])
    }
    if (tool && rounds === 1)
      return yield callTools([{ name: tool.name, arguments: misfit(exampleCall(tool).arguments) }])
    const [first, second] = outcomes
    const told = (outcome: typeof first) =>
      outcome ? (outcome.failed ? failureLine(outcome) : resultLine(outcome)) : 'nothing'
    yield say(
      `My arguments were wrong twice. Without the closing brace the tool said:\n\n> ${told(first)}\n\n`,
    )
    yield say(`With values of the wrong type it said:\n\n> ${told(second)}\n\n`)
    yield say('Both calls are in the transcript as I wrote them.')
  },
}

/** The same keys, each with a value of another type. */
function misfit(args: string): string {
  const value = JSON.parse(args) as unknown
  if (typeof value !== 'object' || value === null) return '[]'
  const wrong = Object.entries(value).map(([key, entry]) => [key, typeof entry === 'string' ? [42] : 'soon'])
  return JSON.stringify(wrong.length > 0 ? Object.fromEntries(wrong) : 42)
}
