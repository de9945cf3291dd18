import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chooseInMenu, configure, exportAll } from './demo-app.js'
import { serveBuiltDemo, type ServedDemo, type StrictPage } from './support/serve-built-demo.js'
import { pageText, storedText } from './support/stored-text.js'

const KEY = 'sk-harbour-0123456789-abcdefghij'
let app: ServedDemo
let demo: StrictPage
let server: Server
let endpoint: string
const seen: { url: string; key: string | undefined }[] = []

beforeAll(async () => {
  app = await serveBuiltDemo()
  server = createServer((req, res) => {
    res.setHeader('access-control-allow-origin', '*')
    res.setHeader('access-control-allow-headers', 'authorization, content-type')
    if (req.method === 'OPTIONS') return void res.writeHead(204).end()
    seen.push({ url: req.url!, key: req.headers.authorization })
    let body = ''
    req.setEncoding('utf8')
    req.on('data', (piece: string) => (body += piece))
    req.on('end', () => {
      // As some servers do: the whole key comes back in the error.
      if (body.includes('reject me')) {
        res.writeHead(401, { 'content-type': 'application/json' })
        return res.end(
          JSON.stringify({
            error: { message: `Incorrect API key provided: ${KEY}.`, code: 'invalid_api_key' },
          }),
        )
      }
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      const delta = { choices: [{ index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' }] }
      res.end(`data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app?.close()
  server?.closeAllConnections()
  server?.close()
})
beforeEach(async () => void (demo = await app.open()))

it(
  'S40: the key is in no store, log, address or text of the page, whatever happens, and goes to its endpoint only',
  { tags: 'hunt' },
  async () => {
    await configure(demo, { baseUrl: `${endpoint}/v1`, model: 'm', key: KEY })
    await demo.ask('hi')
    await demo.settle()
    await demo.ask('reject me')
    await demo.settle()
    await demo.answer.getByText('The key was not accepted').waitFor()
    // Everything that an error has to tell is open.
    const closed = demo.answer.locator('[data-slot="notice"] button[aria-expanded="false"]')
    while ((await closed.count()) > 0) await closed.first().click()
    await expect.poll(() => demo.answer.innerText()).toContain('Incorrect API key provided')

    // The wire shows what went out and came back, the echo of the key included, but never the key.
    await demo.page.getByRole('button', { name: 'Wire', exact: true }).click()
    const [recorded] = await Promise.all([
      demo.page.waitForEvent('download'),
      chooseInMenu(demo.page, 'More of the wire', 'Save all exchanges as a file'),
    ])
    const recording = await readFile(await recorded.path(), 'utf8')
    expect(recording).toContain('Incorrect API key provided')
    expect(recording).not.toContain(KEY)
    for (const tab of [/^Stream/, /^Request/, /^Response/]) {
      await demo.page.getByRole('tab', { name: tab }).click()
      expect(await pageText(demo.page, 'none')).not.toContain(KEY)
    }

    await demo.page.getByRole('button', { name: 'Settings', exact: true }).click()
    const field = demo.page.getByRole('dialog').getByLabel('Key', { exact: true })
    expect(await field.getAttribute('type')).toBe('password')
    // Not even in its own field: a key that is kept is not shown again.
    expect(await field.inputValue()).toBe('')
    await field.fill(KEY)

    await field.press('Escape')
    await demo.page.getByRole('button', { name: 'Discard' }).click()
    await demo.page.getByRole('dialog').waitFor({ state: 'detached' })
    const exported = await readFile(await exportAll(demo.page), 'utf8')
    expect(exported).toContain('reject me')
    expect(exported).not.toContain(KEY)

    await demo.page.getByRole('button', { name: 'Settings', exact: true }).click()
    await field.fill(KEY)
    expect(await pageText(demo.page, 'input[type="password"]')).not.toContain(KEY)
    expect(await storedText(demo.page)).not.toContain(KEY)
    expect(demo.log.join('\n')).not.toContain(KEY)
    expect(demo.requests.join('\n')).not.toContain(KEY)
    expect(seen.filter(({ url }) => url.includes('sk-'))).toEqual([])
    // Both questions, and those of the check where it had begun before the settings were saved.
    const asked = seen.filter(({ url }) => url === '/v1/chat/completions').map(({ key }) => key)
    expect(asked.length).toBeGreaterThanOrEqual(2)
    expect([...new Set(asked)]).toEqual([`Bearer ${KEY}`])
    // Requests to the page's own server came without it, too.
    expect(await demo.violations()).toEqual([])

    await demo.page.reload()
    await demo.box.waitFor()
    expect(await storedText(demo.page)).not.toContain(KEY)
    await demo.ask('again')
    await demo.settle()
    expect(seen.findLast(({ url }) => url === '/v1/chat/completions')).toEqual({
      url: '/v1/chat/completions',
      key: undefined,
    })
    await demo.close()
  },
)

it(
  'S41: another address in the settings does not get the key of the one before',
  { tags: 'hunt' },
  async () => {
    await configure(demo, { baseUrl: `${endpoint}/v1`, model: 'm', key: KEY })
    const other = endpoint.replace('127.0.0.1', 'localhost')
    await configure(demo, { baseUrl: `${other}/v1` })
    seen.length = 0
    await demo.ask('hi')
    await demo.settle()
    expect(seen.find(({ url }) => url === '/v1/chat/completions')).toEqual({
      url: '/v1/chat/completions',
      key: undefined,
    })
    await demo.close()
  },
)
