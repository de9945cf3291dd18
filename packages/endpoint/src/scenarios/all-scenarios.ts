import type { Scenario } from '../script/scenario.js'
import { answer, long, thinker } from './answers.js'
import { artifact } from './artifact.js'
import { attachments } from './attachments.js'
import { citations } from './citations.js'
import {
  contentFilter,
  contentFilterMidway,
  disconnect,
  lengthThinking,
  lengthTool,
  length,
  malformed,
  noFinish,
  refusal,
  slowStart,
  stall,
} from './endings.js'
import { formulas } from './formulas.js'
import { pictures } from './pictures.js'
import { plan } from './plan.js'
import { error401, error429, error500, errorContext, errorMidstream } from './errors.js'
import {
  badArguments,
  manyTools,
  oneTool,
  needsApproval,
  oneToolFails,
  parallelTools,
  unknownTool,
} from './tools.js'
import { antiphonTour } from './tour.js'

/** Every scenario of this package, the default one first. */
export const allScenarios: readonly Scenario[] = [
  antiphonTour,
  answer,
  thinker,
  oneTool,
  parallelTools,
  manyTools,
  oneToolFails,
  needsApproval,
  unknownTool,
  badArguments,
  attachments,
  formulas,
  artifact,
  citations,
  plan,
  pictures,
  long,
  length,
  lengthThinking,
  lengthTool,
  contentFilter,
  contentFilterMidway,
  refusal,
  slowStart,
  stall,
  errorMidstream,
  disconnect,
  noFinish,
  malformed,
  error401,
  error429,
  error500,
  errorContext,
]
