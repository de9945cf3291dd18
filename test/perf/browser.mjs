import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { chromium } from 'playwright-core'
import { browserLaunchOptions } from '../../scripts/browser.mjs'

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
}

/** Serves the built pages on a port of its own. */
export async function servePages(outDir) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const path = normalize(decodeURIComponent(pathname))
    const file = join(outDir, path)
    if (!file.startsWith(outDir) || !existsSync(file)) return response.writeHead(404).end()
    const type = types[extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

export async function startBrowser() {
  const { args = [], ...launch } = browserLaunchOptions()
  return chromium.launch({ ...launch, args: [...args, '--disable-gpu', '--disable-quic'] })
}

const keys = {
  busy: 'TaskDuration',
  script: 'ScriptDuration',
  layout: 'LayoutDuration',
  style: 'RecalcStyleDuration',
}

/**
 * A fresh page of one subject with everything a run needs. `busy` is processor time of its main thread in ms.
 * `throttle`: so many times slower than this machine, from when the page is loaded.
 */
export async function openPage(browser, url, subject, cell, { throttle = 1 } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(error.message.slice(0, 200)))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metrics = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
  await page.goto(`${url}/${subject}/${subject}.html${cell.kind === 'typing' ? '?composer' : ''}`)
  await page.waitForFunction(() => window.subject)
  await page.evaluate(async () => (window.steps = await import('/steps/steps.mjs')) && undefined)
  await cdp.send('HeapProfiler.collectGarbage')
  const emptyHeap = (await metrics()).JSHeapUsedSize
  await page.evaluate((cell) => window.steps.prepare(cell), cell)
  if (throttle !== 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return {
    page,
    cdp,
    errors,
    /** Runs a step of the page and tells what it cost. */
    async measure(step) {
      const before = await metrics()
      const result = (await page.evaluate(step)) ?? {}
      const after = await metrics()
      for (const [name, key] of Object.entries(keys)) result[name] = (after[key] - before[key]) * 1000
      return result
    },
    /** Live bytes beyond those that the page had before there was any data. */
    async heap() {
      await cdp.send('HeapProfiler.collectGarbage')
      return (await metrics()).JSHeapUsedSize - emptyHeap
    },
    async close() {
      await context.close()
    },
  }
}
