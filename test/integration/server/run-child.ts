import { createHttpStorage } from '@antiphon/server-client'
import { createSqlLog } from '../../../packages/server/src/log/sql-log.js'
import { createSqlRunStore } from '../../../packages/server/src/runs/sql-run-store.js'
import { openSqlite } from './run-databases.js'
import { openProcess } from './run-process.js'

/** A server process of its own, for tests that kill it: begins a run, and says so. */
const [file = '', threads = '', upstream = '', prompt = ''] = process.argv.slice(2)
const { db, dialect } = await openSqlite(file)
const { fetch } = openProcess({
  store: createSqlRunStore({ db, dialect }),
  log: createSqlLog({ db, dialect }),
  storage: createHttpStorage({ baseUrl: threads, channel: () => undefined }),
  upstream,
})
const response = await fetch('POST', '/threads/t/runs', { id: 'r', message: { id: 'q', content: prompt } })
process.stdout.write(`${response.status}\n`)
