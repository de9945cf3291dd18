import { expect } from 'vitest'
import type { Journey } from './journeys.js'

/** What was found broken in one engine only; see the list of defects in docs/browsers.md. */
export const foundJourneys: Journey[] = [
  {
    name: 'the figures of an answer',
    async walk(page) {
      // Firefox lays its question over the page.
      await page.run(() => {
        const asked = { times: 0 }
        Object.assign(window, { asked })
        // WebKitGTK has none.
        const { storage } = navigator as { storage?: StorageManager }
        if (storage)
          storage.persist = () => {
            asked.times++
            return Promise.resolve(true)
          }
      })
      await page.ask('Convert 26.2 miles to km')
      await page.settle()
      await page.see({ css: '[data-slot="thread-item"]', name: /26\.2 miles/ })
      await page.tap({ css: 'main [data-slot="usage-meter"] button' })
      await page.see({ css: '[data-slot="usage-figures"]' })
      const { box, lines, view } = await page.run(() => {
        const figures = document.querySelector('[data-slot="usage-figures"]:popover-open')!
        const { top, bottom, height } = figures.getBoundingClientRect()
        const lines = [...figures.children].map((line) => line.getBoundingClientRect().height)
        return { box: { top, bottom, height }, lines, view: innerHeight }
      })
      expect(box.top).toBeGreaterThanOrEqual(0)
      expect(box.bottom).toBeLessThanOrEqual(view)
      // As tall as its lines, with gaps and edges.
      const sum = lines.reduce((all, line) => all + line, 0)
      expect(box.height).toBeLessThan(sum + 12 * lines.length + 40)
      await page.press('Escape')
      const { decides, times } = await page.run(() => ({
        decides: 'storage' in navigator && !CSS.supports('-moz-appearance', 'none'),
        times: (window as unknown as { asked: { times: number } }).asked.times,
      }))
      expect(times > 0).toBe(decides)
    },
  },
  {
    name: 'copying without HTTPS',
    async walk(page) {
      await page.run(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
      await page.ask('Show me an answer with code')
      await page.settle()
      const code = await page.run(
        () => [...document.querySelectorAll('main [data-slot="turn"] pre code')].at(-1)!.textContent,
      )
      await page.tap({ css: 'main button', name: /^Copy: / })
      await page.focus({ css: 'form[data-slot="composer"] textarea' })
      await page.press('Control+v')
      await page.until(
        async () => (await page.message()).trim() === code.trim(),
        'the code stands in the message box',
      )
    },
  },
]
