import { access } from 'node:fs/promises'
import { sessionFormats } from '@antiphon/sessions'
import { formats } from '@antiphon/transcripts'
import { findSession, findSessions, type FoundSession } from './find-files.js'
import type { SessionIndex } from './index-file.js'
import type { SessionPlace, StoreNote, UnreadStore } from './places.js'
import { summarize, type SessionSummary } from './summary.js'

/** One line of the list, as the page gets it. */
export interface ListedSession extends SessionSummary {
  id: string
  agent: string
  /** Path below the folder that was opened. */
  name: string
  size: number
  /** Epoch ms. */
  changedAt: number
}

export type ListEvent =
  /** `opens` is the session of the one file that was named. */
  | { type: 'total'; total: number; notes: StoreNote[]; opens?: string }
  | { type: 'sessions'; sessions: ListedSession[] }
  | { type: 'end' }

export interface Catalog {
  /** Searches the folders. Gives the sessions in the index at once, and the others when they have been read, newest first. */
  list(signal: AbortSignal): AsyncGenerator<ListEvent>
  /** A session by its id, with its files as of the last search of the folders. */
  find(id: string): Promise<FoundSession | undefined>
  /** The same after another look: an agent may have begun a file. */
  findAgain(id: string): Promise<FoundSession | undefined>
  /** All sessions that are known, newest first. */
  all(): Promise<FoundSession[]>
}

export interface CatalogOptions {
  /** Folders, or one file. */
  source: readonly SessionPlace[] | string
  index: SessionIndex
  stores?: readonly UnreadStore[]
}

/** Lines in one event, for sessions that the index already has. */
const BATCH = 250
/** Ms for which new lines are held back, so that a page does not draw for each. */
const HOLD_MS = 100
const titles = new Map<string, string>(
  [...formats, ...sessionFormats].map(({ name, title }) => [name, title.split(/[:,]/, 1)[0]!]),
)

export function createCatalog({ source, index, stores = [] }: CatalogOptions): Catalog {
  let known = new Map<string, FoundSession>()

  async function look(): Promise<FoundSession[]> {
    const found =
      typeof source === 'string'
        ? await findSession(source)
        : (await Promise.all(source.map(findSessions))).flat()
    // A folder may be reached from two places.
    known = new Map(found.map((session) => [session.id, session]))
    return [...known.values()].sort((a, b) => b.changedAt - a.changedAt)
  }

  const line = (session: FoundSession, summary: SessionSummary): ListedSession => ({
    id: session.id,
    agent: session.agent ?? titles.get(summary.format ?? '') ?? '',
    name: session.name,
    size: session.size,
    changedAt: session.changedAt,
    ...summary,
  })

  return {
    async *list(signal) {
      const sessions = await look()
      const [named] = typeof source === 'string' ? sessions : []
      const notes = await notesOf(stores)
      yield { type: 'total', total: sessions.length, notes, ...(named && { opens: named.id }) }
      const unread: FoundSession[] = []
      let batch: ListedSession[] = []
      for (const session of sessions) {
        const summary = index.get(session)
        if (summary) batch.push(line(session, summary))
        else unread.push(session)
        if (batch.length < BATCH) continue
        yield { type: 'sessions', sessions: batch }
        batch = []
      }
      let heldSince = performance.now()
      try {
        for (const session of unread) {
          if (signal.aborted) return
          const summary = await summarize(session)
          index.set(session, summary)
          batch.push(line(session, summary))
          // Reading is work of this process: others who ask get a turn.
          await new Promise(setImmediate)
          if (performance.now() - heldSince < HOLD_MS) continue
          yield { type: 'sessions', sessions: batch }
          batch = []
          heldSince = performance.now()
        }
        if (batch.length > 0) yield { type: 'sessions', sessions: batch }
        yield { type: 'end' }
      } finally {
        await index.save()
      }
    },
    async find(id) {
      if (known.size === 0) await look()
      return known.get(id)
    },
    async findAgain(id) {
      await look()
      return known.get(id)
    },
    async all() {
      if (known.size === 0) return look()
      return [...known.values()].sort((a, b) => b.changedAt - a.changedAt)
    },
  }
}

async function notesOf(stores: readonly UnreadStore[]): Promise<StoreNote[]> {
  const found = await Promise.all(
    stores.map(({ path, note }) =>
      access(path).then(
        () => [note],
        () => [],
      ),
    ),
  )
  return found.flat()
}
