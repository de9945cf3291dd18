import { openSession, sessionFacts, type SessionFacts } from '@antiphon/sessions'
import type { FoundSession } from './find-files.js'
import { isBounded, readBounded, type Bounds } from './read-file.js'

/** Summary of a session for the list: one entry of the index. */
export interface SessionSummary {
  /** Name of the format; absent for a file that is not a session, whose `problem` says why. */
  format?: string
  facts?: SessionFacts
  /** Only the beginning and the end of the file were read, so the figures are the least it can be. */
  isPartial?: true
  /** Further conversations in the same file. */
  others?: number
  problem?: string
}

const MB = 1024 * 1024
const BOUNDS: Bounds = { whole: 4 * MB, head: 2 * MB, tail: MB / 2 }

/** Reads as much of a session as a list needs to show it. Never rejects. */
export async function summarize(session: FoundSession): Promise<SessionSummary> {
  try {
    const { conversations, problems } = await openSession(readBounded(session, BOUNDS))
    const [first] = conversations
    if (!first) return { problem: problems.at(-1)?.message ?? 'It holds no conversation.' }
    return {
      format: first.format,
      facts: sessionFacts(first),
      ...(isBounded(session, BOUNDS) && { isPartial: true }),
      ...(conversations.length > 1 && { others: conversations.length - 1 }),
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
