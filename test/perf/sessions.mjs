/**
 * `pnpm bench sessions`: the waiting times of a session of 500 MB, the list of 5,000 sessions and a search, in a real browser
 * with the built `antiphon view`. Build first. Written to docs/performance.md.
 *   --small         a tenth of everything; nothing is written then
 *   --no-write      only prints
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { servePages, startBrowser } from './browser.mjs'
import { writeSection } from './report.mjs'
import { SOUGHT, writeLongFiles, writeManySessions } from './sessions-data.mjs'

const root = resolve(import.meta.dirname, '../..')
const ROUNDS = 3
/** Steps of the wheel while long tasks are counted, and px of each. */
const STEPS = 150
const WHEEL = 600

export async function benchSessions(words) {
  const isSmall = words.includes('--small')
  const size = isSmall
    ? { records: 10_000, megabytes: 50, calls: 2_000, sessions: 500 }
    : { records: 100_000, megabytes: 500, calls: 20_000, sessions: 5_000 }
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-sessions-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  let browser
  let pages
  try {
    writeLongFiles(folder, size)
    writeManySessions(home, size.sessions)
    browser = await startBrowser()
    pages = await servePages(join(root, 'packages/cli/dist/page'))
    const address = `${pages.url}/index.html`
    const rows = []
    const add = (what, found, goal, unit = 'ms') => {
      rows.push({ what, found, goal, unit })
      console.error(`${what}: ${Math.round(found.at(-1))} ${unit}`)
    }
    const { long, heap } = await openLong(browser, address, join(folder, 'long.jsonl'))
    add('a file of lines, dropped: from the drop to its first turns', long, 1_000)
    add('… memory of the page once both ends are read', heap, 400, 'MB')
    add(
      'the same file, from `antiphon view`',
      await openServed(browser, join(folder, 'long.jsonl'), home),
      1_000,
    )
    const scrolled = await scrollCalls(browser, address, join(folder, 'calls.jsonl'))
    add('a session of many calls, dropped: to its first turns', scrolled.open, 1_000)
    add('… tasks over 100 ms while it is scrolled', scrolled.tasks, 0, 'tasks')
    const { lists, found } = await listMany(browser, home, size.sessions)
    add('the list of all sessions, read for the first time', lists.slice(0, 1), Infinity)
    add('… from its index', lists.slice(1), 2_000)
    add('a word that is in one of them, found', found, 5_000)
    const dropped = await searchDropped(browser, address, join(folder, 'long.jsonl'))
    add('a word that is nowhere, looked for in the long file', dropped.took, 30_000)
    add('… tasks over 100 ms meanwhile', dropped.tasks, 0, 'tasks')
    const text = report(rows, size, statSync(join(folder, 'long.jsonl')).size, browser.version())
    console.log(text)
    if (!isSmall && !words.includes('--no-write')) writeSection('sessions', text)
    return 0
  } finally {
    await browser?.close()
    pages?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A page that notes its long tasks. */
async function newPage(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(() => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration)
    }).observe({ type: 'longtask', buffered: false })
  })
  await page.goto(url)
  return page
}

const FIRST_TURN = '[data-slot="transcript"] [data-turn-id]'

/** From the moment that the page has the file. */
async function drop(page, path) {
  const input = page.locator('input[type=file]').first()
  await input.waitFor({ state: 'attached' })
  await page.evaluate(() => {
    document
      .querySelector('input[type=file]')
      .addEventListener('change', () => (window.droppedAt = performance.now()), { capture: true, once: true })
  })
  await input.setInputFiles(path)
  return untilTurn(page, 'droppedAt')
}

const untilTurn = (page, from) =>
  page.evaluate(
    ([selector, name]) =>
      new Promise((done) => {
        const look = () =>
          document.querySelector(selector)
            ? requestAnimationFrame(() => done(performance.now() - window[name]))
            : requestAnimationFrame(look)
        look()
      }),
    [FIRST_TURN, from],
  )

async function openLong(browser, url, path) {
  const long = []
  const heap = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await newPage(browser, url)
    long.push(await drop(page, path))
    await page.getByRole('button', { name: 'Read 16 MB more' }).waitFor()
    const client = await page.context().newCDPSession(page)
    await client.send('HeapProfiler.collectGarbage')
    heap.push((await page.evaluate(() => performance.memory.usedJSHeapSize)) / 1e6)
    await page.close()
  }
  return { long, heap }
}

async function startView(args, home) {
  const bin = join(root, 'packages/cli/bin/antiphon.mjs')
  const { PATH } = process.env
  const child = spawn(process.execPath, [bin, 'view', '--no-open', ...args], {
    env: { PATH, HOME: home, USERPROFILE: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('http://')) url = line
    if (line.includes('Ctrl+C')) break
  }
  child.stdout.resume()
  const over = new Promise((done) => child.once('exit', done))
  return { url, stop: () => (child.kill('SIGINT'), over) }
}

async function openServed(browser, path, home) {
  const view = await startView([path], home)
  const times = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await newPage(browser, view.url)
    // A file that is named is opened at once: from the address to its first turns.
    await page.evaluate(() => (window.openedAt = 0))
    times.push(await untilTurn(page, 'openedAt'))
    await page.close()
  }
  await view.stop()
  return times
}

async function scrollCalls(browser, url, path) {
  const page = await newPage(browser, url)
  const open = [await drop(page, path)]
  await page.locator(FIRST_TURN).first().hover()
  // Wait first, because the work of opening it is not scrolling.
  await page.waitForTimeout(2_000)
  await page.evaluate(() => (window.longTasks.length = 0))
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.wheel(0, step < STEPS / 2 ? -WHEEL : WHEEL)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const tasks = [await page.evaluate(() => window.longTasks.filter((ms) => ms > 100).length)]
  await page.close()
  return { open, tasks }
}

async function listMany(browser, home, count) {
  const view = await startView([], home)
  const shown = `${new Intl.NumberFormat('en').format(count)} sessions`
  const lists = []
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now()
    const page = await newPage(browser, view.url)
    await page.getByText(shown, { exact: true }).first().waitFor({ timeout: 300_000 })
    lists.push(performance.now() - began)
    if (round < ROUNDS) await page.close()
    else {
      const found = [await search(page, SOUGHT, '[data-hit]')]
      await page.close()
      await view.stop()
      return { lists, found }
    }
  }
}

/** From the last key, which waits for a rest of the hand first. */
async function search(page, word, until) {
  await page.keyboard.press('Control+K')
  await page.locator('search input[type=search]').fill(word)
  const began = performance.now()
  // Not by a text in all of the page: to look for it again and again would be most of the work.
  await page.waitForFunction((selector) => document.querySelector(selector), until, {
    timeout: 300_000,
    polling: 50,
  })
  return performance.now() - began
}

async function searchDropped(browser, url, path) {
  const page = await newPage(browser, url)
  await drop(page, path)
  await page.getByRole('button', { name: 'Read 16 MB more' }).waitFor()
  await page.evaluate(() => (window.longTasks.length = 0))
  const took = [await search(page, 'zzyzx', 'search [role=status][data-state=over]')]
  const tasks = [await page.evaluate(() => window.longTasks.filter((ms) => ms > 100).length)]
  await page.close()
  return { took, tasks }
}

function report(rows, { records, calls, sessions }, bytes, chromium) {
  const number = (value) => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value)
  const lines = rows.map(({ what, found, goal, unit }) => {
    const sorted = found.toSorted((a, b) => a - b)
    const median = sorted[sorted.length >> 1]
    const verdict = goal === Infinity ? '' : median <= goal ? 'reached' : 'missed'
    const most = goal === Infinity ? '' : number(goal)
    return `| ${what} | ${number(median)} | ${number(sorted.at(-1))} | ${unit} | ${most} | ${verdict} |`
  })
  const [load] = loadavg()
  return [
    `${new Date().toISOString().slice(0, 10)}, Chromium ${chromium}, Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${load.toFixed(1)}.`,
    `The long file has ${number(records)} records and ${number(bytes / 1e6)} MB, the session of calls ${number(calls)}, a hundred after each prompt, the folder ${number(sessions)} sessions.`,
    '',
    '| what | median | most | unit | at most | |',
    '| --- | --: | --: | --- | --: | --- |',
    ...lines,
  ].join('\n')
}
