import type { Scenario } from '../script/scenario.js'
import { answer } from './answer.js'
import { antiphonTour } from './antiphon-tour.js'
import { oneTool } from './one-tool.js'
import { parallelTools } from './parallel-tools.js'
import { thinker } from './thinker.js'

/** Every scenario of this package, the default one first. */
export const allScenarios: readonly Scenario[] = [antiphonTour, answer, thinker, oneTool, parallelTools]
