import * as z from 'zod'
import { createStoredValue } from '../stored-value.js'

/** Names of tools that the model may not call, in all conversations. */
export const offTools = createStoredValue('tools-off', z.array(z.string()), [])
