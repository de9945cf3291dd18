import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLimiter } from '../../../packages/server/src/limiter.js'
import { listen, startDemoServer, type Running } from './demo-server.js'

const KEY = 'sk-of-the-server-9'
const completions = '/proxy/local/v1/chat/completions'

let upstream: Running
let server: Running
let seen: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[]
/** The upstream's answer, once it has read a request. */
let answer: (res: ServerResponse, req: IncomingMessage) => void

beforeEach(async () => {
  seen = []
  answer = (res) => res.setHeader('content-type', 'application/json').end('{"ok":true}')
  upstream = await listen((req, res) => {
    void (async () => {
      let body = ''
      for await (const piece of req) body += String(piece)
      seen.push({ method: req.method, url: req.url, headers: req.headers, body })
      answer(res, req)
    })().catch(() => {})
  })
})
afterEach(async () => {
  await server.close()
  await upstream.close()
})

const start = async (upstreamFields: object = { keyEnv: 'K' }, more: object = {}): Promise<void> => {
  const local = { baseUrl: `${upstream.url}/api/v1`, ...upstreamFields }
  server = await startDemoServer({ upstreams: { local }, ...more }, { env: { K: KEY } })
}
const post = (init: { headers?: Record<string, string>; signal?: AbortSignal } = {}): Promise<Response> =>
  fetch(`${server.url}${completions}`, {
    method: 'POST',
    body: '{"model":"m"}',
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })

describe('S44: what passes', () => {
  it('takes the body as it is to the two paths of its upstream, and names nothing but names', async () => {
    await start()
    expect(await (await post()).json()).toEqual({ ok: true })
    await fetch(`${server.url}/proxy/local/v1/models`)
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/v1/chat/completions', '{"model":"m"}'],
      ['GET', '/api/v1/models', ''],
    ])
    expect(await (await fetch(`${server.url}/proxy`)).json()).toEqual({ proxies: ['local'] })
  })

  it('adds its own key and takes nothing of the page along: no cookie, no origin, no forwarding, no key', async () => {
    await start()
    await post({
      headers: {
        authorization: 'Bearer sk-of-the-page',
        cookie: 'session=1',
        origin: server.url,
        referer: `${server.url}/secret`,
        forwarded: 'for=10.0.0.1',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'evil.example',
        'x-real-ip': '10.0.0.1',
        via: '1.1 x',
        'x-api-key': 'sk-of-the-page',
        'proxy-authorization': 'Basic eDp5',
        'accept-encoding': 'gzip',
      },
    })
    expect(seen[0]!.headers).toEqual({
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      authorization: `Bearer ${KEY}`,
      connection: 'keep-alive',
      'content-length': '13',
      'content-type': 'application/json',
      host: `127.0.0.1:${upstream.port}`,
      'user-agent': 'antiphon-demo',
    })
  })

  it.each([
    ['no key of anybody by default', {}, undefined],
    [
      'the key of the page only where the configuration says so',
      { clientKey: true },
      'Bearer sk-of-the-page',
    ],
  ])('%s', async (_, fields, expected) => {
    await start(fields)
    await post({ headers: { authorization: 'Bearer sk-of-the-page' } })
    expect(seen[0]!.headers.authorization).toBe(expected)
  })

  const page = 'sk-of-the-page'
  it.each([
    ['authorization', { authorization: `Bearer ${page}` }, `Bearer ${page}`],
    ['authorization', { authorization: `bearer  ${page}` }, `Bearer ${page}`],
    ['authorization', { 'api-key': page }, `Bearer ${page}`],
    ['authorization', { authorization: 'Basic eDp5' }, 'Basic eDp5'],
    ['api-key', { authorization: `Bearer ${page}` }, page],
    ['api-key', { 'api-key': page }, page],
    ['api-key', { 'x-api-key': page }, page],
    ['api-key', { 'api-key': page, authorization: 'Bearer another', 'x-api-key': 'another' }, page],
    ['x-api-key', { authorization: `Bearer ${page}` }, page],
    ['x-api-key', { 'x-api-key': page, 'api-key': 'another' }, page],
    ['x-api-key', { authorization: 'Bearer' }, undefined],
    ['x-api-key', {}, undefined],
  ])(
    'sends the key of the page under %s and nowhere else, though it came as %j',
    async (keyHeader, headers, expected) => {
      await start({ clientKey: true, keyHeader })
      await post({ headers })
      const sent = Object.fromEntries(
        ['authorization', 'api-key', 'x-api-key'].map((name) => [name, seen[0]!.headers[name]]),
      )
      expect(sent).toEqual({
        authorization: undefined,
        'api-key': undefined,
        'x-api-key': undefined,
        [keyHeader]: expected,
      })
      expect(JSON.stringify(seen)).not.toContain('another')
    },
  )

  it.each(['authorization', 'api-key', 'x-api-key'])(
    'with a key of its own, sends none of the page under any name: %s',
    async (keyHeader) => {
      await start({ keyEnv: 'K', keyHeader })
      await post({ headers: { authorization: `Bearer ${page}`, 'api-key': page, 'x-api-key': page } })
      expect(JSON.stringify(seen)).not.toContain(page)
      expect(JSON.stringify(seen).split(KEY)).toHaveLength(2)
    },
  )

  it('puts the key where the upstream looks for it, beside the headers of the configuration', async () => {
    await start({ keyEnv: 'K', keyHeader: 'api-key', headers: { 'X-Title': 'Antiphon' } })
    await post()
    expect(seen[0]!.headers).toMatchObject({ 'api-key': KEY, 'x-title': 'Antiphon' })
    expect(seen[0]!.headers.authorization).toBeUndefined()
  })

  it('gives back status and limits, but no cookies, no permissions and nothing that runs as a page', async () => {
    await start()
    answer = (res) =>
      res
        .writeHead(429, {
          'content-type': 'text/html',
          'set-cookie': 'a=1',
          'retry-after': '7',
          'x-ratelimit-remaining-requests': '0',
          'access-control-allow-origin': '*',
          server: 'secret/1.0',
          'content-security-policy': "script-src 'unsafe-inline'",
          location: 'https://evil.example',
        })
        .end('<script>alert(1)</script>')
    const response = await post()
    expect(response.status).toBe(429)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': '7',
      'x-ratelimit-remaining-requests': '0',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    for (const name of ['set-cookie', 'access-control-allow-origin', 'server', 'location'])
      expect(response.headers.get(name)).toBeNull()
  })

  it('follows no redirect, wherever it leads', async () => {
    const other = vi.fn()
    const target = await listen((_, res) => {
      other()
      res.end()
    })
    await start()
    for (const status of [301, 302, 303, 307, 308]) {
      answer = (res) => res.writeHead(status, { location: target.url }).end()
      const response = await post()
      expect(response.status).toBe(502)
      expect(await response.text()).toContain('follows none')
    }
    expect(other).not.toHaveBeenCalled()
    await target.close()
  })
})

describe('S46: streams, limits and other origins', () => {
  it('streams: what the upstream has written is at the page before the upstream goes on', async () => {
    await start()
    let goOn = (): void => {}
    answer = (res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write('data: 1\n\n')
      goOn = () => res.end('data: 2\n\n')
    }
    const response = await post()
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('data: 1\n\n')
    goOn()
    expect((await reader.read()).value).toBe('data: 2\n\n')
    expect((await reader.read()).done).toBe(true)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  })

  it.each(['before it answers', 'in mid-stream'])(
    'a page that leaves ends the request to the upstream %s',
    async (when) => {
      await start()
      const closed = new Promise<void>((resolve) => {
        answer = (res, req) => {
          req.socket.once('close', () => resolve())
          if (when === 'before it answers') return
          res.writeHead(200, { 'content-type': 'text/event-stream' })
          res.write('data: 1\n\n')
        }
      })
      const page = new AbortController()
      const response = post({ signal: page.signal }).then((got) => got.body!.getReader().read())
      response.catch(() => {})
      await (when === 'in mid-stream' ? response : vi.waitFor(() => expect(seen).toHaveLength(1)))
      page.abort()
      await closed
    },
  )

  it('an upstream that breaks off is broken off, not ended: half an answer is never a whole one', async () => {
    await start()
    answer = (res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write('data: 1\n\n', () => res.destroy())
    }
    await expect(post().then((response) => response.text())).rejects.toThrow('terminated')
  })

  it.each([
    ['is not there', 502, 'cannot be reached (ECONNREFUSED)'],
    ['says nothing', 504, 'did not answer in time'],
  ])('an upstream that %s is named by its name, not by its address', async (how, status, words) => {
    await start({ keyEnv: 'K' }, { limits: { idleSeconds: 1 } })
    answer = () => {}
    if (how === 'is not there') await upstream.close()
    const response = await post()
    const text = await response.text()
    expect([response.status, text]).toEqual([status, expect.stringContaining(words)])
    expect(text).not.toContain(String(upstream.port))
    expect(text).not.toContain(KEY)
  })

  it('lets a page of a listed origin in by its name, never by *', async () => {
    const origin = 'https://chat.example'
    await start({ keyEnv: 'K' }, { origins: [origin] })
    const response = await post({ headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('vary')).toContain('Origin')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await fetch(`${server.url}${completions}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    // A profile sends its key under a name of its own: the preflight lets in each that the proxy reads.
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'content-type, authorization, api-key, x-api-key',
    )
    const refused = await post({ headers: { origin: 'https://other.example' } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it('takes so many at once and no more, and one again when one has ended', async () => {
    await start({ keyEnv: 'K' }, { limits: { concurrentRequests: 2 } })
    const open: ServerResponse[] = []
    answer = (res) => void open.push(res)
    const held = [post(), post()]
    await vi.waitFor(() => expect(open).toHaveLength(2))
    const refused = await post()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(seen).toHaveLength(2)
    for (const res of open) res.end()
    await Promise.all(held)
    answer = (res) => res.end()
    await vi.waitFor(async () => expect((await post()).status).toBe(200))
  })

  it('counts the requests of the last minute, whatever the clock does', () => {
    let now = 1_000_000
    const limiter = createLimiter({ requestsPerMinute: 2, concurrentRequests: 9 }, () => now)
    const enter = () => limiter.enter()
    expect([enter(), enter()].every((pass) => 'leave' in pass)).toBe(true)
    now += 20_000
    expect(enter()).toEqual({ retryAfter: 40, reason: 'rate' })
    now += 40_000
    expect('leave' in enter()).toBe(true)
    now -= 3_600_000
    expect('leave' in enter()).toBe(true)
  })
})
