// @module-tag hunt
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseInMenu, startDemo, type DemoApp, type DemoPage } from './demo-app.js'
import { untilStored } from './support/stored-text.js'

let app: DemoApp
let demo: DemoPage
const pace = { speed: 2 }
beforeAll(async () => {
  app = await startDemo(pace)
})
afterAll(() => app?.close())

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
  await chooseInMenu(demo.page, 'Add', 'Compare two models')
  await choose('First', models[0])
  await choose('Second', models[1])
  await demo.ask(question)
}

test('two models answer what stands in the box at the same time; both stay as versions, and the one that is kept is shown', async () => {
  demo = await app.open()
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
  pace.speed = 0
  await column('answer').getByText('Where a page can keep a conversation').waitFor()
  await column('thinker').getByRole('button', { name: 'Keep this one: thinker' }).waitFor()
  await column('answer').getByRole('button', { name: 'Keep this one: answer' }).waitFor()
  // The shorter answer is marked as better, visibly and in words for a screen reader.
  expect(await view().getByText('(better)').count()).toBeGreaterThan(0)
  await column('answer').getByRole('button', { name: 'Keep this one: answer' }).click()
  await view().waitFor({ state: 'detached' })
  expect(await chips().count()).toBe(0)
  const versions = demo.answer.getByRole('group', { name: /^Version \d of 2$/ })
  await versions.waitFor()
  await expect.poll(() => demo.answer.innerText()).toContain('Where a page can keep a conversation')
  await untilStored(page, 'Where a page can keep a conversation')
  await page.reload()
  await demo.box.waitFor()
  await demo.answer.getByRole('group', { name: /^Version \d of 2$/ }).waitFor()
  await expect.poll(() => demo.answer.innerText()).toContain('Where a page can keep a conversation')
  expect(await page.locator('[data-slot="turn"][data-role="user"]').count()).toBe(1)
  await demo.close()
})
