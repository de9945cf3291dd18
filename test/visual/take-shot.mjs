// One picture of one story: whole screens as a window shows them, parts as tall as they are.
import { setGlobals } from './stage.mjs'

const SCREEN_HEIGHT = 900

/** @returns {Promise<Buffer>} */
export async function takeShot(page, shot) {
  await page.setViewportSize({ width: shot.width, height: SCREEN_HEIGHT })
  await setGlobals(page, shot)
  await page.evaluate((id) => window.stage.show(id), shot.id)
  await page.evaluate(() => document.activeElement?.blur())
  // Turns that come into sight get their real height; then the end is where it stays.
  await page.evaluate(async () => {
    const viewport = document.querySelector('[data-slot="viewport"]')
    if (!viewport) return
    let last = -1
    for (let still = 0; still < 5; last = viewport.scrollTop) {
      viewport.scrollTop = 1e9
      await new Promise((resolve) => requestAnimationFrame(resolve))
      still = viewport.scrollTop === last ? still + 1 : 0
    }
  })
  const height = await page.evaluate(() => {
    const part = document.querySelector('.gallery-part > [data-slot="column"]')
    const whole = part ?? document.querySelector('#storybook-root > *')
    return Math.ceil(whole.getBoundingClientRect().height) + (part ? 28 : 0)
  })
  const clip = { x: 0, y: 0, width: shot.width, height }
  return page.screenshot({ clip, fullPage: true, animations: 'disabled', caret: 'hide' })
}
