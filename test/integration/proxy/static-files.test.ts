import { afterAll, beforeAll, expect, it } from 'vitest'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { sendRaw, startDemoServer, statusOf, type Running } from './demo-server.js'

const script = `export const text = ${JSON.stringify('what a page loads '.repeat(500))}`
/** As a build wrote it beside the file. */
const compressed = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
let server: Running

beforeAll(async () => {
  server = await startDemoServer(
    {},
    {
      files: {
        'assets/app-a1b2C3d4.js': script,
        'assets/app-a1b2C3d4.js.map': '{}',
        'assets/built-a1b2C3d4.js': script,
        'assets/built-a1b2C3d4.js.br': compressed,
        'sandbox.html': '<p>',
        'app-frame.html': '<p>',
        'mark.svg': '<svg/>',
      },
    },
  )
})
afterAll(() => server.close())

/** Without the decoding that `fetch` does. */
function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, (res) => {
      const pieces: Buffer[] = []
      res.on('data', (piece: Buffer) => pieces.push(piece))
      res.on('end', () =>
        resolve({ status: res.statusCode!, headers: res.headers, body: Buffer.concat(pieces) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

it('files with a hash are kept for a year, the page and the worker are asked for again and not sent again', async () => {
  const app = await get('/assets/app-a1b2C3d4.js')
  expect(app.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const page = await get('/')
  expect([page.headers['cache-control'], page.headers['content-type']]).toEqual([
    'no-cache',
    'text/html; charset=utf-8',
  ])
  const again = await get('/', { 'if-none-match': String(page.headers['etag']) })
  expect([again.status, again.body.length]).toEqual([304, 0])
  expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
})

it('compresses as the browser can, and says so to caches', async () => {
  const path = '/assets/app-a1b2C3d4.js'
  const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
  expect([brotli.headers['content-encoding'], brotliDecompressSync(brotli.body).toString()]).toEqual([
    'br',
    script,
  ])
  expect(brotli.body.length).toBeLessThan(script.length / 10)
  const gzip = await get(path, { 'accept-encoding': 'gzip;q=0.5, br;q=0' })
  expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', script])
  const plain = await get(path)
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, script])
  for (const { headers } of [brotli, gzip, plain]) expect(headers['vary']).toBe('Accept-Encoding')
})

it('a file that the build compressed goes out as it is, under the address of the plain one only', async () => {
  const path = '/assets/built-a1b2C3d4.js'
  const brotli = await get(path, { 'accept-encoding': 'br' })
  expect([brotli.headers['content-encoding'], brotli.headers['content-type']]).toEqual([
    'br',
    'text/javascript; charset=utf-8',
  ])
  expect(brotli.body.equals(compressed)).toBe(true)
  const gzip = await get(path, { 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.body).toString()).toBe(script)
  expect((await get(path)).body.toString()).toBe(script)
  expect((await get(`${path}.br`)).status).toBe(404)
})

it('every file has the policy, and the sandbox its own', async () => {
  for (const path of ['/', '/assets/app-a1b2C3d4.js', '/mark.svg', '/nothing']) {
    const { headers } = await get(path)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect([headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
      'nosniff',
      'no-referrer',
    ])
  }
  expect((await get('/sandbox.html')).headers['content-security-policy']).toMatch(
    /default-src 'none'.*sandbox allow-scripts$/,
  )
  expect((await get('/app-frame.html')).headers['content-security-policy']).toBe(
    "frame-ancestors 'self'; sandbox allow-scripts",
  )
})

it('an address of a thread as a path leads to the thread', async () => {
  const { status, headers } = await get('/t/a%2Fb?x=1')
  expect([status, headers['location']]).toEqual([302, '/#/t/a%2Fb'])
})

it.each([
  '/../package.json',
  '/assets/../../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/assets/..\\..\\package.json',
  '/assets',
  '/assets/',
  '/index.html/',
  '/ASSETS/app-a1b2C3d4.js',
  '/assets/app-a1b2C3d4.js.map',
  '/assets/app-a1b2C3d4.js%00.html',
  '/.git/config',
  '/constructor',
  '/t/',
  '/t/a/b',
])('there is no %s', async (path) => {
  const answer = await sendRaw(
    server.port,
    `GET ${path} HTTP/1.1\nHost: localhost:${server.port}\nConnection: close\n\n`,
  )
  expect(statusOf(answer)).toBe(404)
})

it('takes no other method', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await fetch(server.url, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
  const head = await fetch(server.url, { method: 'HEAD' })
  expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 0]).toEqual([
    200,
    '',
    true,
  ])
})
