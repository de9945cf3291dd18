import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { listen, sendRaw, startDemoServer, statusOf, type Running } from './demo-server.js'

const path = '/proxy/local/v1/chat/completions'
let upstream: Running
let server: Running
const sockets: Socket[] = []
const arrived: string[] = []

beforeEach(async () => {
  arrived.length = 0
  upstream = await listen((req, res) => {
    let body = ''
    req.on('data', (piece: Buffer) => (body += String(piece)))
    req.on('end', () => {
      arrived.push(body)
      res.end('{"ok":true}')
    })
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
  await upstream.close()
})
const start = async (limits: object): Promise<void> => {
  server = await startDemoServer({ upstreams: { local: { baseUrl: `${upstream.url}/v1` } }, limits })
}

interface Slow {
  socket: Socket
  answer: Promise<string>
}

/**
 * Sends a request whose body begins and does not end. Resolves once the server has these bytes: it has answered a second request
 * that came after them.
 */
async function begin(body: string): Promise<Slow> {
  const socket = connect(server.port, '127.0.0.1')
  sockets.push(socket)
  let got = ''
  const answer = new Promise<string>((found) => {
    socket.setEncoding('latin1').on('data', (piece: string) => (got += piece))
    socket.on('error', () => {}).on('close', () => found(got))
  })
  await new Promise<void>((written) =>
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${body.length.toString(16)}\r\n${body}\r\n`,
      () => written(),
    ),
  )
  await ask()
  return { socket, answer }
}

/** A request that is served without the proxy's limits: what was written before it has arrived. */
const ask = (): Promise<Response> => fetch(`${server.url}/proxy`)

const post = (body: string): Promise<Response> =>
  fetch(`${server.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

it('bodies that do not end hold no place of the proxy: one that ends is answered beside them', async () => {
  await start({})
  for (let i = 0; i < 40; i++) await begin('{"model":"m"')
  const response = await post('{"model":"whole"}')
  expect([response.status, arrived]).toEqual([200, ['{"model":"whole"}']])
})

it('a body that is silent for too long is given up, and the one that goes on is not', async () => {
  await start({ bodySeconds: 1 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const silent = await begin('{')
  const alive = await begin('[')
  for (let tenth = 0; tenth < 10; tenth++) {
    alive.socket.write('1\r\n1\r\n')
    await ask()
    vi.advanceTimersByTime(100)
  }
  const answer = await silent.answer
  expect([statusOf(answer), answer]).toEqual([408, expect.stringContaining('body_too_slow')])
  expect(answer).toMatch(/^connection: close\r$/im)
  alive.socket.write('1\r\n]\r\n0\r\n\r\n')
  await vi.waitFor(() => expect(arrived).toEqual([expect.stringMatching(/^\[1+\]$/)]))
})

it('bodies have so much memory in all; when it is used up, the one that has been silent for longest makes room', async () => {
  await start({ bodyBytes: 100_000, concurrentRequests: 2 })
  const first = await begin(`"${'x'.repeat(90_000)}`)
  await begin(`"${'y'.repeat(90_000)}`)
  const third = await post(JSON.stringify('z'.repeat(90_000)))
  expect([third.status, arrived.map(({ length }) => length)]).toEqual([200, [90_002]])
  const answer = await first.answer
  expect([statusOf(answer), answer]).toEqual([429, expect.stringContaining('too many bodies')])
})

it('a request for which there is no place is refused before its body is read', async () => {
  await start({ requestsPerMinute: 1 })
  expect((await post('{}')).status).toBe(200)
  const answer = await sendRaw(
    server.port,
    `POST ${path} HTTP/1.1\nHost: localhost:${server.port}\nContent-Type: application/json\nContent-Length: 1000\n\n{`,
  )
  expect([statusOf(answer), arrived]).toEqual([429, ['{}']])
})

it('a client that leaves in the middle of its body leaves nothing behind', async () => {
  await start({ bodyBytes: 100_000, concurrentRequests: 1 })
  for (let i = 0; i < 3; i++) {
    const { socket, answer } = await begin(`"${'x'.repeat(90_000)}`)
    socket.destroy()
    await answer
    const response = await post(JSON.stringify('z'.repeat(90_000)))
    expect(response.status).toBe(200)
  }
  expect(arrived).toHaveLength(3)
})
