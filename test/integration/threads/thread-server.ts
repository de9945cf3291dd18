import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  applyChange,
  applyWrite,
  createWordIndex,
  purgedRecord,
  searchWords,
  wordsOf,
  wordsOfNodes,
  type ThreadChange,
  type ThreadRecord,
  type ThreadWrite,
} from '@antiphon/threads'

export interface ThreadServer {
  /** The requests since the last reset, each with the number of thread records in its answer. */
  readonly log: { request: string; records: number }[]
  /**
   * Forgets everything but so many `others`; returns the address. With a `page` it says what changed since, so many records at
   * once.
   */
  reset(page?: number, others?: number): string
  /** Has the session ended? Then everything is refused with 401. A reset ends that. */
  signOut(isOut?: boolean): void
  close(): Promise<void>
}

interface Stored {
  /** Version of the last change: the higher the later. */
  version: number
  record: ThreadRecord
  nodes: Map<string, unknown>
  words: Set<string>
}

/** The REST service that `createHttpStorage` talks to, over a map. On a real one each case is a transaction. */
export async function startThreadServer(): Promise<ThreadServer> {
  const threads = new Map<string, Stored>()
  const log: ThreadServer['log'] = []
  let page: number | undefined
  let version = 0
  let isSignedOut = false

  /** In a database: `select … where version > ? order by version limit ?`. */
  const list = (since: number): unknown => {
    const changed = [...threads.values()].filter((one) => one.version > since)
    changed.sort((a, b) => a.version - b.version)
    const some = changed.slice(0, page)
    return {
      threads: some.map(({ record }) => record),
      ...(page && { next: String(some.at(-1)?.version ?? since), more: changed.length > some.length }),
    }
  }

  const search = (query: string): string[] => {
    const index = createWordIndex()
    for (const [id, { record, words }] of threads) {
      index.add(id, [...words])
      index.add(id, wordsOf(record.title))
    }
    return searchWords([index], query)
  }
  const write = (body: ThreadWrite): string => {
    const before = threads.get(body.threadId)
    const next = applyWrite(before?.record, body)
    if ('answer' in next) return next.answer
    const thread = before ?? {
      version,
      record: next.record!,
      nodes: new Map<string, unknown>(),
      words: new Set<string>(),
    }
    threads.set(body.threadId, thread)
    thread.version = ++version
    if (next.record) thread.record = next.record
    for (const node of body.nodes) thread.nodes.set(node.id, node)
    for (const word of wordsOfNodes(body.nodes)) thread.words.add(word)
    return 'written'
  }
  const handle = (method: string, url: URL, body: unknown): unknown => {
    const [, , id, below] = url.pathname.split('/').map(decodeURIComponent)
    const query = url.searchParams
    if (id === undefined) {
      const q = query.get('q')
      return q === null ? list(page ? Number(query.get('since')) : 0) : { ids: search(q) }
    }
    if (method === 'POST' && below === 'nodes') return { answer: write(body as ThreadWrite) }
    const thread = threads.get(id)
    if (!thread) return undefined
    if (method === 'GET') {
      const ids = query.get('ids')
      const wanted = ids === null ? [...thread.nodes.keys()] : (JSON.parse(ids) as string[])
      return { thread: thread.record, nodes: wanted.flatMap((one) => thread.nodes.get(one) ?? []) }
    }
    thread.version = ++version
    if (method === 'PATCH') thread.record = applyChange(thread.record, body as ThreadChange) ?? thread.record
    if (method === 'DELETE') {
      threads.set(id, { version, record: purgedRecord(id, Date.now()), nodes: new Map(), words: new Set() })
    }
    return null
  }

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method = 'GET', url = '' } = request
      if (isSignedOut) {
        log.push({ request: `${method} ${url}`, records: 0 })
        return response.writeHead(401).end('Your session has ended.')
      }
      const answer = handle(method, new URL(url, 'http://localhost'), body)
      const { threads: records = [] } = (answer ?? {}) as { threads?: unknown[] }
      log.push({ request: `${method} ${url}`, records: records.length })
      if (answer === undefined) return response.writeHead(404).end()
      if (answer === null) return response.writeHead(204).end()
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    log,
    reset(size, others = 0) {
      page = size
      isSignedOut = false
      log.length = 0
      threads.clear()
      for (let at = 0; at < others; at++)
        write({ threadId: `other ${at}`, known: false, nodes: [], title: '', at, durability: 'relaxed' })
      return `http://127.0.0.1:${port}`
    },
    signOut: (isOut = true) => void (isSignedOut = isOut),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString('utf8')
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}
