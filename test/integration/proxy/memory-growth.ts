import { afterAll, afterEach, beforeAll } from 'vitest'
import { listen, statusOf, type Running } from './demo-server.js'
import { postInChunks, startProcess, type ServedProcess } from './served-process.js'

export const proxied = '/proxy/local/v1/chat/completions'
export const MB = 1_000_000

interface Body {
  path: string
  size: number
  chunk: number
  times?: number
}

interface Growth {
  /** How many bytes more than before the process has held at most. */
  growth: number
  statuses: number[]
}

/** Measures a proxy in a process of its own, in front of an upstream that counts the bytes of each body that arrives. */
export function measureBodies(): {
  arrived: number[]
  grow(body: Body, limits?: object): Promise<Growth>
} {
  let upstream: Running
  let server: ServedProcess | undefined
  const arrived: number[] = []

  beforeAll(async () => {
    upstream = await listen((req, res) => {
      let size = 0
      req.on('data', (piece: Buffer) => (size += piece.length))
      req.on('end', () => {
        arrived.push(size)
        res.end('{}')
      })
    })
  })
  afterEach(async () => {
    arrived.length = 0
    await server?.close()
  })
  afterAll(() => upstream.close())

  return {
    arrived,
    async grow(body, limits = {}) {
      server = await startProcess({ upstreams: { local: { baseUrl: `${upstream.url}/v1` } }, limits })
      const { port } = server
      const before = await server.memory()
      const answers = await Promise.all(
        Array.from({ length: body.times ?? 1 }, () => postInChunks(port, body)),
      )
      const after = await server.memory()
      return { growth: after.most - before.now, statuses: answers.map(statusOf) }
    },
  }
}
