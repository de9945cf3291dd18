import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { listen, statusOf, type Running } from './demo-server.js'
import { postInChunks, startProcess, type ServedProcess } from './served-process.js'

const proxied = '/proxy/local/v1/chat/completions'
const MB = 1_000_000

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

/** How many bytes more than before the process has held at most, and what it answered. */
async function grow(
  body: { path: string; size: number; chunk: number; times?: number },
  limits: object = {},
): Promise<{ growth: number; statuses: number[] }> {
  server = await startProcess({ upstreams: { local: { baseUrl: `${upstream.url}/v1` } }, limits })
  const { port } = server
  const before = await server.memory()
  const answers = await Promise.all(Array.from({ length: body.times ?? 1 }, () => postInChunks(port, body)))
  const after = await server.memory()
  return { growth: after.most - before.now, statuses: answers.map(statusOf) }
}

// A chunk that is kept costs some hundred bytes, so those of 16 bytes show it; smaller ones take longer and show no more.
it('a body of the whole limit in small chunks takes less than three times its length', async () => {
  const size = 25 * MB
  const { growth, statuses } = await grow({ path: proxied, size, chunk: 16 })
  expect(statuses).toEqual([200])
  expect(arrived).toEqual([size])
  expect(growth).toBeLessThan(3 * size)
})

it('a body in chunks of one byte takes no more: beside three times its length, what any busy process takes', async () => {
  const size = 2 * MB
  const { growth, statuses } = await grow({ path: proxied, size, chunk: 1 }, { bodyBytes: size })
  expect(statuses).toEqual([200])
  expect(growth).toBeLessThan(3 * size + 30 * MB)
})

it('nor do 16 at once', async () => {
  const size = 2 * MB
  const { growth, statuses } = await grow({ path: proxied, size, chunk: 16, times: 16 }, { bodyBytes: size })
  expect(statuses).toEqual(Array(16).fill(200))
  expect(arrived).toEqual(Array(16).fill(size))
  expect(growth).toBeLessThan(16 * 3 * size)
})

it.each([
  ['the proxy', proxied, 25 * MB],
  ['the scripted endpoint', '/v1/chat/completions', 32 * 1024 * 1024],
])('%s ends a body at its limit, in no more memory', async (_, path, limit) => {
  const { growth, statuses } = await grow({ path, size: limit + 1, chunk: 16 })
  expect([statuses, arrived]).toEqual([[413], []])
  expect(growth).toBeLessThan(3 * limit)
})
