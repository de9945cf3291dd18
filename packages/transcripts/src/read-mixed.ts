import { isChatError } from '@antiphon/core'
import { formatNamed, rankFormats, type TranscriptReader } from './find-format.js'
import { checkReading } from './shared/check-reading.js'
import type { SessionFormat, TranscriptRead } from './types.js'
import type { FilePlace } from './text/json-scanner.js'
import type { FileProblem } from './text/read-values.js'

/** A run of entries that one format describes. */
interface Stretch {
  format: TranscriptReader
  from: number
  to: number
}

/**
 * Reads a list with entries of several formats. Each stretch is read in its own format, and all are joined to one
 * conversation. Unknown entries are left out, each with its place.
 */
export function readMixed(
  entries: readonly unknown[],
  places: readonly FilePlace[],
  from: string | undefined,
  sessions: readonly SessionFormat[] = [],
): { reads: TranscriptRead[]; problems: FileProblem[] } {
  const problems: FileProblem[] = []
  const stretches: Stretch[] = []
  let candidates: readonly TranscriptReader[] = []
  const parts: TranscriptRead[] = []

  entries.forEach((entry, at) => {
    const fits = readers(entry, from, sessions)
    if (fits.length === 0) {
      problems.push({
        message: `Entry ${at + 1} is not a message in a format this kit knows, so it was left out.`,
        ...places[at],
      })
      return
    }
    const both = candidates.filter((one) => fits.includes(one))
    const last = stretches.at(-1)
    candidates = last && both.length > 0 ? both : fits
    if (last && both.length > 0) Object.assign(last, { to: at + 1, format: both[0]! })
    else stretches.push({ format: fits[0]!, from: at, to: at + 1 })
  })

  for (const stretch of stretches) {
    const kept = entries
      .slice(stretch.from, stretch.to)
      .filter((entry) => readers(entry, from, sessions).length > 0)
    const { format } = stretch
    try {
      parts.push({ format: format.name, ...checkReading(format.parse(kept), format.title) })
    } catch (error) {
      if (!isChatError(error)) throw error
      problems.push({ message: error.message, ...places[stretch.from] })
    }
  }
  const names = [...new Set(stretches.map(({ format }) => format.name))]
  if (names.length > 1) {
    const list = stretches
      .slice(0, 12)
      .map((one) => `entries ${one.from + 1} to ${one.to} as ${one.format.name}`)
    const second = stretches.find(({ format }) => format.name !== names[0])!
    problems.unshift({
      message: `Two formats are mixed here. Each part was read as what it is: ${list.join(', ')}.`,
      ...places[second.from],
    })
  }
  const [first, ...rest] = parts
  if (!first) return { reads: [], problems }
  const whole: TranscriptRead = {
    ...first,
    messages: parts.flatMap(({ messages }) => messages),
    losses: parts.flatMap(({ losses }) => losses),
    // The fields around the first part do not apply to the others.
    ...(rest.length > 0 && { document: { format: first.format, shape: first.document.shape } }),
  }
  return { reads: [whole], problems }
}

/**
 * The formats that can read a single entry, the most certain first. An entry with the signs of a session belongs to no
 * other format.
 */
function readers(
  entry: unknown,
  from: string | undefined,
  sessions: readonly SessionFormat[],
): readonly TranscriptReader[] {
  const formats = from ? [formatNamed(from)] : rankFormats([entry], sessions).map(({ format }) => format)
  const [first] = formats
  return first && sessions.some((one) => one === first)
    ? [first]
    : formats.filter((format) => canRead(format, entry))
}

function canRead(format: TranscriptReader, entry: unknown): boolean {
  try {
    checkReading(format.parse([entry]), format.title)
    return true
  } catch {
    return false
  }
}
