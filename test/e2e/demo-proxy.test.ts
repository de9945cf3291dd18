import { createEndpoint } from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { configure } from './demo-app.js'
import { serveBuiltDemo, type ServedDemo } from './support/serve-built-demo.js'
import { pageText, storedText } from './support/stored-text.js'

const KEY = 'sk-of-the-server-77aa'
let upstream: ServedEndpoint
let silent: Server
let app: ServedDemo
const ended: string[] = []

beforeAll(async () => {
  // Without CORS, as many servers are, and with a key that only the proxy has.
  upstream = await serveEndpoint(createEndpoint({ apiKey: KEY, cors: false, speed: 0 }))
  silent = createServer((req, res) => {
    req.resume()
    res.once('close', () => ended.push(req.url!))
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write('data: {"choices":[{"index":0,"delta":{"content":"One moment"}}]}\n\n')
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  app = await serveBuiltDemo(
    {
      upstreams: {
        harbour: { baseUrl: upstream.url, keyEnv: 'HARBOUR_KEY' },
        slow: { baseUrl: `http://127.0.0.1:${port}/v1` },
      },
      // Nothing but this server: what goes through the proxy needs no more.
      endpoints: [],
    },
    { env: { HARBOUR_KEY: KEY } },
  )
})
afterAll(async () => {
  await app?.close()
  await upstream?.close()
  silent?.closeAllConnections()
  silent?.close()
})

it('an endpoint without CORS, and with a key that the page never has, answers through the proxy', async () => {
  const demo = await app.open()
  expect(
    await demo.page.evaluate(() => fetch('/proxy').then((response) => response.json() as unknown)),
  ).toEqual({
    proxies: ['harbour', 'slow'],
  })
  await configure(demo, { baseUrl: `${app.url}proxy/harbour/v1`, model: 'antiphon-tour' })
  await demo.ask('What time is it in Oslo and Tokyo?')
  await demo.settle()
  await expect.poll(() => demo.answer.innerText()).toMatch(/Oslo[^]*Tokyo/)
  expect(demo.requests.filter((request) => !request.split(' ')[1]!.startsWith(app.url))).toEqual([])
  expect((await pageText(demo.page, 'none')) + (await storedText(demo.page))).not.toContain(KEY)
  expect(await demo.violations()).toEqual([])
  await demo.close()
})

it('stopping an answer ends the request to the upstream', { tags: 'hunt' }, async () => {
  const demo = await app.open()
  await configure(demo, { baseUrl: `${app.url}proxy/slow/v1`, model: 'm' })
  await demo.ask('hi')
  await demo.answer.getByText('One moment').waitFor()
  expect(ended).not.toContain('/v1/chat/completions')
  await demo.stop()
  await demo.settle()
  await vi.waitFor(() => expect(ended).toContain('/v1/chat/completions'))
  await demo.close()
})

it(
  'a configuration that names its endpoints is kept by the page: another address is not reached, and it says so',
  { tags: 'hunt' },
  async () => {
    const demo = await app.open()
    await configure(demo, { baseUrl: upstream.url, model: 'm' })
    await demo.ask('hi')
    await demo.settle()
    expect(await demo.answer.locator('[data-slot="notice"]').count()).toBeGreaterThan(0)
    expect((await demo.violations()).some((violation) => violation.startsWith('connect-src'))).toBe(true)
    await demo.page.context().close()
  },
)
