// @module-tag hunt
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDemo, openDemo } from './demo-app.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
let folder: string
let server: Server
let browser: Browser

beforeAll(async () => {
  folder = await buildDemo('in the page')
  // The plainest host there is: files, below a folder of the site.
  server = createServer((req, res) => {
    const path = normalize(new URL(req.url!, 'http://host').pathname).replace(/^\/site\//, '/')
    readFile(join(folder, path === '/' ? 'index.html' : path)).then(
      (bytes) =>
        res.writeHead(200, { 'content-type': types[extname(path || '.html')] ?? 'text/html' }).end(bytes),
      () => res.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchBrowser()
})
afterAll(async () => {
  await leaveBrowser(browser)
  server?.close()
})

it('the built page needs no server but for its files: the scripted endpoint is in it', async () => {
  const { port } = server.address() as AddressInfo
  const demo = await openDemo(browser, `http://127.0.0.1:${port}/site/?speed=20`)
  await demo.ask('What time is it in Oslo and Tokyo?')
  await demo.settle()
  await expect.poll(() => demo.answer.innerText()).toMatch(/Oslo[^]*Tokyo/)
  await demo.close()
})

it('the files that the page starts with tell the browser to compile them while they load, and no others', async () => {
  // The script of the drawn page has run before the others are there.
  const named =
    (await readFile(join(folder, 'index.html'), 'utf8')).match(/assets\/(?!first-)[\w-]+\.js/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  const assets = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'))
  const hinted: string[] = []
  for (const name of assets)
    if ((await readFile(join(folder, 'assets', name), 'utf8')).startsWith('//# allFunctionsCalledOnLoad\n'))
      hinted.push(`assets/${name}`)
  expect(hinted.toSorted()).toEqual([...new Set(named)].toSorted())
})
