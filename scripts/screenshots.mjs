// Takes the pictures of docs/images: `node scripts/screenshots.mjs`. Builds the demo and lets its scripted endpoint
// play a conversation.
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { images, withBuiltDemo } from './built-demo.mjs'

const LARGEST = 340_000

const desktop = { viewport: { width: 1280, height: 900 } }
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  isMobile: true,
}

/** Asks, waits for the end of the answer, and lets its motions finish. */
async function ask(page, text) {
  // Send and Stop share a place; right after one became the other a press counts as a double click.
  await page.waitForTimeout(400)
  await page.getByRole('textbox', { name: 'Write a message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('form[data-slot="composer"]:is([data-state="ready"], [data-state="error"])').waitFor()
}

/** The incident of the tour: thoughts, two calls of which one fails, a table, code. */
async function incident(page) {
  await ask(
    page,
    'Why did checkout latency jump last night? Check the deploy log and the p95 metrics for eu-west, then give me a short summary with a fix.',
  )
  await page.evaluate(() => document.activeElement?.blur())
}

/** The same beside its wire, with a row that lights the words that came in it. */
async function incidentAndWire(page) {
  await incident(page)
  await page.getByRole('button', { name: 'Wire', exact: true }).click()
  const rows = page.getByRole('tree', { name: 'Rows of the stream' })
  await rows.focus()
  for (const key of ['Home', 'ArrowDown', 'ArrowRight', ...Array(12).fill('ArrowDown')])
    await page.keyboard.press(key)
  await rows.evaluate((list) => list.blur())
  await page.waitForTimeout(400)
}

const shots = [
  { name: 'demo-light', viewport: { width: 1440, height: 900 }, show: incidentAndWire },
  { name: 'demo-dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark', show: incidentAndWire },
  { name: 'demo-mobile', ...phone, show: incident },
  { name: 'demo-empty', viewport: { width: 1280, height: 800 }, show: async () => {} },
  {
    name: 'demo-settings',
    ...desktop,
    async show(page) {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await page.getByText('Reachable').waitFor()
      await page.getByRole('button', { name: 'Change the server' }).click()
      await page.getByRole('button', { name: 'Look again' }).waitFor()
    },
  },
  {
    name: 'demo-approval',
    viewport: { width: 1280, height: 720 },
    async show(page) {
      await page.getByRole('textbox', { name: 'Write a message' }).fill('Ask me before it runs code')
      await page.keyboard.press('Enter')
      await page.getByRole('group', { name: /^Allow run_javascript/ }).waitFor()
    },
  },
  {
    name: 'demo-streaming',
    viewport: { width: 1280, height: 640 },
    slowly: true,
    async show(page) {
      await page.getByRole('textbox', { name: 'Write a message' }).fill('What time is it in Oslo and Tokyo?')
      await page.keyboard.press('Enter')
      // Both calls are being written: the second one has begun, and the first is not closed yet.
      await page.locator('[data-slot="tool-call"]').nth(1).getByText('{"timez').first().waitFor()
    },
  },
]

await mkdir(images, { recursive: true })
await withBuiltDemo(async ({ serve, openPage }) => {
  const brisk = await serve(2)
  const slow = await serve(0.25)
  for (const { name, show, slowly, ...options } of shots) {
    const page = await openPage(slowly ? slow : brisk, options)
    await show(page)
    const path = join(images, `${name}.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    await page.context().close()
    const { size } = await stat(path)
    console.log(`docs/images/${name}.png  ${Math.round(size / 1024)} kB`)
    if (size > LARGEST) throw new Error(`${name}.png is ${size} bytes; pictures stay below ${LARGEST}.`)
  }
})
