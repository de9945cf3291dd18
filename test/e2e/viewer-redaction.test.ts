import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemo, type DemoApp } from './demo-app.js'
import { axeFindings } from './support/axe.js'

// Put together here, so that no scanner takes it for real.
const key = ['sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'].join('')
let app: DemoApp

beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())

test('what a transcript would tell is shown before it leaves, and only what was kept is in the file', async () => {
  const demo = await app.open({ acceptDownloads: true })
  const { page } = demo
  await page.getByRole('button', { name: 'Transcripts' }).last().click()
  const viewer = page.getByRole('region', { name: 'Transcripts' })
  await viewer.getByLabel('Or paste').fill(
    JSON.stringify([
      { role: 'user', content: `cat /home/taavetti/tides.md with ${key}` },
      { role: 'assistant', content: 'Ask jorinde@tides.org about the Windjammer.' },
    ]),
  )
  await viewer.getByRole('button', { name: 'Open pasted text' }).click()
  await viewer.getByRole('button', { name: 'Download' }).click()

  const review = page.getByRole('dialog', { name: 'Before it leaves' })
  await review.getByText('4 of 4 values will be replaced.').waitFor()
  expect(await axeFindings(page, { within: '[data-slot="modal"]' })).toEqual([])

  // By keyboard alone.
  await review.getByRole('checkbox', { name: 'Replace <email-1>' }).focus()
  await page.keyboard.press('Space')
  await review.getByLabel('A text, such as the name of a customer').focus()
  await page.keyboard.type('Windjammer')
  await page.keyboard.press('Enter')
  await review.getByRole('checkbox', { name: 'Replace <text-1>' }).waitFor()
  await review.getByRole('checkbox', { name: 'Replace <email-1>' }).focus()
  await page.keyboard.press('Space')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    review.getByRole('button', { name: 'Download' }).press('Enter'),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('&lt;path-1&gt;/tides.md')
  expect(text).toContain('jorinde@tides.org')
  for (const secret of [key, 'taavetti', 'Windjammer']) expect(text).not.toContain(secret)
  // The transcript behind it is as it was.
  await viewer.getByText(key).first().waitFor()
  await demo.close()
})
