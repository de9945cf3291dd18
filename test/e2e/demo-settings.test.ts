// @module-tag hunt
import { createEndpoint } from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configure, modelChip, showAdvanced, startDemo, type DemoApp, type DemoPage } from './demo-app.js'

const KEY = 'sk-harbour-4f6d1c90b2e8'
let app: DemoApp
let demo: DemoPage
let locked: ServedEndpoint

beforeAll(async () => {
  app = await startDemo(0)
  locked = await serveEndpoint(createEndpoint({ apiKey: KEY, speed: 0 }))
})
afterAll(async () => {
  await app?.close()
  await locked?.close()
})

const dialog = () => demo.page.getByRole('dialog', { name: 'Connect a model' })
const open = async () => {
  await demo.page.getByRole('button', { name: 'Settings', exact: true }).click()
  await dialog().waitFor()
}
const save = async () => {
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
}
const stores = () =>
  demo.page.evaluate(() => ({ tab: JSON.stringify(sessionStorage), browser: JSON.stringify(localStorage) }))

it('keeps several, switches between them with their models and keys, and forgets one with its key', async () => {
  demo = await app.open()
  const { page } = demo
  await configure(demo, { baseUrl: locked.url, key: KEY, model: 'thinker' })
  const choice = dialog().getByLabel('Saved endpoint')
  await open()
  await showAdvanced(dialog())
  await dialog().getByLabel('Name', { exact: true }).fill('Harbour')
  await dialog().getByRole('button', { name: 'Models' }).click()
  await dialog().getByLabel('For this tab').check()
  await dialog().getByText('A reload keeps it.').waitFor()
  await dialog().getByLabel('Key', { exact: true }).fill(KEY)
  await save()
  await expect.poll(() => modelChip(page).innerText()).toContain('Harbour')
  await expect.poll(async () => (await stores()).tab).toContain(KEY)
  expect((await stores()).browser).not.toContain(KEY)

  await open()
  await choice.selectOption({ label: 'Scripted demo' })
  await save()
  await expect.poll(() => modelChip(page).innerText()).toContain('antiphon-tour')
  await page.reload()
  await demo.box.waitFor()
  await open()
  await choice.selectOption({ label: 'Harbour' })
  await dialog().getByText('A key is kept for this address until this tab closes.').waitFor()
  expect(await dialog().innerHTML()).not.toContain(KEY)
  await save()
  await demo.ask('Convert 26.2 miles to km')
  await demo.settle()
  await expect.poll(() => modelChip(page).innerText()).toContain('thinker')
  expect(await demo.answer.getByText('The key was not accepted').count()).toBe(0)

  await open()
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => choice.locator('option').allInnerTexts()).toEqual(['New endpoint', 'Scripted demo'])
  await expect.poll(async () => (await stores()).tab).not.toContain(KEY)
  await expect.poll(async () => (await stores()).browser).not.toContain('Harbour')
  await demo.close()
})
