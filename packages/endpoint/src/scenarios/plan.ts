import { callTools, say, think, type Scenario, type ScriptedCall } from '../script/scenario.js'
import { noToolsAnswer } from './tools.js'

const PLAN = 'update_plan'
const AGENT = 'ask_agent'

const steps = [
  'Find where the pool is set, and what it has to carry',
  'Write the change',
  'Try it under the load of Friday evening',
  'Roll it out, one region at a time',
  'Tell the team',
]

/** The plan with so many steps done and the next one begun. */
function planAt(done: number): ScriptedCall {
  const plan = steps.map((step, at) => ({
    step,
    status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
  }))
  return { name: PLAN, arguments: JSON.stringify({ plan }) }
}

/** How many steps are done after each round, and what is said about it. */
const progress: readonly (readonly [done: number, said?: string])[] = [
  [1, 'The pool is 8 in `checkout/pool.ts`, and Friday evening needs 34.'],
  [3, 'Under that load nobody waits for a connection when the pool has 40.'],
  [5],
]

const ask = (task: string): ScriptedCall => ({ name: AGENT, arguments: JSON.stringify({ task }) })

/** Works through a plan that it keeps up to date, with two agents of its own for the first step. */
export const plan: Scenario = {
  id: 'plan',
  description: 'Works through a plan of five steps and keeps it up to date; two agents help.',
  *play({ tools, rounds }) {
    if (!tools.some(({ name }) => name === PLAN)) return yield say(noToolsAnswer)
    const hasAgents = tools.some(({ name }) => name === AGENT)
    if (rounds === 0) {
      yield think('Five steps. The first has two questions that do not depend on each other.')
      return yield callTools([planAt(0)])
    }
    if (rounds === 1 && hasAgents)
      return yield callTools([
        ask('Find where the pool of checkout is set'),
        ask('Measure what checkout carries at most'),
      ])
    const [done, said] = progress[rounds - (hasAgents ? 2 : 1)] ?? []
    if (said) yield say(said)
    if (done !== undefined) return yield callTools([planAt(done)])
    yield say(
      '**The pool of checkout is 40 again, in every region.** The load of Friday evening needs 34 of them, so six are left for a bad day.\n\nThe plan above is the one I worked by: each update replaced the one before.',
    )
  },
}
