import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { db } from './database.js'
import { refuse } from './refuse.js'

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const find = (user, id) => db.get('select type, bytes from file where owner = ? and id = ?', [user, id])

export const files = new Hono()
  .post('/', async (c) => {
    const type = c.req.header('content-type')
    if (!types.includes(type)) return refuse(c, 415, 'Only pictures can be sent.')
    const id = randomUUID()
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    db.run('insert into file values (?, ?, ?, ?)', [c.var.user, id, type, bytes])
    return c.json({ url: `/api/files/${id}` })
  })
  .get('/:id', (c) => {
    const file = find(c.var.user, c.req.param('id'))
    if (!file) return refuse(c, 404, 'There is no such file.')
    return c.body(file.bytes, 200, { 'content-type': file.type, 'x-content-type-options': 'nosniff' })
  })

/** Deletes the pictures of messages that are gone, but not those that another conversation holds too. */
export function deletePictures(user, nodes) {
  for (const [, id] of nodes.join().matchAll(/\/api\/files\/([\w-]+)/g))
    if (!db.get('select 1 from node where owner = ? and instr(node, ?)', [user, id]))
      db.run('delete from file where owner = ? and id = ?', [user, id])
}

/**
 * The parts of a message with the bytes of its pictures: a model cannot open addresses of this server. A path and a whole address
 * will do, because the id is random and only the owner's file is found.
 */
export function withBytes(user, content) {
  if (!Array.isArray(content)) return content
  return content.map((part) => {
    const id = /\/api\/files\/([\w-]+)$/.exec(part.image_url?.url ?? '')?.[1]
    const file = id && find(user, id)
    if (!file) return part
    const data = Buffer.from(file.bytes).toString('base64')
    return { type: 'image_url', image_url: { url: `data:${file.type};base64,${data}` } }
  })
}
