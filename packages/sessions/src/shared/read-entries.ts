import type { Message } from '@antiphon/core'
import type { Conversation } from '@antiphon/transcripts'
import { isRecord, type JsonObject } from '@antiphon/base'
import type { SessionThread } from '@antiphon/transcripts/toolkit'

/** The messages of an entry; a word for its kind where it makes none. */
export type EntryReading = readonly Message[] | string

/** Reads a session entry by entry. Entries that are not objects or make no message are kept and counted. */
export function readEntries(
  entries: readonly unknown[],
  thread: SessionThread,
  readEntry: (entry: JsonObject, at: number) => EntryReading,
  end?: Parameters<SessionThread['end']>[0],
): Conversation {
  entries.forEach((entry, at) => {
    const read = isRecord(entry) ? readEntry(entry, at) : 'no entry'
    if (typeof read === 'string') thread.keep(at, read, entry)
    else thread.add(...read)
  })
  return thread.end(end)
}
