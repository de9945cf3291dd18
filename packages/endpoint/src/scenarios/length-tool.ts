import type { Scenario } from '../script/scenario.js'
import { callTools, say } from '../script/step.js'
import { planCalls } from '../tools/plan-calls.js'
import { cutOff } from './limit-steps.js'
import { noToolsAnswer } from './no-tools-answer.js'

/** Cut off by the token limit inside the arguments of a tool call. */
export const lengthTool: Scenario = {
  id: 'length-tool',
  description: 'Cut off at the token limit inside the arguments of a tool call.',
  *play({ prompt, tools }) {
    const [call] = planCalls(prompt, tools, 1)
    if (!call) return yield say(noToolsAnswer)
    const { name, arguments: args } = call
    const cut = args.slice(0, Math.max(1, Math.floor(args.length * 0.7)))
    yield* cutOff(say('I will look that up.'), callTools([{ name, arguments: cut }]))
  },
}
