import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, untilPressCounts, type DemoApp, type DemoPage } from './demo-app.js'

let app: DemoApp
let demo: DemoPage
const pace = { speed: 2 }
beforeAll(async () => {
  app = await startDemo(pace, { warnings: true })
})
afterAll(() => app?.close())
beforeEach(async () => {
  pace.speed = 2
  demo = await app.open()
})
afterEach(() => demo.close())

const chips = () => demo.page.getByRole('group', { name: 'Compare two models' })
const view = () => demo.page.getByRole('group', { name: 'Two answers' })
const column = (model: string) => view().getByRole('region', { name: model, exact: true })

async function choose(which: 'First' | 'Second', id: string): Promise<void> {
  const field = demo.page.getByRole('dialog', { name: 'Model', exact: true }).getByRole('combobox')
  if (!(await field.isVisible()))
    await chips()
      .getByRole('button', { name: `${which} model` })
      .click()
  await field.fill(id)
  await field.press('Enter')
  await chips()
    .getByRole('button', { name: `${which} model: ${id}`, exact: true })
    .waitFor()
}

async function askBoth(question: string, models: readonly [string, string]): Promise<void> {
  await demo.page.getByRole('button', { name: 'Compare two models' }).click()
  await choose('First', models[0])
  await choose('Second', models[1])
  await demo.ask(question)
}

describe('two models side by side', () => {
  it('answer what stands in the box at the same time; both stay as versions, and the one that is kept is shown', async () => {
    const { page } = demo
    // Both are at it at one time.
    const together = page.waitForFunction(
      () => document.querySelectorAll('[data-status="streaming"]').length === 2,
    )
    await askBoth('Show me an answer with a table', ['answer', 'thinker'])
    await together
    // The question once; those of the two chats are not shown again.
    await view().getByText('Show me an answer with a table').first().waitFor()
    expect(await view().locator('[data-slot="bubble"]:visible').count()).toBe(1)
    await column('answer').getByText('Where a page can keep a conversation').waitFor()
    pace.speed = 0
    await column('thinker').getByRole('button', { name: 'Keep this one: thinker' }).waitFor()
    await column('answer').getByRole('button', { name: 'Keep this one: answer' }).waitFor()
    // The one that wrote less says so, for the eye and the ear.
    expect(await view().getByText('(better)').count()).toBeGreaterThan(0)
    await column('answer').getByRole('button', { name: 'Keep this one: answer' }).click()
    await view().waitFor({ state: 'detached' })
    expect(await chips().count()).toBe(0)
    const versions = demo.answer.getByRole('group', { name: /^Version \d of 2$/ })
    await versions.waitFor()
    expect(await demo.answer.innerText()).toContain('Where a page can keep a conversation')
    await page.reload()
    await demo.box.waitFor()
    await demo.answer.getByRole('group', { name: /^Version \d of 2$/ }).waitFor()
    expect(await demo.answer.innerText()).toContain('Where a page can keep a conversation')
    expect(await page.locator('[data-slot="turn"][data-role="user"]').count()).toBe(1)
  })

  it('scroll as one, with the head of each in sight', async () => {
    pace.speed = 0
    await askBoth('Write a long answer', ['long', 'answer'])
    await column('long').getByRole('button', { name: 'Keep this one: long' }).waitFor()
    const scrollers = await view().evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter(
          (one) => one.scrollHeight > one.clientHeight + 40 && getComputedStyle(one).overflowY === 'auto',
        )
        .map((one) => one.getAttribute('aria-label')),
    )
    expect(scrollers).toEqual(['Two answers'])
    await view().evaluate((element) => element.scrollTo(0, 1500))
    const top = (await view().boundingBox())!.y
    const head = column('long').getByRole('heading', { level: 3, name: 'long', exact: true })
    await expect.poll(async () => (await head.boundingBox())!.y - top).toBeLessThan(40)
  })

  it('each can be stopped, and what had arrived is kept when the comparison ends in mid-answer', async () => {
    await askBoth('Write a long answer', ['long', 'stall'])
    await column('stall').getByText('The lighthouse on the point').waitFor()
    await column('stall').getByRole('button', { name: 'Stop stall' }).click()
    await column('stall').getByText('Stopped by you').first().waitFor()
    await chips().getByRole('button', { name: 'Stop comparing' }).click()
    await view().waitFor({ state: 'detached' })
    await demo.answer.getByRole('group', { name: /^Version \d of 2$/ }).waitFor()
    await demo.answer.getByText('Stopped by you').first().waitFor()
    await demo.answer.getByRole('button', { name: 'Previous version' }).click()
    await demo.answer.getByText('Stopped by you').first().waitFor()
  })

  it('keeps the text and opens the list of models while no second one is chosen', async () => {
    const { page } = demo
    await demo.box.press('Control+Shift+M')
    await demo.ask('Write a long answer')
    await page.getByRole('dialog', { name: 'Model', exact: true }).getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    expect(await demo.box.inputValue()).toBe('Write a long answer')
    await chips().getByRole('button', { name: 'Stop comparing' }).click()
    await expect.poll(() => demo.box.evaluate((box) => box === document.activeElement)).toBe(true)
  })
})

describe('the versions of an answer', () => {
  it('open at their figure, say what each is and how it begins, and show one by keyboard', async () => {
    const { page } = demo
    pace.speed = 0
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await untilPressCounts(page)
    await demo.answer.getByRole('button', { name: 'Retry this answer' }).click()
    const figure = demo.answer.getByRole('button', { name: /^Show all versions, 2\/2/ })
    await figure.waitFor()
    await demo.settle()
    await figure.focus()
    await page.keyboard.press('Enter')
    const list = page.getByRole('dialog', { name: '2 versions' })
    const lines = list.getByRole('button', { name: /antiphon-tour/ })
    await expect.poll(() => lines.nth(1).evaluate((line) => line === document.activeElement)).toBe(true)
    expect(await lines.nth(1).innerText()).toMatch(/shown[\s\S]*28 out/)
    await page.keyboard.press('ArrowUp')
    await list.getByText('26.2 mi is 42.164813 km.').waitFor()
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'detached' })
    await demo.answer.getByRole('group', { name: 'Version 1 of 2' }).waitFor()
    // Escape gives the focus back to the figure.
    await page.keyboard.press('Enter')
    await list.waitFor()
    await page.keyboard.press('Escape')
    const now = demo.answer.getByRole('button', { name: /^Show all versions, 1\/2/ })
    await expect.poll(() => now.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('stand beside each other on request, and the one that is kept is shown', async () => {
    const { page } = demo
    pace.speed = 0
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await untilPressCounts(page)
    await demo.answer.getByRole('button', { name: 'Retry this answer' }).click()
    await demo.answer.getByRole('button', { name: /^Show all versions, 2\/2/ }).click()
    await page.getByRole('button', { name: 'Compare 1 and 2' }).click()
    await view().getByText('Convert 26.2 miles to km').waitFor()
    await view()
      .getByRole('button', { name: /^Keep this one/ })
      .first()
      .click()
    await view().waitFor({ state: 'detached' })
    await demo.answer.getByRole('group', { name: 'Version 1 of 2' }).waitFor()
  })
})
