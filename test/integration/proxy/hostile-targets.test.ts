import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, sendRaw, startDemoServer, statusOf, watchOutgoing, type Running } from './demo-server.js'

let upstream: Running
let server: Running
let outgoing: ReturnType<typeof watchOutgoing>
const seen: string[] = []

beforeAll(async () => {
  upstream = await listen((req, res) => {
    seen.push(`${req.method} ${req.url}`)
    res.setHeader('content-type', 'application/json')
    res.end('{"data":[]}')
  })
  server = await startDemoServer(
    {
      upstreams: { local: { baseUrl: `${upstream.url}/v1`, keyEnv: 'LOCAL_KEY' } },
      origins: ['https://chat.example'],
      limits: { bodyBytes: 1_000 },
    },
    { env: { LOCAL_KEY: 'sk-of-the-server' } },
  )
  outgoing = watchOutgoing()
})
afterAll(async () => {
  outgoing.stop()
  await server.close()
  await upstream.close()
})

interface Case {
  name: string
  method?: string
  target?: string
  /** Default: the name that the server has. */
  host?: string
  headers?: string[]
  body?: string
}
const models = '/proxy/local/v1/models'
const completions = '/proxy/local/v1/chat/completions'
const json = 'Content-Type: application/json'

/** Addresses that a server on this machine must never be talked into asking. */
const inner = [
  '169.254.169.254',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:169.254.169.254]',
  '0x7f.1',
  '0xa9fea9fe',
  '2852039166',
  '127.1',
  '127.0.0.1.',
  'localhost.',
  '0',
  '0.0.0.0',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  'metadata.google.internal',
  'user@127.0.0.1',
  '127.0.0.1%00.example',
  '127.0.0.1#@evil.example',
  'evil.example',
]

const cases: Case[] = [
  ...inner.map((address) => ({ name: `Host ${address}`, target: models, host: address })),
  ...inner.map((address) => ({ name: `absolute form ${address}`, target: `http://${address}/v1/models` })),
  ...inner.map((address) => ({
    name: `as the name of an upstream: ${address}`,
    target: `/proxy/${address}/v1/models`,
  })),
  { name: 'absolute form of its own route', target: `http://localhost${models}` },
  { name: 'https in absolute form', target: `https://api.example${models}` },
  { name: 'two slashes first', target: `/${models}` },
  { name: 'an authority with CONNECT', method: 'CONNECT', target: '169.254.169.254:80' },
  { name: 'an asterisk', method: 'OPTIONS', target: '*' },
  { name: 'an address behind the route', target: '/proxy/http://169.254.169.254/v1/models' },
  { name: 'an encoded address', target: '/proxy/http%3A%2F%2F169.254.169.254/v1/models' },
  { name: 'userinfo in the name', target: '/proxy/local@169.254.169.254/v1/models' },
  { name: 'another port', target: '/proxy/local:8080/v1/models' },
  { name: 'another port of the host', target: models, host: 'localhost:1' },
  { name: 'a host without its port', target: models, host: 'localhost' },
  { name: 'userinfo in the host', target: models, host: 'user:pass@localhost' },
  { name: 'an encoded slash', target: '/proxy/local%2Fv1/models' },
  { name: 'an encoded slash in the path', target: '/proxy/local/v1%2fmodels' },
  { name: 'an encoded dot', target: '/proxy/local/v1/%2e%2e/models' },
  { name: 'a doubly encoded dot', target: '/proxy/local/v1/%252e%252e/models' },
  { name: 'dot segments', target: '/proxy/local/v1/../../admin' },
  { name: 'dot segments that come back', target: '/proxy/x/../local/v1/models' },
  { name: 'a single dot', target: '/proxy/./local/v1/models' },
  { name: 'a backslash', target: '/proxy/local\\v1\\models' },
  { name: 'an empty segment', target: '/proxy//v1/models' },
  { name: 'a double slash', target: '/proxy/local//v1/models' },
  { name: 'a slash at the end', target: `${models}/` },
  { name: 'a longer path', target: `${models}/gpt-4` },
  { name: 'a path beside', target: '/proxy/local/v1/files' },
  { name: 'a path above', target: '/proxy/local/v1' },
  { name: 'another version', target: '/proxy/local/v2/models' },
  { name: 'a query', target: `${models}?url=http://169.254.169.254/` },
  { name: 'an empty query', target: `${models}?` },
  { name: 'a fragment', target: `${models}#/x` },
  { name: 'path parameters', target: '/proxy/local;x=1/v1/models' },
  { name: 'an encoded letter', target: '/proxy/loc%61l/v1/models' },
  { name: 'capitals', target: '/PROXY/local/v1/models' },
  { name: 'capitals in the name', target: '/proxy/LOCAL/v1/models' },
  { name: 'a null byte', target: '/proxy/local%00/v1/models' },
  { name: 'a line break', target: '/proxy/local%0d%0aHost:%20evil/v1/models' },
  { name: 'a name of every object', target: '/proxy/constructor/v1/models' },
  { name: 'another name of every object', target: '/proxy/__proto__/v1/models' },
  { name: 'an unknown name', target: '/proxy/other/v1/models' },
  { name: 'a long target', target: `/proxy/${'a'.repeat(9_000)}/v1/models` },
  { name: 'the wrong method', method: 'POST', target: models, headers: [json], body: '{}' },
  { name: 'the wrong method, the other way', target: completions },
  { name: 'DELETE', method: 'DELETE', target: models },
  { name: 'TRACE', method: 'TRACE', target: models },
  {
    name: 'an upgrade',
    target: models,
    headers: [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version: 13',
    ],
  },
  {
    name: 'an upgrade to h2c',
    target: models,
    headers: ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
  },
  { name: 'a second host', target: models, headers: ['Host: evil.example'] },
  { name: 'an origin of somebody else', target: models, headers: ['Origin: https://evil.example'] },
  {
    name: 'an origin that begins like an allowed one',
    target: models,
    headers: ['Origin: https://chat.example.evil.example'],
  },
  {
    name: 'an allowed origin with another port',
    target: models,
    headers: ['Origin: https://chat.example:8443'],
  },
  { name: 'an allowed origin with another scheme', target: models, headers: ['Origin: http://chat.example'] },
  { name: 'the origin null', target: models, headers: ['Origin: null'] },
  {
    name: 'a request of another site without Origin',
    target: models,
    headers: ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'],
  },
  {
    name: 'a preflight of somebody else',
    method: 'OPTIONS',
    target: completions,
    headers: ['Origin: https://evil.example', 'Access-Control-Request-Method: POST'],
  },
  {
    name: 'a body that is no JSON',
    method: 'POST',
    target: completions,
    headers: ['Content-Type: text/plain'],
    body: '{}',
  },
  {
    name: 'a body of a form',
    method: 'POST',
    target: completions,
    headers: ['Content-Type: application/x-www-form-urlencoded'],
    body: 'a=1',
  },
  {
    name: 'a compressed body',
    method: 'POST',
    target: completions,
    headers: [json, 'Content-Encoding: gzip'],
    body: 'x',
  },
  {
    name: 'a body over the limit',
    method: 'POST',
    target: completions,
    headers: [json],
    body: 'x'.repeat(1_001),
  },
  {
    name: 'a body over the limit in chunks',
    method: 'POST',
    target: completions,
    headers: [json, 'Transfer-Encoding: chunked'],
    body: `3e9\n${'x'.repeat(1_001)}\n0\n\n`,
  },
  {
    name: 'two lengths',
    method: 'POST',
    target: completions,
    headers: [json, 'Content-Length: 2', 'Content-Length: 40'],
    body: '{}',
  },
  {
    name: 'a length and chunks',
    method: 'POST',
    target: completions,
    headers: [json, 'Transfer-Encoding: chunked', 'Content-Length: 4'],
    body: '0\n\n',
  },
]

describe('S45: what the proxy does not do', () => {
  it(`has ${cases.length} cases, each of its own`, () => {
    expect(cases.length).toBeGreaterThanOrEqual(40)
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  })

  it.each(cases)(
    '$name is refused, and nothing is asked of anybody',
    async ({ method = 'GET', target, host, headers = [], body }) => {
      const framed = headers.some((header) => /^(?:content-length|transfer-encoding)/i.test(header))
      const lines = [
        `${method} ${target} HTTP/1.1`,
        `Host: ${host ?? `localhost:${server.port}`}`,
        ...headers,
        ...(body === undefined || framed ? [] : [`Content-Length: ${body.length}`]),
      ]
      const answer = await sendRaw(server.port, `${lines.join('\n')}\n\n${body ?? ''}`)
      expect(statusOf(answer)).toBeGreaterThanOrEqual(400)
      expect(statusOf(answer)).toBeLessThan(500)
      expect(answer).not.toContain('sk-of-the-server')
      expect(answer).not.toMatch(/access-control-allow-origin/i)
      expect(outgoing.sent).toEqual([])
      expect(seen).toEqual([])
    },
  )

  it('the same request without anything wrong in it is answered', async () => {
    const answer = await sendRaw(
      server.port,
      `GET ${models} HTTP/1.1\nHost: localhost:${server.port}\nConnection: close\n\n`,
    )
    expect(statusOf(answer)).toBe(200)
    expect(seen).toEqual(['GET /v1/models'])
    expect(outgoing.sent).toHaveLength(1)
  })
})
