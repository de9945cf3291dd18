import { loadPart } from '../errors/load-part.js'
import type * as Engine from './engine.js'

/**
 * Loads what answers: requests, the reader of answers, the tool loop. A page that shows a thread does not need it. A chat asks
 * for it when it is made, so it is there by the first request.
 *
 * @throws ChatError `load_failed`, see `loadPart`.
 */
export async function loadEngine(): Promise<typeof Engine> {
  return (engine ??= await loadPart(() => import('./engine.js')))
}

/** Once it is there nobody waits for more than a microtask: a browser takes longer to import what it has. */
let engine: typeof Engine | undefined
