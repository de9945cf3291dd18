import { orInWords } from '../provider/connection/load.js'
import type * as RunAnswer from './run-answer.js'

/**
 * What asks for an answer and reads it into the thread. A page that shows a thread does not need it: a chat asks for it
 * when it is made, so it is there by the first request.
 */
export function loadAnswer(): Promise<typeof RunAnswer> {
  return orInWords(import('./run-answer.js'))
}
