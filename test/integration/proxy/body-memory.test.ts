import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen, statusOf, type Running } from './demo-server.js'
import { postInBytes, startProcess, type ServedProcess } from './served-process.js'

let upstream: Running
let server: ServedProcess
const sizes: number[] = []

beforeAll(async () => {
  upstream = await listen((req, res) => {
    let size = 0
    req.on('data', (piece: Buffer) => (size += piece.length))
    req.on('end', () => {
      sizes.push(size)
      res.end('{}')
    })
  })
})
afterAll(() => upstream.close())

it.each([
  ['the proxy', '/proxy/local/v1/chat/completions', 25_000_000, 1],
])('%s keeps bytes', async (_, path, size, times) => {
  const LIMIT = size
  server = await startProcess({
    upstreams: { local: { baseUrl: `${upstream.url}/v1` } },
    limits: { bodyBytes: LIMIT },
  })
  const before = await server.memory()
  const t = Date.now()
  const answers = await Promise.all(Array.from({ length: times }, () => postInBytes(server.port, { path, size })))
  const after = await server.memory()
  console.log(path, times, before, after, (after.most - before.now) / LIMIT / times, Date.now() - t)
  expect(answers.map(statusOf)).toEqual(answers.map(() => 200))
  await server.close()
})
