import type { Scenario } from '../script/scenario.js'
import { answer } from './answer.js'
import { antiphonTour } from './antiphon-tour.js'
import { attachments } from './attachments.js'
import { badArguments } from './bad-arguments.js'
import { contentFilter } from './content-filter.js'
import { contentFilterMidway } from './content-filter-midway.js'
import { disconnect } from './disconnect.js'
import { error401 } from './error-401.js'
import { error429 } from './error-429.js'
import { error500 } from './error-500.js'
import { errorContext } from './error-context.js'
import { errorMidstream } from './error-midstream.js'
import { lengthThinking } from './length-thinking.js'
import { lengthTool } from './length-tool.js'
import { length } from './length.js'
import { long } from './long.js'
import { malformed } from './malformed.js'
import { manyTools } from './many-tools.js'
import { oneTool } from './one-tool.js'
import { needsApproval } from './needs-approval.js'
import { noFinish } from './no-finish.js'
import { oneToolFails } from './one-tool-fails.js'
import { parallelTools } from './parallel-tools.js'
import { refusal } from './refusal.js'
import { slowStart } from './slow-start.js'
import { stall } from './stall.js'
import { thinker } from './thinker.js'
import { unknownTool } from './unknown-tool.js'

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
