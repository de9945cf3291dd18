import { callTools, say, type Scenario } from '../script/scenario.js'
import { failureLine } from '../tools/tell-results.js'
import { noToolsAnswer } from './tools.js'

const TOOL = 'make_pictures'

/** Asks for four pictures in one call; for a canvas that nobody can draw when the prompt wants a failure. */
export const pictures: Scenario = {
  id: 'pictures',
  description: 'Has four pictures made by one call, or fails at it when asked to.',
  *play({ prompt, tools, outcomes }) {
    const [outcome] = outcomes
    if (outcome?.failed) return yield say(`There are no pictures: ${failureLine(outcome)}`)
    if (outcome)
      return yield say('Morning, noon, evening and night. The tower is the same, and the light is on in one.')
    if (!tools.some(({ name }) => name === TOOL)) return yield say(noToolsAnswer)
    const size = /\bfail/i.test(prompt) ? '0x0' : '768x512'
    const args = { prompt: 'A lighthouse on a point, at four times of the day', count: 4, size }
    yield callTools([{ name: TOOL, arguments: JSON.stringify(args) }])
  },
}
