import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type DemoApp, type DemoPage } from './demo-app.js'

let app: DemoApp
let demo: DemoPage
const pace = { speed: 2 }
beforeAll(async () => {
  app = await startDemo(pace)
})
afterAll(() => app?.close())
beforeEach(async () => {
  pace.speed = 2
  demo = await app.open()
})
afterEach(() => demo.close())

const dialog = () => demo.page.getByRole('dialog', { name: 'Compare two models' })
const column = (model: string) => dialog().getByRole('region', { name: model, exact: true })

async function askBoth(question: string, models: readonly [string, string]): Promise<void> {
  await demo.page.getByRole('button', { name: 'Compare two models' }).click()
  await dialog().getByLabel('Question').fill(question)
  await dialog().getByRole('combobox', { name: 'First model' }).fill(models[0])
  await dialog().getByRole('combobox', { name: 'Second model' }).fill(models[1])
  // Leaves the field, which closes its list.
  await demo.page.keyboard.press('Tab')
  await dialog().getByRole('button', { name: 'Ask both' }).click()
}

describe('two models side by side', () => {
  it('answer one question at the same time; both stay as versions, and the one that is kept is shown', async () => {
    const { page } = demo
    // Both are at it at one time.
    const together = page.waitForFunction(
      () => document.querySelectorAll('[data-status="streaming"]').length === 2,
    )
    await askBoth('Show me an answer with a table', ['answer', 'thinker'])
    await together
    await column('answer').getByText('Where a page can keep a conversation').waitFor()
    pace.speed = 0
    await column('thinker').getByRole('button', { name: 'Keep the answer of thinker' }).waitFor()
    await column('answer').getByRole('button', { name: 'Keep the answer of answer' }).waitFor()
    await column('answer').getByRole('button', { name: 'Keep the answer of answer' }).click()
    await dialog().waitFor({ state: 'detached' })
    const versions = demo.answer.getByRole('group', { name: /^Version \d of 2$/ })
    await versions.waitFor()
    expect(await demo.answer.innerText()).toContain('Where a page can keep a conversation')
    await page.reload()
    await demo.box.waitFor()
    await demo.answer.getByRole('group', { name: /^Version \d of 2$/ }).waitFor()
    expect(await demo.answer.innerText()).toContain('Where a page can keep a conversation')
    expect(await page.locator('[data-slot="turn"][data-role="user"]').count()).toBe(1)
  })

  it('each can be stopped, and what had arrived is kept when one closes in mid-answer', async () => {
    await askBoth('Write a long answer', ['long', 'stall'])
    await column('stall').getByText('The lighthouse on the point').waitFor()
    await column('stall').getByRole('button', { name: 'Stop stall' }).click()
    await column('stall').getByText('Stopped by you').first().waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await dialog().waitFor({ state: 'detached' })
    await demo.answer.getByRole('group', { name: /^Version \d of 2$/ }).waitFor()
    await demo.answer.getByText('Stopped by you').first().waitFor()
    await demo.answer.getByRole('button', { name: 'Previous version' }).click()
    await demo.answer.getByText('Stopped by you').first().waitFor()
  })

  it('asks for a question and two models first', async () => {
    await demo.page.getByRole('button', { name: 'Compare two models' }).click()
    await dialog().getByRole('button', { name: 'Ask both' }).click()
    await dialog().getByText('Write a question.').waitFor()
    await dialog().getByLabel('Question').fill('hello')
    await dialog().getByText('Choose two models.').waitFor()
  })
})
