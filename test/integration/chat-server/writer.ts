/** A process that writes into a SQLite file until it is killed: each write changes every message of a thread, and is told when it is stored. */
import { createThreadStore, openDatabase } from '@antiphon/server'
import type { NodeRecord } from '@antiphon/threads'

const [file = '', messages] = process.argv.slice(2)
const database = await openDatabase({ sqlite: { file } })
await database.migrate()
const threads = createThreadStore(database).of({ id: 'ann' })
const [last] = (await threads.read('t', ['m0']))?.nodes ?? []
let round = (last as NodeRecord | undefined)?.order ?? 0
for (;;) {
  round++
  const nodes = Array.from({ length: Number(messages) }, (_, i): NodeRecord => {
    const id = `m${i}`
    const content = `round${round} ${'text '.repeat(50)}`
    return { v: 1, threadId: 't', id, parent: null, order: round, message: { id, role: 'user', content } }
  })
  await threads.write({ threadId: 't', known: false, nodes, at: round, title: `T`, durability: 'strict' })
  process.stdout.write(`${round}\n`)
}
