import { createLaterPart } from '../lib/later-part.js'

/** What follows a text that grows. A text that stands is read without it. */
export const laterGrowth = createLaterPart(() => import('./grow.js'))
