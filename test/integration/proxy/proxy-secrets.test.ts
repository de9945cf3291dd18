import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listen, sendRaw, statusOf, type Running } from './demo-server.js'
import { startProcess, type ServedProcess } from './served-process.js'

/** Each of a place of its own; nothing in them is a word that an answer could say of itself. */
const secrets = { env: 'q7Zk-04fVx_92LmWbT', header: 'Hj3/8sWq+1ZnXc5vBm', page: 'pK9_dR4tYu-6GhE2wQ' }

let upstream: Running
let server: ServedProcess
let answer: (res: ServerResponse, sent: string) => void

beforeAll(async () => {
  upstream = await listen((req, res) => {
    req.resume().on('end', () => answer(res, req.rawHeaders.join('\n')))
  })
  const local = { baseUrl: `${upstream.url}/v1`, headers: { 'x-own': `token ${secrets.header}` } }
  server = await startProcess(
    {
      upstreams: {
        own: { ...local, keyEnv: 'OWN_KEY' },
        page: { ...local, clientKey: true, keyHeader: 'api-key' },
        gone: { ...local, baseUrl: 'http://127.0.0.1:9/v1', keyEnv: 'OWN_KEY' },
      },
      limits: { bodyBytes: 1_000 },
    },
    { env: { OWN_KEY: secrets.env } },
  )
})
beforeEach(() => {
  answer = (res, sent) => res.writeHead(401).end(sent)
})
afterAll(async () => {
  await server.close()
  await upstream.close()
})

function expectNothingIn(text: string): void {
  for (const secret of Object.values(secrets))
    for (let at = 0; at + 6 <= secret.length; at++) expect(text).not.toContain(secret.slice(at, at + 6))
}

const ask = (name: string, headers: string, body = '{}'): Promise<string> =>
  sendRaw(
    server.port,
    `POST /proxy/${name}/v1/chat/completions HTTP/1.1\nHost: localhost:${server.port}\nContent-Type: application/json\nContent-Length: ${body.length}\nConnection: close\n${headers}\n${body}`,
  )

it.each([
  ['whole', (sent: string) => sent],
  [
    'in parts',
    (sent: string) =>
      Object.values(secrets)
        .filter((secret) => sent.includes(secret))
        .map((secret) => `${secret.slice(0, 8)}***${secret.slice(-6)}`)
        .join(),
  ],
  ['in a long page', (sent: string) => `<p>${'x'.repeat(60_000)}${sent}`],
  ['where the page is cut', (sent: string) => `<p>${'x'.repeat(65_500)}${sent}`],
])('an upstream that repeats its keys %s: the answer of the proxy has none of them', async (_, say) => {
  for (const [name, header] of [
    ['own', ''],
    ['page', `Authorization: Bearer ${secrets.page}\n`],
    ['page', `x-api-key: ${secrets.page}\n`],
  ] as const) {
    answer = (res, sent) =>
      res.writeHead(403, { 'content-type': 'application/json', 'x-request-id': 'r1' }).end(say(sent))
    const got = await ask(name, header)
    expect([statusOf(got), got]).toEqual([403, expect.stringContaining('x-request-id: r1')])
    expect(got.length).toBeGreaterThan(300)
    expectNothingIn(got)
  }
})

it('nor has one that is compressed', async () => {
  answer = (res, sent) => res.writeHead(400, { 'content-encoding': 'br' }).end(sent)
  const got = await ask('own', '')
  expect([statusOf(got), got]).toEqual([400, expect.stringContaining('compressed answer')])
  expectNothingIn(got)
})

it('nor what the proxy says itself, and the process prints nothing of them', async () => {
  const key = (value: string): string =>
    `Authorization: Bearer ${value}\napi-key: ${value}\nx-api-key: ${value}\n`
  const answers = [
    await ask('gone', key(secrets.page)),
    await ask('page', key(`${secrets.page}\u0000x`)),
    await ask('page', key(`${secrets.page}\u001bx`)),
    await ask('page', `api-key: ${secrets.page}\nbad line ${secrets.page}\n`),
    await ask('page', key(secrets.page), 'x'.repeat(2_000)),
    await ask(`page/${secrets.page}`, ''),
    await sendRaw(
      server.port,
      `GET http://u:${secrets.page}@localhost/ HTTP/1.1\nHost: u:${secrets.page}@localhost\n\n`,
    ),
  ]
  expect(answers.map(statusOf)).toEqual([502, 400, 400, 400, 413, 404, 400])
  answer = (res) => res.destroy()
  answers.push(await ask('own', ''))
  for (const text of answers) expectNothingIn(text)
  expect(server.printed()).toMatch(
    /^Antiphon demo: .*\nProxy for: own, page, gone\nThis server keeps no conversations\. The SQLite driver cannot be loaded: .*\n$/,
  )
})
