import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen, sendRaw, startDemoServer, statusOf, type Running } from './demo-server.js'

let upstream: Running
let server: Running
beforeAll(async () => {
  upstream = await listen((req, res) => {
    if (req.url === '/moved/v1/models') return void res.writeHead(302, { location: '/x' }).end()
    // The upstream's own CORS header, which is for its own pages.
    res.writeHead(req.url === '/odd/v1/models' ? 418 : 200, { 'access-control-allow-origin': '*' }).end('{}')
  })
  const at = (path: string): object => ({ baseUrl: `${upstream.url}${path}/v1` })
  server = await startDemoServer(
    {
      upstreams: {
        local: at(''),
        moved: at('/moved'),
        odd: at('/odd'),
        gone: { baseUrl: 'http://127.0.0.1:9/v1' },
      },
      origins: ['https://chat.example'],
      limits: { bodyBytes: 1_000, bodySeconds: 1, requestsPerMinute: 1_000 },
    },
    { files: { 'assets/app-a1b2C3d4.js': '1', 'sandbox.html': '<p>' } },
  )
})
afterAll(async () => {
  await server.close()
  await upstream.close()
})

const own = 'Host: localhost:PORT\n'
const json = `${own}Content-Type: application/json\n`
const completions = '/proxy/local/v1/chat/completions'
const chat = JSON.stringify({ model: 'answer', stream: true, messages: [{ role: 'user', content: 'hi' }] })
const from = (origin: string): string => `Origin: ${origin}\n`
const ask = (origin: string): string => `${from(origin)}Access-Control-Request-Method: POST\n`
const sized = (body: string): string => `Content-Length: ${body.length}\n\n${body}`

/** Every kind of answer that the server gives: what it is, its status, the request without its last line. */
const answers: [what: string, status: number, request: string][] = [
  ['the app', 200, `GET / HTTP/1.1\n${own}\n`],
  ['its head', 200, `HEAD / HTTP/1.1\n${own}\n`],
  ['a script', 200, `GET /assets/app-a1b2C3d4.js HTTP/1.1\n${own}\n`],
  ['the sandbox', 200, `GET /sandbox.html HTTP/1.1\n${own}\n`],
  ['a file that is not there', 404, `GET /nothing HTTP/1.1\n${own}\n`],
  ['a redirect', 302, `GET /t/x HTTP/1.1\n${own}\n`],
  ['the wrong method for a file', 405, `DELETE / HTTP/1.1\n${own}\n`],
  ['models of the scripted endpoint', 200, `GET /v1/models HTTP/1.1\n${own}\n`],
  ['a stream of it', 200, `POST /v1/chat/completions HTTP/1.1\n${json}${sized(chat)}`],
  ['its refusal', 400, `POST /v1/chat/completions HTTP/1.1\n${json}${sized('{')}`],
  ['its error', 503, `GET /v1/models?x-antiphon-fault=status=503 HTTP/1.1\n${own}\n`],
  ['a path that it has not', 404, `GET /v1/nothing HTTP/1.1\n${own}\n`],
  ['the wrong method for it', 405, `DELETE /v1/models HTTP/1.1\n${own}\n`],
  ['a body too large for it', 413, `POST /v1/chat/completions HTTP/1.1\n${json}Content-Length: 40000000\n\n`],
  ['a preflight of it', 204, `OPTIONS /v1/models HTTP/1.1\n${own}${ask('https://chat.example')}\n`],
  ['the names of the proxy', 200, `GET /proxy HTTP/1.1\n${own}\n`],
  ['an answer of an upstream', 200, `GET /proxy/local/v1/models HTTP/1.1\n${own}\n`],
  ['an error of an upstream', 418, `GET /proxy/odd/v1/models HTTP/1.1\n${own}\n`],
  ['a redirect of an upstream', 502, `GET /proxy/moved/v1/models HTTP/1.1\n${own}\n`],
  ['an upstream that is not there', 502, `GET /proxy/gone/v1/models HTTP/1.1\n${own}\n`],
  ['a path that the proxy has not', 404, `GET /proxy/x HTTP/1.1\n${own}\n`],
  ['the wrong method for the proxy', 405, `GET ${completions} HTTP/1.1\n${own}\n`],
  ['a body that is no JSON', 415, `POST ${completions} HTTP/1.1\n${own}${sized('x')}`],
  ['a body that is too large', 413, `POST ${completions} HTTP/1.1\n${json}${sized('x'.repeat(1_001))}`],
  ['a body that does not end', 408, `POST ${completions} HTTP/1.1\n${json}Content-Length: 9\n\nx`],
  [
    'a preflight of the proxy',
    204,
    `OPTIONS ${completions} HTTP/1.1\n${own}${ask('https://chat.example')}\n`,
  ],
  ['another host', 421, `GET / HTTP/1.1\nHost: evil.example\n\n`],
  ['no host', 421, `GET / HTTP/1.1\n\n`],
  ['another origin', 403, `GET /v1/models HTTP/1.1\n${own}${from('https://evil.example')}\n`],
  [
    'a preflight of another origin',
    403,
    `OPTIONS /v1/models HTTP/1.1\n${own}${ask('https://evil.example')}\n`,
  ],
  ['a frame', 403, `GET /v1/models HTTP/1.1\n${own}Sec-Fetch-Mode: navigate\n\n`],
  ['a target that is too long', 414, `GET /${'x'.repeat(9_000)} HTTP/1.1\n${own}\n`],
  ['a target that is no path', 400, `GET http://localhost/ HTTP/1.1\n${own}\n`],
  ['an upgrade', 400, `GET / HTTP/1.1\n${own}Connection: Upgrade\nUpgrade: h2c\n\n`],
  ['an expectation', 417, `GET / HTTP/1.1\n${own}Expect: miracles\n\n`],
  ['CONNECT', 400, `CONNECT a.example:80 HTTP/1.1\nHost: a.example\n\n`],
  ['no HTTP', 400, `Hello\n\n`],
  ['too many headers', 431, `GET / HTTP/1.1\n${own}X: ${'x'.repeat(20_000)}\n\n`],
]

it.each(answers)(
  '%s (%i) has a policy, is what it says it is, tells no address on, and allows no other origin',
  async (_, status, request) => {
    const text = request
      .replaceAll('PORT', String(server.port))
      .replace('HTTP/1.1\n', 'HTTP/1.1\nConnection: close\n')
    const answer = await sendRaw(server.port, text)
    expect(statusOf(answer)).toBe(status)
    const [head = ''] = answer.split('\r\n\r\n')
    const headers = new Map(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.replace(/^[^:]*: */, '')]),
    )
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*frame-ancestors '(?:none|self)'/,
    )
    expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual([
      'nosniff',
      'no-referrer',
    ])
    const allowed = request.includes(from('https://chat.example')) ? 'https://chat.example' : undefined
    expect(headers.get('access-control-allow-origin')).toBe(allowed)
  },
)

it('lets the pages of a listed origin read the scripted endpoint, by its name', async () => {
  const response = await fetch(`${server.url}/v1/models`, { headers: { origin: 'https://chat.example' } })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'https://chat.example',
  ])
  expect(response.headers.get('vary')).toContain('Origin')
})
