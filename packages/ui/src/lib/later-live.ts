import { createLaterPart } from './later-part.js'

/**
 * What only an answer on its way and calls that wait for a person need: it speaks, shows arguments that are being written, asks.
 * A chat loads it once it stands on the page, so it is there before the first answer.
 */
export const laterLive = createLaterPart(() => import('../components/transcript/live-parts.js'))
