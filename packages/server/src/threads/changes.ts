import { parseJson } from '@antiphon/base'
import type { Kysely } from 'kysely'
import type { ThreadTables } from '../database/schema.js'
import { refused } from './storage-errors.js'

/** A page of the threads that changed after a mark. */
export interface ThreadChanges {
  threads: unknown[]
  /** The mark of this page. Absent for a user who has never written anything. */
  next?: string
  /** There is another page after it. */
  more: boolean
}

/**
 * Reads the threads of a user that changed after a mark, at most `limit` at once. A mark is the epoch of the user and the number of a
 * change. One of another user, or of before an erasure or a restored backup, is refused, and the reader begins again.
 *
 * @throws StorageError `refused` for such a mark.
 */
export async function readChanges(
  db: Kysely<ThreadTables>,
  userId: string,
  since: string | undefined,
  limit: number,
): Promise<ThreadChanges> {
  const user = await db
    .selectFrom('antiphon_users')
    .select(['epoch', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const from = readMark(since, user)
  if (!user) return { threads: [], more: false }
  const rows = await db
    .selectFrom('antiphon_threads')
    .select(['record', 'version'])
    .where('user_id', '=', userId)
    .where('version', '>', from)
    .orderBy('version')
    .limit(limit + 1)
    .execute()
  const read = rows.map(({ record, version }) => ({ record: parseJson(record) ?? record, version }))
  return pageOf(user, read, from, limit)
}

/** A page of rows that are in the order of their versions. One more than `limit` says that there is another page. */
export function pageOf(
  user: { epoch: string } | undefined,
  rows: readonly { record: unknown; version: number | string }[],
  from: number,
  limit: number,
): ThreadChanges {
  if (!user) return { threads: [], more: false }
  const page = rows.slice(0, limit)
  return {
    threads: page.map(({ record }) => record),
    next: `${user.epoch}.${page.at(-1)?.version ?? from}`,
    more: rows.length > limit,
  }
}

/**
 * The number of a mark; 0 for none.
 *
 * @throws StorageError `refused` for one of another user, or of before an erasure.
 */
export function readMark(
  since: string | undefined,
  user: { epoch: string; version: number | string } | undefined,
): number {
  if (since === undefined) return 0
  const [epoch, number = '', ...rest] = since.split('.')
  const version = /^\d{1,15}$/.test(number) ? Number(number) : Number.NaN
  if (user && epoch === user.epoch && rest.length === 0 && version <= Number(user.version)) return version
  throw refused('This mark of a list is not known. Read the list without it.')
}
