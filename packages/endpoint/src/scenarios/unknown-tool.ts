import type { Scenario } from '../script/scenario.js'
import { callTools, say } from '../script/step.js'
import { failureLine } from '../tools/describe-outcomes.js'

/** Calls a tool that the request did not offer. */
export const unknownTool: Scenario = {
  id: 'unknown-tool',
  description: 'Calls a tool that was not offered.',
  *play({ tools, outcomes }) {
    const offered = tools.map((tool) => tool.name)
    const name = offered.includes('book_ferry') ? 'book_ferry_seat' : 'book_ferry'
    const outcome = outcomes[0]
    if (!outcome)
      return yield callTools([
        { name, arguments: JSON.stringify({ from: 'Oslo', to: 'Kiel', date: '2026-03-12' }) },
      ])
    yield say(
      `I asked for \`${outcome.name}\`, which is not on the list of tools. The answer was:\n\n> ${failureLine(outcome)}\n\n`,
    )
    const list = offered.map((tool) => `\`${tool}\``).join(', ')
    yield say(
      offered.length > 0 ? `What I can call here: ${list}.` : 'No tools were offered with this request.',
    )
  },
}
