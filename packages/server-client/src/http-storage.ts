import { field } from '@antiphon/base'
import {
  changeType,
  createThreadEvents,
  StorageError,
  storageProblem,
  toStorageProblem,
  type RawThread,
  type ThreadStorage,
  type WriteAnswer,
} from '@antiphon/threads'
import { createHttpFiles } from './http-files.js'
import { createSend, parseAnswer, type SendToServer } from './http-send.js'
import { newUser } from './page-user.js'
import type { ServerAccess } from './server-access.js'
import { threadsUrl } from './server-url.js'

/**
 * Threads on a server of your own. It keeps the records as they are and needs to understand little of them:
 *
 * | request | answer |
 * |---|---|
 * | `GET /threads` | `{ threads: ThreadRecord[] }`: all of them, or the first with `next` and `more` |
 * | `GET /threads?since=next` | the same, of those that changed after that answer |
 * | `GET /threads?q=words` | `{ ids: string[] }`, see `ThreadStorage.search` |
 * | `GET /threads/:id`, `GET /threads/:id?ids=["a","b"]` | `{ thread, nodes: NodeRecord[] }`; 204 or 404 where there is none |
 * | `POST /threads/:id/nodes` with a `ThreadWrite` | `{ answer }`: `applyWrite` says which, and makes the new record |
 * | `PATCH /threads/:id` with a `ThreadChange` | 204; `applyChange` makes the new record |
 * | `DELETE /threads/:id` | 204; leaves `purgedRecord` |
 * | `POST /threads/:id/files` | 404 where the server keeps no files beside the messages |
 *
 * A write is one transaction on the server. Changes made on other machines are seen when the list or a thread is read again.
 *
 * With `next`, a text of the server's own, the list is read whole once and then only what changed. `more: true` asks for the
 * next page at once. A mark that the server does not know it refuses, and is then asked without one. So it is after any 401.
 *
 * A server that knows its users by a cookie names the user in each answer, in the header `antiphon-user`. The page sends back the first
 * one that it was told. Answer 401 where that is not who is signed in, so that nothing of this page is stored as somebody else's.
 */
export function createHttpStorage(access: ServerAccess): ThreadStorage {
  const events = createThreadEvents(`antiphon-threads ${threadsUrl(access.baseUrl)}`, access.channel)
  let since: string | undefined

  const sendBelow = createSend(access, newUser(access), () => {
    since = undefined
    files.forget()
  })
  const send: SendToServer = (path, ...rest) => sendBelow(`/threads${path}`, ...rest)
  const files = createHttpFiles(send, access.fetch ?? globalThis.fetch)
  const call = async (path: string, method = 'GET', json?: unknown, keepalive = false): Promise<unknown> => {
    // With `keepalive` the browser sends it to the end after the page has gone, up to 64 kB.
    const response = await send(path, { method, json, ...(keepalive && { keepalive }) })
    if (response.status === 404) return undefined
    const text = await response.text().catch(() => '')
    return text === '' ? undefined : parseAnswer(text)
  }
  const list = (body: unknown, key: string): unknown[] => {
    const value = field(body, key)
    if (Array.isArray(value)) return value
    throw new StorageError(storageProblem('refused', `The answer has no list "${key}".`))
  }
  const at = (threadId: string): string => `/${encodeURIComponent(threadId)}`

  /** Records that the server has sent so far, by id. A record without an id is its own key. */
  const records = new Map<unknown, unknown>()
  const readChanges = async (): Promise<unknown[]> => {
    let body: unknown
    do {
      body = await call(since === undefined ? '' : `?since=${encodeURIComponent(since)}`)
      const threads = list(body, 'threads')
      if (since === undefined) records.clear()
      for (const record of threads) records.set(field(record, 'id') ?? record, record)
      const next = field(body, 'next')
      since = typeof next === 'string' ? next : undefined
    } while (since !== undefined && field(body, 'more') === true)
    return [...records.values()]
  }
  /** Reads the whole list if the server refuses the mark: another user has signed in, or the server has lost its state. */
  const readList = (): Promise<unknown[]> =>
    readChanges().catch((error: unknown) => {
      if (since === undefined || toStorageProblem(error).kind !== 'refused') throw error
      since = undefined
      return readChanges()
    })
  /** One at a time, so that an older answer never comes after a newer one. */
  let reading: Promise<unknown[]> = Promise.resolve([])

  return {
    place: 'server',
    list: () => (reading = reading.then(readList, readList)),
    async read(threadId, ids) {
      const query = ids ? `?ids=${encodeURIComponent(JSON.stringify(ids))}` : ''
      const body = await call(at(threadId) + query)
      if (body === undefined) return undefined
      const nodes = await files.putBack(threadId, list(body, 'nodes'))
      return { thread: field(body, 'thread') ?? undefined, nodes } satisfies RawThread
    },
    async write(write) {
      const { threadId, leaving } = write
      // A page that goes waits for nothing.
      const body = leaving ? write : { ...write, nodes: await files.takeOut(threadId, write.nodes) }
      const said = field(await call(`${at(threadId)}/nodes`, 'POST', body, leaving), 'answer')
      const answer = answers.find((known) => known === said)
      if (answer === undefined) {
        throw new StorageError(
          storageProblem('refused', `The answer to a write was ${JSON.stringify(said)}.`),
        )
      }
      if (answer === 'written') events.tell({ threadId, type: 'nodes', ids: write.nodes.map(({ id }) => id) })
      return answer
    },
    async update(threadId, change) {
      await call(at(threadId), 'PATCH', change)
      events.tell({ threadId, type: changeType(change) })
    },
    async purge(threadId) {
      await call(at(threadId), 'DELETE')
      events.tell({ threadId, type: 'purged' })
    },
    search: async (query) =>
      list(await call(`?q=${encodeURIComponent(query.replace(/\p{Cs}/gu, ''))}`), 'ids').filter(
        (id) => typeof id === 'string',
      ),
    subscribe: events.subscribe,
    close: events.close,
  }
}

const answers: readonly WriteAnswer[] = ['written', 'missing', 'removed', 'newer']
