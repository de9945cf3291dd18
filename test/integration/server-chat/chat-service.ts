import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type ChatController } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createChatServer, openDatabase, type ChatServerOptions } from '@antiphon/server'
import { createHttpStorage, createServerChat, type ServerChatOptions } from '@antiphon/server-client'
import { createThreadSessions, type ThreadSessions } from '@antiphon/threads'
import { startUpstream } from '../server/script-upstream.js'

/** A page of its own: its threads, and the same thread as every other page. */
export interface Page {
  chat: ChatController
  threads: ThreadSessions
  /** The texts of the thread, from the top. */
  texts(): unknown[]
  close(): Promise<void>
}

export interface ChatService {
  url: string
  upstream: Awaited<ReturnType<typeof startUpstream>>
  /** All requests that came, as `POST /path`. */
  requests: string[]
  database: Awaited<ReturnType<typeof openDatabase>>
  /** Opens a page that shows the thread. */
  page(threadId: string, options?: Partial<ServerChatOptions>): Promise<Page>
  /** Breaks all connections and takes no new one, until `connect`. */
  cut(): void
  connect(): void
  /** From now on what a stream sends is passed on in bursts, as a reader gets it that looks now and then. */
  collect(ms: number): void
  /** Another process over the same file takes the place of this one. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** `createChatServer` over SQLite and HTTP, with pages of the kit in front of it. */
export async function startChatService({
  maxSteps,
  ...more
}: Partial<ChatServerOptions> & { maxSteps?: number } = {}): Promise<ChatService> {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-server-chat-'))
  const upstream = await startUpstream()
  const file = join(folder, 'chat.db')
  const database = await openDatabase({ sqlite: { file } })
  await database.migrate()
  const open = () =>
    createChatServer({
      database,
      basePath: '/api',
      authorize: () => ({ id: 'ann' }),
      upstreams: [
        {
          endpoint: { baseUrl: upstream.url },
          models: ['script'],
          ...(maxSteps !== undefined && { maxSteps }),
        },
      ],
      ...more,
    })
  let chatServer = open()
  let isCut = false
  let burstMs = 0
  const requests: string[] = []
  const server: Server = createServer((req, res) => {
    if (isCut) return void req.socket.destroy()
    requests.push(`${req.method} ${req.url}`)
    const hasBody = req.method !== 'GET' && req.method !== 'HEAD'
    const request = new Request(new URL(req.url ?? '', 'http://chat.example'), {
      method: req.method ?? 'GET',
      headers: Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
      ...(hasBody && { body: Readable.toWeb(req) as ReadableStream, duplex: 'half' as const }),
    })
    void chatServer.fetch(request).then((response) => {
      res.writeHead(response.status, Object.fromEntries(response.headers))
      if (!response.body) return void res.end()
      const body = Readable.fromWeb(response.body as never)
      res.on('close', () => body.destroy())
      body.on('error', () => res.destroy())
      if (burstMs === 0 || !response.headers.get('content-type')?.includes('stream'))
        return void body.pipe(res)
      let held: Buffer[] = []
      const pass = (): void => void (held.length > 0 && res.write(Buffer.concat(held)), (held = []))
      const timer = setInterval(pass, burstMs)
      res.flushHeaders()
      body.on('data', (chunk: Buffer) => held.push(chunk))
      body.on('close', () => (clearInterval(timer), pass(), res.end()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const pages = new Set<Page>()

  return {
    url,
    upstream,
    requests,
    database,
    async page(threadId, options = {}) {
      const { channel = () => undefined } = options
      const threads = createThreadSessions({
        storage: createHttpStorage({ baseUrl: url, channel }),
        createChat: (id) =>
          createServerChat({
            baseUrl: url,
            threadId: id,
            channel,
            scheduler: immediateScheduler,
            ...options,
          }),
      })
      const { session } = threads.acquire(threadId)
      await session.saver.loaded
      const page: Page = {
        chat: session.chat,
        threads,
        texts: () => session.chat.store.getMessages().map(({ content }) => content),
        async close() {
          pages.delete(page)
          await threads.close()
        },
      }
      pages.add(page)
      return page
    },
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    connect: () => void (isCut = false),
    collect: (ms) => void (burstMs = ms),
    async restart() {
      const before = chatServer
      isCut = true
      server.closeAllConnections()
      await before.close()
      chatServer = open()
      isCut = false
    },
    async close() {
      upstream.open()
      await Promise.all(Array.from(pages, (page) => page.close()))
      await chatServer.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await database.close()
      await upstream.close()
      rmSync(folder, { recursive: true })
    },
  }
}
