import { LOG_START } from './types.js'

/** Digits of the largest safe integer. */
const DIGITS = 16

/**
 * A log that begins at an epoch counts its events from here. When a log is lost and begun again by a later writer, its offsets
 * sort behind all that were given out before, so an old offset can be told from a new one.
 */
export const firstOf = (epoch: number): number => epoch * 1e9

export const formatOffset = (at: number): string => String(at).padStart(DIGITS, '0')

/** The number of an offset; -1 for the start; undefined for a text that is not an offset. */
export function parseOffset(offset: string): number | undefined {
  if (offset === LOG_START) return -1
  return offset.length === DIGITS && /^\d+$/.test(offset) ? Number(offset) : undefined
}

/** The bounds of a log: the number of its first event, whether there is one or not, and of its last. */
export interface LogBounds {
  first: number
  last: number
}

/** The number after which to read, or undefined where the offset is of a log that was lost. */
export function placeOf(offset: string, { first, last }: LogBounds): number | undefined {
  const at = parseOffset(offset)
  if (at === undefined) return undefined
  if (at === -1) return first - 1
  return at >= first - 1 && at <= last ? at : undefined
}
