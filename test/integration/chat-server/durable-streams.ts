import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createChatServer, openDatabase } from '@antiphon/server'
import { createSqlLog } from '../../../packages/server/src/log/sql-log.js'
import type { RunLog } from '../../../packages/server/src/log/types.js'
import { createSqlRunStore } from '../../../packages/server/src/runs/sql-run-store.js'

/** A run whose id is the path of a stream, in a thread of its own. */
const keyOf = (path: string) => ({ userId: 'ann', threadId: path, runId: path })

/**
 * Longest wait of a long-poll, in ms. The suite appends what it waits for within a second, and gives up the wait whose end it looks at
 * after five.
 */
const WAIT_MS = 2_500

const waitsLess = (log: RunLog): RunLog => ({
  ...log,
  read: (key, after, { waitMs = 0, ...more } = {}) =>
    log.read(key, after, { ...more, waitMs: Math.min(waitMs, WAIT_MS) }),
})

/**
 * A server of Durable Streams for their conformance suite: streams are made and written here, straight into the log, and read by the
 * routes of runs. A stream of another type than JSON is one of JSON texts, because runs have no others.
 */
export async function serveDurableStreams() {
  const database = await openDatabase({ sqlite: { file: ':memory:' } })
  await database.migrate()
  const { db, dialect } = database
  const store = createSqlRunStore({ db, dialect })
  const log = createSqlLog({ db, dialect })
  const chat = createChatServer({
    database,
    authorize: () => ({ id: 'ann' }),
    upstreams: [{ endpoint: { baseUrl: 'http://127.0.0.1:9/v1' }, models: ['none'] }],
    log: waitsLess(log),
    // Nobody renews the lease of these runs. A run that is taken over in the middle of a long poll would end it with data.
    limits: { leaseSeconds: 3600 },
  })

  /** Types of streams that are not JSON. */
  const types = new Map<string, string>()

  const eventsOf = async (request: Request): Promise<string[]> => {
    const text = await request.text()
    if (text === '') return []
    if (!request.headers.get('content-type')?.includes('json')) return [JSON.stringify(text)]
    const value = JSON.parse(text) as unknown
    return (Array.isArray(value) ? value : [value]).map((one) => JSON.stringify(one))
  }
  const write = async (request: Request, path: string): Promise<Response> => {
    const key = keyOf(path)
    if (request.method === 'DELETE') {
      await log.delete(key)
      await store.remove(key)
      return new Response(null, { status: 204 })
    }
    const before = await log.status(key)
    if (request.method === 'POST' && before.state === 'gone') return new Response(null, { status: 404 })
    if (request.method === 'PUT' && before.state === 'gone') {
      const type = request.headers.get('content-type') ?? 'application/octet-stream'
      if (!type.includes('json')) types.set(path, type)
      await log.open(key, 1)
      const order = { message: { id: 'q', content: '' } }
      const data = { order, startedAt: 1 }
      await store.add({ ...key, status: 'running', owner: 'test', epoch: 1, beat: 0, version: 1, data })
    }
    const events = await eventsOf(request)
    const isLast = request.headers.get('stream-closed') === 'true'
    if (events.length > 0 || isLast) await log.append(key, 1, events, isLast)
    const { next } = await log.status(key)
    const headers = {
      'stream-next-offset': next,
      'content-type': 'application/json',
      location: request.url,
      ...(isLast && { 'stream-closed': 'true' }),
    }
    if (request.method === 'PUT')
      return new Response(null, { status: before.state === 'gone' ? 201 : 200, headers })
    return new Response(null, { status: 204, headers })
  }
  const listener = getRequestListener(async (request) => {
    const { pathname, search, origin } = new URL(request.url)
    const id = encodeURIComponent(pathname)
    if (request.method !== 'GET' && request.method !== 'HEAD') return write(request, pathname)
    const { method, headers, signal } = request
    const path = `${origin}/threads/${id}/runs/${id}${search}`
    const response = await chat.fetch(new Request(path, { method, headers, signal }))
    const type = types.get(pathname)
    if (!type || !response.headers.get('content-type')?.includes('json')) return response
    // A stream of texts, which lie in the log as JSON.
    const text =
      response.status === 200 && method === 'GET' ? ((await response.json()) as string[]).join('') : null
    const given = new Headers(response.headers)
    given.set('content-type', type)
    return new Response(text, { status: response.status, headers: given })
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await chat.close()
      await log.close()
      await store.close()
      await database.close()
    },
  }
}
