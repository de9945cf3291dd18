import { ChatError } from './chat-error.js'

/**
 * Loads code on demand: `loadPart(() => import('./part.js'))`. A failure is not kept, so the next call tries again.
 *
 * @throws ChatError `network_or_cors` with the code `load_failed`: browsers report only a failed import.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const message = `A part of this page could not be loaded. The connection may be down, or the page newer on the server: try again, or reload it. Nothing is lost. (${String(error)})`
    throw new ChatError({ kind: 'network_or_cors', code: 'load_failed', message }, { cause: error })
  }
}
