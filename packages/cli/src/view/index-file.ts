import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FoundSession } from './find-files.js'
import type { SessionSummary } from './summary.js'

/** Stored summaries of the sessions of this machine, so that a list need not read the sessions again. */
export interface SessionIndex {
  /** The stored summary of a session, unless its files have changed since. */
  get(session: FoundSession): SessionSummary | undefined
  set(session: FoundSession, summary: SessionSummary): void
  /** Writes new summaries. A folder that is not writable is not a failure: the next list then reads again. */
  save(): Promise<void>
}

interface Entry {
  size: number
  changedAt: number
  summary: SessionSummary
  /** Epoch ms of the last list with it. */
  usedAt: number
}

/** Changes with what is stored; another version reads everything again. */
const VERSION = 2
/** Sessions that no list had for so long are forgotten: their files are gone. */
const KEPT_MS = 90 * 24 * 3_600_000

export async function openIndex(file: string): Promise<SessionIndex> {
  const entries = await load(file)
  let isChanged = false
  return {
    get({ id, size, changedAt }) {
      const entry = entries.get(id)
      if (entry?.size !== size || entry.changedAt !== changedAt) return undefined
      entry.usedAt = Date.now()
      return entry.summary
    },
    set({ id, size, changedAt }, summary) {
      entries.set(id, { size, changedAt, summary, usedAt: Date.now() })
      isChanged = true
    },
    async save() {
      if (!isChanged) return
      isChanged = false
      const least = Date.now() - KEPT_MS
      const kept = [...entries].filter(([, { usedAt }]) => usedAt >= least)
      const part = `${file}.${process.pid}`
      try {
        // Titles hold words of the user, so no other user of this machine may read the file.
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        await writeFile(part, JSON.stringify({ version: VERSION, entries: Object.fromEntries(kept) }), {
          mode: 0o600,
        })
        await rename(part, file)
      } catch {
        isChanged = true
      }
    },
  }
}

async function load(file: string): Promise<Map<string, Entry>> {
  try {
    const { version, entries } = JSON.parse(await readFile(file, 'utf8')) as {
      version: unknown
      entries: Record<string, Entry>
    }
    if (version !== VERSION) return new Map()
    return new Map(
      Object.entries(entries).filter(
        ([, entry]) => typeof entry?.size === 'number' && typeof entry.summary === 'object',
      ),
    )
  } catch {
    // A missing or cut index is built again.
    return new Map()
  }
}
