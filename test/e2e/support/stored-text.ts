import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Everything that a page keeps on the device, as one text: both storages, cookies, every database and every cache. */
export async function storedText(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const parts: unknown[] = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
      history.state,
    ]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name!)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error ?? new Error('refused')))
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.addEventListener('success', () => resolve(reading.result))
          reading.addEventListener('error', () => reject(reading.error ?? new Error('refused')))
        })
        parts.push({ name, store, rows })
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        parts.push(request.url, [...request.headers], await (await cache.match(request))?.text())
      }
    }
    return JSON.stringify(parts)
  })
  return kept + JSON.stringify(await page.context().cookies())
}

/** Waits until the page has stored these words: what has arrived of an answer is kept every second. */
export async function untilStored(page: Page, words: string): Promise<void> {
  await expect.poll(() => storedText(page)).toContain(words)
}

/**
 * Returns everything in the page: its markup with every attribute, the contents of its fields (but for `except`), and its text.
 */
export async function pageText(page: Page, except: string): Promise<string> {
  return page.evaluate((selector) => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    const values = fields.filter((field) => !field.matches(selector)).map(({ value }) => value)
    return JSON.stringify([document.documentElement.outerHTML, document.title, location.href, values])
  }, except)
}
