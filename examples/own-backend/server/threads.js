import { applyChange, applyWrite, purgedRecord, StorageError, wordsOf, wordsOfNodes } from '@antiphon/threads'
import { Hono } from 'hono'
import { randomUUID } from 'node:crypto'
import { db, transaction } from './database.js'
import { deletePictures } from './files.js'
import { refuse } from './refuse.js'

/** Records of a page of the list. */
const PAGE = Number(process.env.THREADS_PAGE ?? 500)
/** In each `next`. After a restart, perhaps with a restored database, a `next` of before is refused, and pages read the whole list. */
const life = randomUUID()

const recordOf = (user, id) => {
  const row = db.get('select record from thread where owner = ? and id = ?', [user, id])
  return (row && JSON.parse(row.record)) ?? undefined
}
/** Words with a space around each, so that a search finds whole ones. */
const column = (words) => ` ${words.join(' ')} `
/** Each change of a person's threads has the next number. Deleted threads stay as a record, so no number comes twice. */
const put = (user, id, record) =>
  db.run(
    `insert or replace into thread values (?, ?, ?, ?,
      (select coalesce(max(version), 0) + 1 from thread where owner = ?))`,
    [user, id, JSON.stringify(record), column(wordsOf(record.title)), user],
  )

/** The ids of the threads that hold all words, in the title or in a message. Of the last word the start is enough. */
function search(user, query) {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const isTyping = /[\p{L}\p{N}\p{M}_]$/u.test(query)
  const texts = words.map((word, i) => (isTyping && i === words.length - 1 ? ` ${word}` : ` ${word} `))
  const holds = `(instr(words, ?) or exists (
    select 1 from node where node.owner = thread.owner and node.thread = thread.id and instr(node.words, ?)))`
  const all = ['owner = ?', ...words.map(() => holds)].join(' and ')
  const rows = db.all(`select id from thread where ${all}`, [user, ...texts.flatMap((text) => [text, text])])
  return rows.map(({ id }) => id)
}

/** The body of a request. `applyWrite` and `applyChange` refuse what is not one of theirs. */
const bodyOf = (c) => c.req.json().catch(() => undefined)

export const threads = new Hono()
  .onError((error, c) => {
    if (!(error instanceof StorageError)) throw error
    return refuse(c, 400, 'This cannot be stored.')
  })
  .get('/', (c) => {
    const { user } = c.var
    const query = c.req.query('q')
    if (query !== undefined) return c.json({ ids: search(user, query) })
    const [of, since = '0'] = (c.req.query('since') ?? life).split('.')
    if (of !== life) return refuse(c, 400, 'This mark of a list is not known.')
    const rows = db.all(
      'select record, version from thread where owner = ? and version > ? order by version limit ?',
      [user, Number(since), PAGE + 1],
    )
    const page = rows.slice(0, PAGE)
    return c.json({
      threads: page.map(({ record }) => JSON.parse(record)),
      next: `${life}.${page.at(-1)?.version ?? since}`,
      more: rows.length > PAGE,
    })
  })
  .get('/:id', (c) => {
    const { user } = c.var
    const id = c.req.param('id')
    const thread = recordOf(user, id)
    // No 404: a new conversation is looked up after a reload, and a browser writes each 404 into its console, in red.
    if (!thread) return c.body(null, 204)
    const ids = c.req.query('ids')
    const wanted = ids && new Set(JSON.parse(ids))
    const rows = db.all('select id, node from node where owner = ? and thread = ?', [user, id])
    const nodes = rows.filter((row) => !wanted || wanted.has(row.id)).map(({ node }) => JSON.parse(node))
    return c.json({ thread, nodes })
  })
  .post('/:id/nodes', async (c) => {
    const { user } = c.var
    const id = c.req.param('id')
    const write = { ...(await bodyOf(c)), threadId: id }
    const answer = transaction(() => {
      const next = applyWrite(recordOf(user, id), write)
      if ('answer' in next) return next.answer
      if (next.record) put(user, id, next.record)
      for (const node of write.nodes)
        db.run('insert or replace into node values (?, ?, ?, ?, ?)', [
          user,
          id,
          node.id,
          JSON.stringify(node),
          column(wordsOfNodes([node])),
        ])
      return 'written'
    })
    return c.json({ answer })
  })
  .patch('/:id', async (c) => {
    const { user } = c.var
    const id = c.req.param('id')
    const change = await bodyOf(c)
    transaction(() => {
      const record = applyChange(recordOf(user, id), change)
      if (record) put(user, id, record)
    })
    return c.body(null, 204)
  })
  .delete('/:id', (c) => {
    const { user } = c.var
    const id = c.req.param('id')
    transaction(() => {
      // The mark stays, so that a tab that was offline does not bring the thread back.
      put(user, id, purgedRecord(id, Date.now()))
      const gone = db.all('select node from node where owner = ? and thread = ?', [user, id])
      db.run('delete from node where owner = ? and thread = ?', [user, id])
      deletePictures(
        user,
        gone.map(({ node }) => node),
      )
    })
    return c.body(null, 204)
  })
