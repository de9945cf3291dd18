import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configure, startDemo, type DemoApp } from './demo-app.js'

const KEY = 'sk-test-redirect-1234'
const servers: Server[] = []
let app: DemoApp

beforeAll(async () => void (app = await startDemo(20)))
afterAll(async () => {
  await app?.close()
  for (const server of servers) server.close()
})

/** Notes every request, preflights too. */
async function listen(seen: string[], answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.authorization ?? ''}`)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type')
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('faults: redirect-cross-origin: a browser does not take the key to another address, and the page says why', async () => {
  const atOther: string[] = []
  const atFirst: string[] = []
  const other = await listen(atOther, (_, response) => void response.end())
  const first = await listen(atFirst, ({ url }, response) => {
    response.writeHead(307, { location: `${other}${url}` }).end()
  })
  const demo = await app.open()
  // The browser announces where a redirect leads, without going there.
  demo.allow(other)
  await configure(demo, { baseUrl: `${first}/v1`, model: 'm', key: KEY })
  await demo.ask('hi')
  await demo.settle()
  await expect.poll(() => demo.answer.innerText()).toContain('sends requests on to another address')
  expect(atFirst).toContain(`POST Bearer ${KEY}`)
  expect(atOther).toEqual([])
  await demo.close()
})
