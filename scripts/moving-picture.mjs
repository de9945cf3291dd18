// Makes the moving picture of the README, and its dark twin for the site: `node scripts/moving-picture.mjs`. The built demo plays an
// incident: an answer thinks, calls two tools of which one fails, and says the cause; the next one asks before it acts, is allowed to,
// and ends.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { images, withBuiltDemo } from './built-demo.mjs'

const LARGEST = 1_500_000
const size = { viewport: { width: 880, height: 800 }, deviceScaleFactor: 1.5 }
/** Shortest time between two frames, and the longest that one is shown, in ms. */
const STEP = 120
const PAUSE = 2_000

/** Takes frames as fast as `STEP` allows while `play` runs. Each has the time until the next one. */
async function film(page, play) {
  const frames = []
  const end = new AbortController()
  const played = play().finally(() => end.abort())
  let begun = performance.now()
  while (!end.signal.aborted) {
    const picture = await page.screenshot({ caret: 'hide' })
    const now = performance.now()
    if (frames.length > 0) frames.at(-1).delay = now - begun
    begun = now
    frames.push({ picture, delay: STEP })
    await page.waitForTimeout(Math.max(0, STEP - (performance.now() - now)))
  }
  await played
  frames.at(-1).delay = PAUSE
  return frames
}

/** Joins frames that look the same; none is shown for longer than `PAUSE`. */
function joinSame(frames) {
  const joined = []
  for (const frame of frames) {
    const last = joined.at(-1)
    if (last?.picture.equals(frame.picture)) last.delay += frame.delay
    else joined.push({ ...frame })
  }
  return joined.map(({ picture, delay }) => ({ picture, delay: Math.round(Math.min(delay, PAUSE)) }))
}

async function play(page) {
  const box = page.getByRole('textbox', { name: 'Write a message' })
  const ask = async (text) => {
    await box.fill(text)
    await page.waitForTimeout(PAUSE / 2)
    await page.keyboard.press('Enter')
  }
  const ended = () =>
    page.locator('form[data-slot="composer"]:is([data-state="ready"], [data-state="error"])').waitFor()
  await ask(
    'Why did checkout latency jump last night? Check the deploy log and the p95 metrics for eu-west, then give me a short summary with a fix.',
  )
  await ended()
  await page.waitForTimeout(PAUSE)
  const toTheEnd = page.getByRole('button', { name: /^(?:New answer|Jump to latest)$/ })
  if (await toTheEnd.isVisible()) {
    await toTheEnd.click()
    await page.waitForTimeout(PAUSE)
  }
  await ask('Roll back 9f31c2e for me.')
  await page.getByRole('button', { name: 'Allow once' }).waitFor()
  await page.waitForTimeout(PAUSE)
  await page.getByRole('button', { name: 'Allow once' }).click()
  await page.getByText('answers in 208 ms at p95').waitFor()
  await ended()
  await page.waitForTimeout(PAUSE)
}

await withBuiltDemo(async ({ serve, openPage }) => {
  const url = await serve(1)
  for (const [name, colorScheme] of [
    ['demo.webp', 'light'],
    ['demo-dark.webp', 'dark'],
  ]) {
    const page = await openPage(url, { ...size, colorScheme })
    await page.getByRole('button', { name: 'Hide the sidebar' }).click()
    const frames = joinSame(await film(page, () => play(page)))
    const path = join(images, name)
    await sharp(
      frames.map(({ picture }) => picture),
      { join: { animated: true } },
    )
      .webp({
        delay: frames.map(({ delay }) => delay),
        loop: 0,
        quality: 72,
        effort: 5,
        minSize: true,
        mixed: true,
      })
      .toFile(path)
    const bytes = (await stat(path)).size
    const seconds = frames.reduce((sum, { delay }) => sum + delay, 0) / 1000
    console.log(
      `docs/images/${name}  ${Math.round(bytes / 1024)} kB, ${frames.length} frames, ${seconds.toFixed(1)} s`,
    )
    if (bytes > LARGEST) throw new Error(`${name} is ${bytes} bytes; it stays below ${LARGEST}.`)
  }
})
