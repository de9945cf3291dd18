import { openPage } from './browser.mjs'

/** One run of one subject in one cell, on a fresh page. */
export async function runCell(browser, url, subject, cell, options) {
  const run = await openPage(browser, url, subject, cell, options)
  try {
    const result = await kinds[cell.kind](run, cell)
    Object.assign(result, await run.page.evaluate('steps.check()'))
    result.wrong.push(...run.errors.slice(0, 2))
    return result
  } finally {
    await run.close()
  }
}

const kinds = {
  async mount(run) {
    const first = await run.measure('steps.mount()')
    const later = await run.measure('steps.rest()')
    const size = await run.page.evaluate('steps.forget()')
    const result = { ...first, busy: first.busy + later.busy, firstBusy: first.busy, size }
    for (const key of ['script', 'layout', 'style', 'longTasks', 'over100']) result[key] += later[key]
    result.longest = Math.max(result.longest, later.longest)
    result.heap = await run.heap()
    return result
  },
  async stream(run, { parts = 1 }) {
    await run.measure('steps.mount()')
    await run.measure('steps.rest()')
    await run.measure('steps.open()')
    const measured = []
    for (let part = 0; part < parts; part++) measured.push(await run.measure(`steps.feed(${part}, ${parts})`))
    return addUp(measured)
  },
  async tools(run) {
    await run.measure('steps.mount()')
    await run.measure('steps.open()')
    return run.measure('steps.feed(0, 1)')
  },
  /** A reader types while an answer streams into a long thread: ms from the key to the frame that shows it. */
  async typing(run) {
    await run.measure('steps.mount()')
    await run.measure('steps.rest()')
    await run.measure('steps.open()')
    const box = run.page.getByRole('textbox')
    await box.focus()
    await run.page.evaluate(() => {
      window.keyGaps = []
      const toPaint = (event) => {
        const { timeStamp } = event
        requestAnimationFrame(() => setTimeout(() => window.keyGaps.push(performance.now() - timeStamp)))
      }
      document.addEventListener('keydown', toPaint, { capture: true })
      window.streamed = window.steps.feedPaced().then((result) => (window.result = result))
    })
    for (let at = 0; at < 60; at++) {
      await run.page.keyboard.press('abcdefghij'[at % 10])
      await run.page.waitForTimeout(60)
    }
    const gaps = await run.page.evaluate(() => window.keyGaps.toSorted((a, b) => a - b))
    const result = await run.measure('streamed')
    return { ...result, keyP95: gaps[Math.floor(gaps.length * 0.95)], keys: gaps.length }
  },
}

function addUp(measured) {
  const sum = (key) => measured.reduce((total, one) => total + one[key], 0)
  const most = (key) => Math.max(...measured.map((one) => one[key]))
  const result = {
    parts: measured.map(({ busy }) => busy),
    gapP95: most('gapP95'),
    gapMax: most('gapMax'),
    longest: most('longest'),
  }
  for (const key of ['busy', 'script', 'layout', 'style', 'longTasks', 'longTaskMs', 'over100'])
    result[key] = sum(key)
  return result
}
