import type { Scenario } from '../script/scenario.js'
import { say } from '../script/step.js'
import { callsInPrompt } from '../tools/plan-calls.js'
import { attachments } from './attachments.js'
import { guide } from './guide.js'
import { parallelTools } from './parallel-tools.js'
import { oneTool } from './one-tool.js'
import { tourRoutes } from './tour-routes.js'

const asksForTool =
  /\b(time in|what time|convert|population|capital of|currency of|area of|look up|calculate|tools?)\b|\d\s?%\s+of\b/i

const asksAboutFile =
  /\b(what|which|who|describe|see|look|read|hear|summari[sz]e|explain)\b.*\b(this|these|that|it|in|file|image|picture|photo|sound|document|pdf|attach\w*)\b/i

/** The default model: picks the scenario that the prompt asks for, and tells what there is when it asks for none. */
export const antiphonTour: Scenario = {
  id: 'antiphon-tour',
  description: 'Shows everything: picks the scenario by what you write.',
  play(turn) {
    const { prompt, tools, lastAnswer, outcomes } = turn
    const named = tools.find(({ name }) =>
      prompt.toLowerCase().includes(`call the function ${name.toLowerCase()}`),
    )
    if (named) return oneTool.play({ ...turn, tools: [named] })
    // An attachment without words is a question about it.
    if (
      turn.attachments.length > 0 &&
      outcomes.length === 0 &&
      (prompt.trim() === '' || asksAboutFile.test(prompt))
    )
      return attachments.play(turn)
    const route = tourRoutes.find(({ when }) => when(prompt, lastAnswer))
    if (route) return route.scenario.play(turn)
    const wanted = callsInPrompt(prompt, tools).length
    if (wanted === 1) return oneTool.play(turn)
    if (wanted > 1 || asksForTool.test(prompt)) return parallelTools.play(turn)
    return turn.attachments.length > 0 ? attachments.play(turn) : [say(guide)]
  },
}
