import type { Tool } from '@antiphon/core'
import { calculate } from './calculate.js'
import { convertUnits } from './convert-units.js'
import { createGetTime } from './get-time.js'
import { lookUp } from './look-up.js'

/** What the model may call in this app. All four run in the page. */
export const demoTools: readonly Tool[] = [createGetTime(), lookUp, convertUnits, calculate]
