import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, sendRaw, startDemoServer, statusOf, type Running } from './demo-server.js'

let upstream: Running
let server: Running
const seen: string[] = []

beforeAll(async () => {
  upstream = await listen((req, res) => {
    seen.push(`${req.method} ${req.url}`)
    res.setHeader('content-type', 'application/json').end('{"data":[]}')
  })
  server = await startDemoServer(
    {
      upstreams: { local: { baseUrl: `${upstream.url}/v1`, keyEnv: 'LOCAL_KEY' } },
      origins: ['https://chat.example'],
      // Used up at once by anything that counts.
      limits: { requestsPerMinute: 20 },
    },
    { env: { LOCAL_KEY: 'sk-of-the-server' } },
  )
})
afterAll(async () => {
  await server.close()
  await upstream.close()
})

async function ask(method: string, target: string, headers: Record<string, string>): Promise<number> {
  const body = method === 'POST' ? '{}' : ''
  const all = { 'Content-Type': 'application/json', 'Content-Length': String(body.length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return statusOf(
    await sendRaw(
      server.port,
      `${method} ${target} HTTP/1.1\nHost: localhost:${server.port}\nConnection: close\n${lines.join('\n')}\n\n${body}`,
    ),
  )
}

/** Whatever costs something, is made with a key, or tells what the server has. */
const data = [
  ['GET', '/proxy'],
  ['GET', '/proxy/local/v1/models'],
  ['POST', '/proxy/local/v1/chat/completions'],
  ['GET', '/v1/models'],
  ['POST', '/v1/chat/completions'],
] as const
const files = [
  ['GET', '/'],
  ['GET', '/index.html'],
  ['GET', '/t/abc'],
] as const

type Metadata = Record<'Sec-Fetch-Site' | 'Sec-Fetch-Mode' | 'Sec-Fetch-Dest', string>
const metadata = (site: string, mode: string, dest: string): Metadata => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': mode,
  'Sec-Fetch-Dest': dest,
})

const frames = ['iframe', 'frame', 'object', 'embed']
const loads = ['image', 'script', 'style', 'video', 'audio', 'font', 'track', 'manifest', 'report', 'empty']
const foreignSites = ['cross-site', 'same-site']

describe('what pages open and load reaches nothing that costs', () => {
  const opens = ['cross-site', 'same-site', 'same-origin', 'none'].flatMap((site) =>
    ['document', ...frames].map((dest) => metadata(site, 'navigate', dest)),
  )
  const loaded = [...foreignSites, 'same-origin'].flatMap((site) =>
    loads.filter((dest) => dest !== 'empty').map((dest) => metadata(site, 'no-cors', dest)),
  )
  // Requests that a script of another page sends without Origin: simple ones, whose answers it cannot read.
  const simple = foreignSites.flatMap((site) => [
    metadata(site, 'no-cors', 'empty'),
    metadata(site, 'cors', 'empty'),
    metadata(site, 'websocket', 'websocket'),
    metadata(site, 'something-new', 'empty'),
  ])
  const odd = [metadata('of-tomorrow', 'cors', 'empty'), metadata('', 'cors', 'empty')]
  const rows = [...opens, ...loaded, ...simple, ...odd]

  it.each(data)(
    `%s %s: all ${rows.length} ways are refused, and nothing is asked of anybody`,
    async (method, target) => {
      const statuses = await Promise.all(rows.map((headers) => ask(method, target, headers)))
      expect(rows.filter((_, i) => statuses[i] !== 403)).toEqual([])
      expect(seen).toEqual([])
    },
  )

  // Browsers declare the kind of a request on https and on their own machine only.
  it.each<[string, Record<string, string>]>([
    [
      'a window or a frame',
      { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Upgrade-Insecure-Requests': '1' },
    ],
    [
      'a frame, by what it takes alone',
      { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    ],
    ['a window, by what it asks for alone', { Accept: '*/*', 'Upgrade-Insecure-Requests': '1' }],
    ['a picture', { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }],
    ['a style', { Accept: 'text/css,*/*;q=0.1' }],
    ['a script of a page that names itself', { Accept: '*/*', Referer: 'http://evil.example/' }],
    ['a script of something that names no page', { Accept: '*/*', Referer: 'about:client' }],
  ])('%s is refused also where browsers do not say what it is', async (_, headers) => {
    for (const [method, target] of data) expect(await ask(method, target, headers)).toBe(403)
    expect(seen).toEqual([])
  })

  it('a form that is sent here is refused too, also by a listed origin', async () => {
    for (const Origin of [
      'https://evil.example',
      'null',
      'https://chat.example',
      `http://localhost:${server.port}`,
    ]) {
      const headers = { ...metadata('cross-site', 'navigate', 'document'), Origin }
      expect(await ask('POST', '/proxy/local/v1/chat/completions', headers)).toBe(403)
    }
    expect(seen).toEqual([])
  })

  it('120 frames leave the limit of the user alone', async () => {
    const frame = metadata('cross-site', 'navigate', 'iframe')
    await Promise.all(Array.from({ length: 120 }, () => ask('GET', '/proxy/local/v1/models', frame)))
    const own = metadata('same-origin', 'cors', 'empty')
    expect(await ask('GET', '/proxy/local/v1/models', own)).toBe(200)
    expect(seen.splice(0)).toEqual(['GET /v1/models'])
  })
})

describe('files are opened, and put nowhere', () => {
  it.each(files)(
    '%s %s: a link on any page opens it; no frame, picture or script of another one has it',
    async (method, target) => {
      for (const site of ['cross-site', 'same-site', 'same-origin', 'none'])
        expect(await ask(method, target, metadata(site, 'navigate', 'document'))).toBeLessThan(400)
      for (const site of foreignSites) {
        for (const dest of frames)
          expect(await ask(method, target, metadata(site, 'navigate', dest))).toBe(403)
        for (const dest of loads) expect(await ask(method, target, metadata(site, 'no-cors', dest))).toBe(403)
      }
      for (const dest of loads)
        expect(await ask(method, target, metadata('same-origin', 'no-cors', dest))).toBeLessThan(400)
      expect(await ask(method, target, metadata('same-origin', 'navigate', 'iframe'))).toBeLessThan(400)
    },
  )
})

describe('who asks as before', () => {
  it.each(data)(
    '%s %s: scripts of the own page, listed origins, and programs of this machine',
    async (method, target) => {
      const ok = [200, 400]
      const ways: Record<string, string>[] = [
        metadata('same-origin', 'cors', 'empty'),
        metadata('same-origin', 'same-origin', 'empty'),
        { ...metadata('same-origin', 'cors', 'empty'), Origin: `http://localhost:${server.port}` },
        { ...metadata('cross-site', 'cors', 'empty'), Origin: 'https://chat.example' },
        // Over plain http to another machine.
        { Accept: '*/*', Referer: `http://localhost:${server.port}/` },
        { Accept: 'application/json', Referer: 'https://chat.example/chat?x=1' },
        // curl
        {},
        { Accept: '*/*' },
      ]
      for (const headers of ways) expect(ok).toContain(await ask(method, target, headers))
    },
  )
})
