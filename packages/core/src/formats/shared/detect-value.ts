import { isChatError } from '../../errors/chat-error.js'
import type { Detection } from '../format-types.js'
import { readInput } from './read-input.js'

/** Detection of a value or a text by what is in it. Never throws: what cannot be read is nothing of anybody's. */
export function detectValue(
  input: unknown,
  detect: (value: unknown) => Detection,
  detectStream: (text: string) => Detection = () => ({ certainty: 0, why: 'it is an event stream' }),
): Detection {
  try {
    const found = readInput(input, () => {})
    if (found.type === 'sse') return detectStream(found.text)
    return detect(found.type === 'value' ? found.value : found.values)
  } catch (error) {
    if (!isChatError(error)) throw error
    return { certainty: 0, why: error.message.replace(/\.$/, '') }
  }
}
