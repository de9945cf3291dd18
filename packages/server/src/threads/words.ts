import { sql, type Kysely, type RawBuilder } from 'kysely'
import { readRawThread, wordsOf, wordsOfNodes } from '@antiphon/threads'
import type { Dialect } from '../database/dialect.js'
import type { ThreadTables } from '../database/schema.js'
import { inParts } from './in-parts.js'

/**
 * The words are cut here, by the functions that the browser uses, so that a search finds the same on every storage, also in languages
 * without spaces. The engine keeps and finds them.
 */
export interface WordTable {
  /** Replaces the words of messages, and of the title (`''`). */
  put(
    db: Kysely<ThreadTables>,
    threadId: string,
    words: ReadonlyMap<string, readonly string[]>,
  ): Promise<void>
  /** Ids of the threads that have all words of the query. */
  find(db: Kysely<ThreadTables>, query: string): Promise<string[]>
}

/** A PostgreSQL `tsvector` holds 1 MB. A longer text is found by its first words. */
const MOST_BYTES = 400_000
/** More words than anybody types. SQLite takes 500. */
const MOST_QUERY_WORDS = 100

/** The words of each message; none for one that still arrives, is removed or cannot be read. */
export function wordsByNode(threadId: string, nodes: readonly unknown[]): Map<string, string[]> {
  const checked = readRawThread({ thread: undefined, nodes: [...nodes] }, threadId).nodes
  return new Map(checked.map((node) => [node.id, wordsOfNodes([node])]))
}

export function createWordTable(dialect: Dialect, userId: string): WordTable {
  const engine = dialect === 'sqlite' ? sqliteWords : postgresWords
  return {
    async put(db, threadId, words) {
      const ids = [...words.keys()]
      for (const some of inParts(ids)) {
        await db
          .deleteFrom('antiphon_words')
          .where('user_id', '=', userId)
          .where('thread_id', '=', threadId)
          .where('node_id', 'in', some)
          .execute()
      }
      const rows = [...words].flatMap(([node_id, all]) => {
        const text = fitting(all)
        return text === '' ? [] : { key: { user_id: userId, thread_id: threadId, node_id }, text }
      })
      for (const some of inParts(rows)) await engine.insert(db, some)
    },
    async find(db, query) {
      const words = wordsOf(query).slice(0, MOST_QUERY_WORDS)
      if (words.length === 0) return []
      const isTyping = /[\p{L}\p{N}\p{M}_]$/u.test(query)
      const each = words.map((word, i) => engine.threads(userId, word, isTyping && i === words.length - 1))
      const { rows } = await sql<{ thread_id: string }>`${sql.join(each, sql` intersect `)}`.execute(db)
      return rows.map(({ thread_id }) => thread_id)
    },
  }
}

function fitting(words: readonly string[]): string {
  let room = MOST_BYTES
  const end = words.findIndex((word) => (room -= Buffer.byteLength(word) + 1) < 0)
  return (end < 0 ? words : words.slice(0, end)).join(' ')
}

interface Words {
  key: { user_id: string; thread_id: string; node_id: string }
  /** With a blank between. */
  text: string
}

interface WordEngine {
  insert(db: Kysely<ThreadTables>, words: readonly Words[]): Promise<void>
  /** Selects the threads of a user that have a word, or one that begins with it. Words hold neither quotes nor blanks. */
  threads(userId: string, word: string, isStart: boolean): RawBuilder<unknown>
}

const sqliteWords: WordEngine = {
  async insert(db, words) {
    const keys = words.map(({ key }) => sql`(${key.user_id}, ${key.thread_id}, ${key.node_id})`)
    const { rows } = await sql<{ id: number; node_id: string }>`insert into antiphon_words
      (user_id, thread_id, node_id) values ${sql.join(keys)} returning id, node_id`.execute(db)
    // The rows come back in any order.
    const ids = new Map(rows.map(({ id, node_id }) => [node_id, id]))
    const texts = words.map(({ key, text }) => sql`(${ids.get(key.node_id)}, ${text})`)
    await sql`insert into antiphon_words_text (rowid, words) values ${sql.join(texts)}`.execute(db)
  },
  threads: (userId, word, isStart) =>
    sql`select distinct thread_id from antiphon_words where user_id = ${userId} and id in
      (select rowid from antiphon_words_text where antiphon_words_text match ${`"${word}"${isStart ? ' *' : ''}`})`,
}

const postgresWords: WordEngine = {
  async insert(db, words) {
    const rows = words.map(({ key, text }) => ({
      ...key,
      words: sql`array_to_tsvector(string_to_array(${text}, ' '))`,
    }))
    await db.insertInto('antiphon_words').values(rows).execute()
  },
  threads: (userId, word, isStart) =>
    sql`select distinct thread_id from antiphon_words where user_id = ${userId}
      and words @@ (${`'${word}'${isStart ? ':*' : ''}`})::tsquery`,
}
