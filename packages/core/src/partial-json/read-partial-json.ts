import { createPartialJsonReader } from './create-partial-json-reader.js'
import type { JsonValue, PartialJsonOptions, PartialJsonReader } from './partial-json-types.js'

/**
 * Reads as much of a JSON text as there is. For one look at a text; one that grows is read once by a reader of its own,
 * which this returns: `push` the rest, or call `end()` when there is none.
 */
export function readPartialJson<T = JsonValue>(
  text: string,
  options?: PartialJsonOptions,
): PartialJsonReader<T> {
  const reader = createPartialJsonReader<T>(options)
  reader.push(text)
  return reader
}
