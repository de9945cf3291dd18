import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemo, type DemoApp } from './demo-app.js'

let app: DemoApp
beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())

it('every answer ends as far from the next question, and a mark stands in the middle of its line', async () => {
  const demo = await app.open({ viewport: { width: 1440, height: 900 } })
  for (const question of [
    'Decline this one',
    'Convert 26.2 miles to km',
    'Lose the connection in mid-answer',
    'Decline this one',
  ]) {
    await demo.ask(question)
    await demo.settle()
  }
  const turns = demo.page.locator('main [data-slot="turn"]')
  const gaps = await turns.evaluateAll((all) =>
    all.flatMap((turn, at) => {
      const footer = turn.querySelector('[data-slot="turn-footer"]')?.getBoundingClientRect()
      const next = all[at + 1]?.querySelector('[data-slot="bubble"]')?.getBoundingClientRect()
      return footer && next ? Math.round(next.top - footer.bottom) : []
    }),
  )
  expect(gaps).toEqual([28, 28, 28])
  const notice = demo.answer.locator('[data-slot="notice"]')
  await notice.getByText('The model declined').waitFor()
  const middles = await notice.evaluate((element) =>
    ['[data-slot="notice-mark"] svg', '[data-slot="title"]'].map((part) => {
      const { top, height } = element.querySelector(part)!.getBoundingClientRect()
      return top + height / 2
    }),
  )
  expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThanOrEqual(1.5)
  await demo.close()
})

it.each([
  ['1440 px', { viewport: { width: 1440, height: 900 } }],
  ['390 px', { viewport: { width: 390, height: 844 }, hasTouch: true }],
])('at %s nothing leads to the end while a question takes its place', async (_, options) => {
  const demo = await app.open(options)
  await demo.page.evaluate(() => {
    const pills: (string | null)[] = []
    Object.assign(globalThis, { pills })
    const look = (): void => {
      const pill = document.querySelector('main [data-slot="jump"]')
      if (pill) pills.push(pill.textContent)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  for (const question of ['Convert 26.2 miles to km', 'Decline this one', 'Decline this one']) {
    await demo.ask(question)
    await demo.settle()
  }
  expect(await demo.page.evaluate(() => Reflect.get(globalThis, 'pills'))).toEqual([])
  await demo.close()
})

it('what leads to the end stands beside the column, and the rail of calls leads to the question', async () => {
  const demo = await app.open({ viewport: { width: 1440, height: 900 } })
  await demo.ask('Show me an answer with a table')
  await demo.settle()
  await demo.ask('Ask me before it runs code')
  await demo.page.locator('[data-slot="tool-approval"]').waitFor()
  const rail = await demo.answer.locator('[data-slot="tool-group-list"]').evaluate((list) => {
    const rows = [...list.children].map((row) => row.getBoundingClientRect())
    const last = getComputedStyle(list.lastElementChild!, '::after')
    return {
      gaps: rows.slice(1).map(({ top }, at) => Math.round(top - rows[at]!.bottom)),
      elbow: last.content !== 'none' && parseFloat(last.inlineSize) > 8,
    }
  })
  expect(rail).toEqual({ gaps: [0, 0], elbow: true })
  await demo.stop()
  await demo.settle()
  await demo.page.locator('main [data-slot="viewport"]').evaluate((view) => {
    view.dispatchEvent(new WheelEvent('wheel', { deltaY: -9, bubbles: true }))
    view.scrollTop = 0
  })
  await demo.ask('Convert 26.2 miles to km')
  await demo.settle()
  await demo.page.locator('main [data-slot="viewport"]').evaluate((view) => {
    view.dispatchEvent(new WheelEvent('wheel', { deltaY: -9, bubbles: true }))
    view.scrollTop = 0
  })
  const arrow = demo.page.getByRole('button', { name: 'Jump to latest' })
  await arrow.waitFor()
  const [box, column] = await Promise.all([
    arrow.boundingBox(),
    demo.page.locator('main [data-slot="turns"]').boundingBox(),
  ])
  expect(box!.width).toBe(36)
  expect(box!.x).toBeGreaterThanOrEqual(column!.x + column!.width + 8)
  await demo.close()
})

it.each([
  ['a tablet', { viewport: { width: 820, height: 1180 }, hasTouch: true }, false],
  ['a phone on its side', { viewport: { width: 844, height: 390 }, hasTouch: true }, false],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }, false],
  ['a window with the wire', { viewport: { width: 1440, height: 900 } }, true],
  ['a small window with the wire', { viewport: { width: 1100, height: 760 } }, true],
])('%s: in the message box nothing lies over another, and the field has room', async (_, options, wire) => {
  const demo = await app.open(options)
  const { page } = demo
  await demo.ask('Convert 26.2 miles to km')
  await demo.settle()
  if (wire) await page.getByRole('button', { name: 'Wire', exact: true }).click()
  if (wire) await page.getByRole('tree', { name: 'Rows of the stream' }).waitFor()
  const found = await page.locator('#message').evaluate((form) => {
    const shell = form.querySelector('[data-slot="composer-shell"]')!.getBoundingClientRect()
    const line = [
      ...form.querySelectorAll('[data-slot="composer-bar"] :is(button, [data-slot="context-meter"])'),
    ]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .sort((a, b) => a.left - b.left)
    const gaps = line.slice(1).map(({ left }, at) => left - line[at]!.right)
    return {
      isOver: gaps.some((gap) => gap < 0),
      isWithin: line.every(({ left, right }) => left >= shell.left && right <= shell.right),
      // The figure of the context is the neighbour of Send.
      beforeSend: Math.round(gaps.at(-1)!),
      field: form.querySelector('textarea')!.getBoundingClientRect().width,
    }
  })
  expect(found).toMatchObject({ isOver: false, isWithin: true })
  expect(found.beforeSend).toBeLessThanOrEqual(16)
  expect(found.field).toBeGreaterThan(180)
  await demo.close()
})
