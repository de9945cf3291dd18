import type { Tool } from '@antiphon/core'
import { calculate } from './calculate.js'
import { convertUnits } from './convert-units.js'
import { createGetTime } from './get-time.js'
import { lookUp } from './look-up.js'
import { createQueryJson } from './query-json-tool.js'
import { runJavascript } from './run-javascript.js'

/** What the model may call in this app. All run in the page; code of the model in a sandbox, when a person allows it. */
export const demoTools: readonly Tool[] = [
  createGetTime(),
  lookUp,
  convertUnits,
  calculate,
  runJavascript,
  createQueryJson(),
]
