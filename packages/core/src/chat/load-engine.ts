import { loadPart } from '../errors/load-part.js'
import type * as Engine from './engine.js'

/**
 * Loads what answers: requests, the reader of answers, the tool loop. A page that shows a thread does not need it. A chat asks
 * for it when it is made, so it is there by the first request.
 *
 * @throws ChatError `load_failed`, see `loadPart`.
 */
export function loadEngine(): Promise<typeof Engine> {
  return loadPart(() => import('./engine.js'))
}
