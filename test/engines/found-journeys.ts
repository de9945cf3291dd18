import { expect } from 'vitest'
import type { Journey } from './journeys.js'

/** Journeys that broke in one engine only; see the list of defects in docs/browsers.md. */
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
  {
    name: 'picking in the conversation',
    async walk(page) {
      await page.ask('Convert 26.2 miles to km')
      await page.settle()
      await page.tap({ css: 'button', name: 'Wire' })
      await page.see({ css: '[role=tree]', name: 'Rows of the stream' })
      await page.tap({ css: 'button', name: 'More of the wire' })
      await page.tap({ css: '[role=menuitem]', name: 'Pick in the conversation' })
      // The right half of the last letter of a row: its caret is the place of the next one.
      const point = await page.run(() => {
        const paragraph = [...document.querySelectorAll('main [data-part] p')].at(-1)!
        const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const node = walker.currentNode as Text
          const at = node.data.indexOf('42.16')
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(node, at + 1)
          range.setEnd(node, at + 2)
          const { left, top, width, height } = range.getBoundingClientRect()
          return { x: left + width * 0.75, y: top + height / 2 }
        }
        throw new Error(`No 42.16 in ${paragraph.textContent}`)
      })
      await page.click(point.x, point.y)
      // The text that the chosen row brought is lit, and the figure is in it.
      await page.until(
        () =>
          page.run(({ x, y }) => {
            const lit = [...(CSS.highlights.get('antiphon-wire') ?? [])] as Range[]
            return lit.some((range) =>
              [...range.getClientRects()].some(
                ({ left, right, top, bottom }) => left <= x && x < right && top <= y && y < bottom,
              ),
            )
          }, point),
        'the words under the press are lit',
        15_000,
      )
      expect(await page.see({ css: '[role=treeitem][aria-selected=true]' })).toContain('"42"')
      // And the page goes on: its frames once stood still in WebKitGTK.
      expect(
        await page.run(async () => {
          let frames = 0
          const end = performance.now() + 1500
          while (performance.now() < end) {
            await Promise.race([
              new Promise(requestAnimationFrame).then(() => frames++),
              new Promise((done) => setTimeout(done, 500)),
            ])
          }
          return frames
        }),
      ).toBeGreaterThan(3)
    },
  },
]
