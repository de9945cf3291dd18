import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { all, chooseInMenu, dialog, hear, isGone, openDemo } from './support/demo-page.js'
import { savedFiles } from './support/saved-files.js'

// Put together here, so that no scanner takes them for real.
const key = ['sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'].join('')
const password = 'tr0ub4dor-lighthouse'
const secrets = [key, password, 'taavetti', 'jorinde@tides.org']
const asked = `Convert 26.2 miles to km. cat /home/taavetti/tides.md with ${key}, or ask jorinde@tides.org; the database is postgres://gauge:${password}@db.tides.org/low`
const review = dialog('Before it leaves')

/** A secret in all the ways in which JSON or an address may write it. */
const spellings = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  btoa(secret).replace(/=+$/, ''),
]

/** Chooses Export in the menu of the only thread. */
async function exportThread(): Promise<void> {
  await expect.poll(() => all('[data-slot="thread-item"]').length).toBe(1)
  const title = all('[data-slot="thread-item"] a > span:first-child')[0]!.innerText.trim()
  await page.elementLocator(all('[data-slot="thread-item"]')[0]!).hover()
  await chooseInMenu(`Actions for “${title}”`, 'Export')
}

test('a secret in a conversation is shown before it is exported and is not in the file; who keeps a value has it, and who cancels gets no file', async () => {
  const files = savedFiles()
  await openDemo()
  await hear(asked)
  await exportThread()
  // Each is shown, as a value that will be replaced.
  const found = () => all('[data-finding] label code').map(({ innerText }) => innerText)
  for (const secret of secrets) await expect.poll(() => found().join(' ')).toContain(secret)
  await expect.element(review.getByText(/^\d+ of \d+ values will be replaced\.$/)).toBeVisible()
  await review.getByRole('button', { name: 'Cancel' }).click()
  await isGone(review)
  expect(files).toEqual([])

  // The title of the thread holds none of it only because it was cut: all that is stored is looked through.
  await exportThread()
  await review.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => files.length).toBe(1)
  const text = await files[0]!.blob.text()
  // The file is whole: what was said and what the tool found is in it, the secrets are not.
  expect(text).toContain('Convert 26.2 miles to km')
  expect(text).toContain('42.16')
  expect(() => JSON.parse(text) as unknown).not.toThrow()
  for (const spelling of secrets.flatMap(spellings)) expect(text).not.toContain(spelling)
  // In the app they are as they were.
  await expect.element(page.getByRole('main').getByText(key).first()).toBeVisible()

  await exportThread()
  await review.getByRole('checkbox', { name: 'Replace <email-1>' }).click()
  await review.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => files.length).toBe(2)
  const kept = await files[1]!.blob.text()
  expect(kept).toContain('jorinde@tides.org')
  expect(kept).not.toContain(key)
})

test('a conversation that could not be stored is looked through as well before it is saved as a file', async () => {
  const files = savedFiles()
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not in this window.', 'SecurityError')
  })
  await openDemo()
  await hear(asked)
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  await expect
    .poll(() => all('[data-finding] label code').some(({ innerText }) => innerText.includes(key)))
    .toBe(true)
  await review.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => files.length).toBe(1)
  const text = await files[0]!.blob.text()
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).toContain('Convert 26.2 miles to km')
})
