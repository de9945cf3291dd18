import { isChatError } from '../../errors/chat-error.js'
import type { Detection } from '../format-types.js'
import { readInput } from './read-input.js'

/**
 * Detection of a value or a text by what is in it. Never throws: what cannot be read is nothing of anybody's. A value is
 * looked at as it is, without the copy that reading makes: detection must be quick for any size.
 */
export function detectValue(
  input: unknown,
  detect: (value: unknown) => Detection,
  detectStream: (text: string) => Detection = () => ({ certainty: 0, why: 'it is an event stream' }),
): Detection {
  try {
    if (typeof input !== 'string') return detect(input)
    const found = readInput(input, () => {})
    if (found.type === 'sse') return detectStream(found.text)
    return detect(found.type === 'value' ? found.value : found.values)
  } catch (error) {
    const why = isChatError(error) ? error.message.replace(/\.$/, '') : 'looking at it throws'
    return { certainty: 0, why }
  }
}
