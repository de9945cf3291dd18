// @module-tag hunt
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PreviewServer } from 'vite'
// @ts-expect-error plain JavaScript, so that it also runs before anything is built
import { browserLaunchOptions } from '../../scripts/browser.mjs'
import { openDemo, serveDemo, type DemoPage } from './demo-app.js'

/** A host of a home network, as somebody without a certificate reaches it. The browser takes it to this machine. */
const HOST = 'nas.test'
let server: PreviewServer
let browser: Browser
let url: string
let demo: DemoPage

beforeAll(async () => {
  server = await serveDemo(0, { allowedHosts: [HOST] })
  url = server.resolvedUrls!.local[0]!.replace('127.0.0.1', HOST)
  const options = browserLaunchOptions()
  const args = [...options.args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`]
  browser = await chromium.launch({ ...options, args })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
beforeEach(async () => {
  demo = await openDemo(browser, url)
  expect(
    await demo.page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator]),
  ).toEqual([false, false, false])
})

it('on a page without TLS a message is sent, and answers and code are copied', async () => {
  const { page, box } = demo
  const pasted = async (): Promise<string> => {
    await box.fill('')
    await box.press('ControlOrMeta+v')
    return box.inputValue()
  }
  await demo.ask('Show me a table and some code')
  await demo.settle()
  await demo.answer.getByRole('button', { name: 'Copy message from Assistant' }).click()
  await expect.poll(pasted).toMatch(/^#+ |\n\|/m)
  const code = demo.answer.locator('[data-slot="code-block"]').first()
  const text = (await code.locator('pre').textContent())!.trim()
  await code.getByRole('button', { name: /^Copy/ }).click()
  await expect.poll(async () => (await pasted()).trim()).toBe(text)
  await page.getByText('Copying was not allowed').waitFor({ state: 'detached' })
  await demo.close()
})

it('on a page without TLS a new endpoint is added, and what the viewer exports is copied', async () => {
  const { page } = demo
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = page.getByRole('dialog')
  await settings.getByRole('button', { name: 'Add', exact: true }).click()
  await settings.getByLabel('Base URL').fill(`${url}v1`)
  await settings.getByRole('button', { name: 'Advanced' }).click()
  await settings.getByLabel('Name', { exact: true }).fill('At home')
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await settings.getByRole('combobox', { name: 'Saved endpoint' }).waitFor()
  expect(
    await settings.getByRole('combobox', { name: 'Saved endpoint' }).locator('option').allTextContents(),
  ).toContain('At home')
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Transcripts' }).first().click()
  const viewer = page.getByRole('region', { name: 'Transcripts' })
  await viewer.getByLabel('Or paste').fill('[{"role":"user","content":"Hello from a file"}]')
  await viewer.getByRole('button', { name: 'Open pasted text' }).click()
  await viewer.getByRole('button', { name: 'Copy', exact: true }).click()
  await viewer.getByText('Copied.').waitFor()
  await demo.close()
})
