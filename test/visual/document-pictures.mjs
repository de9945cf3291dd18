// Pictures of docs/gallery.md: the whole conversation of the design's mock, in one piece.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openStage, setGlobals } from './stage.mjs'

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))

const pictures = [
  { name: 'transcript-light', width: 1000 },
  { name: 'transcript-dark', width: 1000, theme: 'dark' },
  {
    name: 'transcript-mobile',
    width: 390,
    device: { hasTouch: true, isMobile: true },
  },
]

/** @returns {Promise<string[]>} the names of the files */
export async function takeDocumentPictures(browser, url) {
  for (const { name, width, device, ...globals } of pictures) {
    const page = await openStage(browser, url, { ...device, viewport: { width, height: 900 } })
    await setGlobals(page, globals)
    const show = () => page.evaluate(() => window.stage.show('screens--checkout-latency'))
    await show()
    // Turns that were never in sight have a guessed height: twice, so that the second time all are.
    for (let round = 0; round < 2; round++) {
      const height = await page.evaluate(() => {
        const viewport = document.querySelector('[data-slot="viewport"]')
        return window.innerHeight - viewport.clientHeight + viewport.scrollHeight
      })
      await page.setViewportSize({ width, height })
      await page.evaluate(() => document.querySelector('[data-slot="viewport"]').scrollTo(0, 0))
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
    }
    await page.evaluate(() => document.activeElement?.blur())
    writeFileSync(`${images}${name}.png`, await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    await page.context().close()
  }
  return pictures.map(({ name }) => `docs/images/${name}.png`)
}
