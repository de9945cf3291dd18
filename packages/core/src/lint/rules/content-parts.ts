import type { Unit } from '../transcript-types.js'

/** Every entry of every content that is an array, once. */
export function* contentParts(
  units: readonly Unit[],
): Generator<{ unit: Unit; message: number; part: number; value: unknown }> {
  let last = -1
  for (const unit of units) {
    const { message, raw } = unit
    // A message that holds results is several units.
    if (message === last || !Array.isArray(raw.content)) continue
    last = message
    for (const [part, value] of (raw.content as unknown[]).entries()) yield { unit, message, part, value }
  }
}
