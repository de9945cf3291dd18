import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { offerQuery, proxyBaseUrl, proxyNameOf } from '../../../apps/demo/src/settings/proxies.js'
import { listen, startDemoServer, type Running } from './demo-server.js'

let server: Running
/** The page's own `fetch`: addresses without an origin are those of its server. */
const from =
  ({ url }: Running): typeof fetch =>
  (path, init) =>
    fetch(`${url}${String(path)}`, init)
const ask = (pageFetch: typeof fetch) => new QueryClient().fetchQuery(offerQuery(pageFetch))

beforeEach(async () => {
  vi.stubGlobal('SCRIPTED_IN_PAGE', false)
  server = await startDemoServer({
    upstreams: { a: { baseUrl: 'https://a.example/v1' }, 'b-2': { baseUrl: 'http://localhost:1/v1' } },
  })
  vi.stubGlobal('location', { origin: server.url })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

it('the names of the proxy, and the base URL of each and back', async () => {
  expect(await ask(from(server))).toEqual({ proxies: ['a', 'b-2'] })
  expect(proxyBaseUrl('b-2')).toBe(`${server.url}/proxy/b-2/v1`)
  expect(proxyNameOf(`${server.url}/proxy/b-2/v1`)).toBe('b-2')
  for (const other of [
    `${server.url}/v1`,
    'https://evil.example/proxy/a/v1',
    `${server.url}/proxy/a/v1/models`,
    'proxy',
  ])
    expect(proxyNameOf(other)).toBeUndefined()
})

it('none where the server has none, says something else, or is not there: a form without the choice, not an error', async () => {
  for (const body of ['<!doctype html>', '{"proxies":["../x"]}', 'null']) {
    const other = await listen((_, res) => res.end(body))
    expect(await ask(from(other))).toEqual({ proxies: [] })
    await other.close()
    expect(await ask(from(other))).toEqual({ proxies: [] })
  }
  vi.stubGlobal('SCRIPTED_IN_PAGE', true)
  const asked = vi.fn()
  expect(await ask(asked)).toEqual({ proxies: [] })
  expect(asked).not.toHaveBeenCalled()
})
