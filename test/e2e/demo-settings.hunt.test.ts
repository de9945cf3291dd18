import { createEndpoint } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeServer, showAdvanced, startDemo, untilStill, type DemoApp } from './demo-app.js'
import { axeFindings } from './support/axe.js'

let app: DemoApp
beforeAll(async () => {
  // Played at once, an answer comes in one piece, as the check would say.
  app = await startDemo(4)
})
afterAll(() => app?.close())

test('the settings have no finding of axe: the servers, a check that passes, one that fails, the question of what is not saved', async () => {
  const locked = await serveEndpoint(createEndpoint({ apiKey: 'sk-harbour-4f6d1c90b2e8', speed: 0 }))
  const demo = await app.open()
  const { page } = demo
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  const isClean = async (state: string): Promise<void> => {
    await untilStill(page)
    expect({ state, findings: await axeFindings(page) }).toEqual({ state, findings: [] })
  }
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.locator('[data-check="tools"]').waitFor()
  await isClean('passed')
  const address = await changeServer(dialog)
  await dialog.getByRole('button', { name: 'Look again' }).waitFor()
  await isClean('servers')
  demo.allow(new URL(locked.url).origin)
  await address.fill(locked.url)
  await page.keyboard.press('Tab')
  await dialog.locator('[data-step="2"][data-state="failed"]').waitFor()
  await isClean('failed')
  await showAdvanced(dialog)
  await dialog.getByLabel('Max tokens').fill('700')
  await page.keyboard.press('Escape')
  await dialog.getByRole('alertdialog', { name: 'Your changes are not saved.' }).waitFor()
  await isClean('question')
  await demo.close()
  await locked.close()
})
