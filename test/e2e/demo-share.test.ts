import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actOnThread, startDemo, type DemoApp, type DemoPage } from './demo-app.js'

// Put together here, so that no scanner takes them for real.
const key = ['sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'].join('')
const password = 'tr0ub4dor-lighthouse'
const secrets = [key, password, 'taavetti', 'jorinde@tides.org']
const asked = `Convert 26.2 miles to km. cat /home/taavetti/tides.md with ${key}, or ask jorinde@tides.org; the database is postgres://gauge:${password}@db.tides.org/low`
let app: DemoApp

beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())

/** Bytes of a secret in a file, in all the ways in which JSON or an address may write them. */
const spellings = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

async function download(demo: DemoPage, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([demo.page.waitForEvent('download'), press()])
  return readFile(await file.path())
}

test('a secret in a conversation is shown before it is exported from the menu of its thread, and is not in the file', async () => {
  const demo = await app.open({ acceptDownloads: true })
  await demo.ask(asked)
  await demo.settle()
  const title = (
    await demo.page.locator('[data-slot="thread-item"] a > span:first-child').first().innerText()
  ).trim()

  // The title of the thread holds none of it only because it was cut: all that is stored is looked through.
  await actOnThread(demo.page, title, 'Export')
  const review = demo.page.getByRole('dialog', { name: 'Before it leaves' })
  // Each is shown, as a value that will be replaced.
  for (const secret of secrets)
    await review.locator('[data-finding] label code', { hasText: secret }).first().waitFor()
  await review.getByText(/^\d+ of \d+ values will be replaced\.$/).waitFor()
  const bytes = await download(demo, () => review.getByRole('button', { name: 'Download' }).click())

  const text = bytes.toString('utf8')
  // The file is whole: what was said and what the tool found is in it, the secrets are not.
  expect(text).toContain('Convert 26.2 miles to km')
  expect(text).toContain('42.16')
  expect(() => JSON.parse(text) as unknown).not.toThrow()
  for (const secret of secrets)
    for (const spelling of spellings(secret))
      expect([spelling, bytes.includes(spelling)]).toEqual([spelling, false])
  // In the app they are as they were.
  await demo.page.getByRole('main').getByText(key).first().waitFor()
  await demo.close()
})

test('who keeps a value in the review has it in the file, and who cancels gets no file', async () => {
  const demo = await app.open({ acceptDownloads: true })
  const files: string[] = []
  demo.page.on('download', (file) => files.push(file.suggestedFilename()))
  await demo.ask(asked)
  await demo.settle()
  const title = (
    await demo.page.locator('[data-slot="thread-item"] a > span:first-child').first().innerText()
  ).trim()
  await actOnThread(demo.page, title, 'Export')
  const review = demo.page.getByRole('dialog', { name: 'Before it leaves' })
  await review.getByRole('button', { name: 'Cancel' }).click()
  await review.waitFor({ state: 'detached' })
  expect(files).toEqual([])

  await actOnThread(demo.page, title, 'Export')
  await review.getByRole('checkbox', { name: 'Replace <email-1>' }).click()
  const text = (
    await download(demo, () => review.getByRole('button', { name: 'Download' }).click())
  ).toString('utf8')
  expect(text).toContain('jorinde@tides.org')
  expect(text).not.toContain(key)
  await demo.close()
})

test('a conversation that could not be stored is looked through as well before it is saved as a file', async () => {
  const demo = await app.open({ acceptDownloads: true })
  await demo.page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not in this window.', 'SecurityError')
    }
  })
  await demo.page.goto(app.url)
  await demo.ask(asked)
  await demo.settle()
  await demo.page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  const review = demo.page.getByRole('dialog', { name: 'Before it leaves' })
  await review.locator('[data-finding] label code', { hasText: key }).waitFor()
  const bytes = await download(demo, () => review.getByRole('button', { name: 'Download' }).click())
  for (const secret of secrets) expect([secret, bytes.includes(secret)]).toEqual([secret, false])
  expect(bytes.includes('Convert 26.2 miles to km')).toBe(true)
  await demo.close()
})
