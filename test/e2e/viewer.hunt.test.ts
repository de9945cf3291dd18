import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemo, type DemoApp } from './demo-app.js'
import { axeFindings } from './support/axe.js'

const fixtures = resolve(import.meta.dirname, '../fixtures/transcripts')
// Put together here, so that no scanner takes it for real.
const key = ['sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'].join('')
let app: DemoApp

beforeAll(async () => {
  app = await startDemo(0, { warnings: true })
})
afterAll(() => app?.close())

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)(
  'the viewer has no finding of axe in %s at %i px, empty, with a transcript, and with what it would tell',
  async (colorScheme, width) => {
    // Half a fade is not a contrast.
    const demo = await app.open({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = demo
    const button = page.getByRole('button', { name: 'Transcripts' })
    // A narrow page has it in the drawer.
    if (!(await button.first().isVisible())) await page.getByRole('button', { name: 'Conversations' }).click()
    await button.last().click()
    const viewer = page.getByRole('region', { name: 'Transcripts' })
    const about = viewer.getByRole('region', { name: 'Transcript' })
    await viewer.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await viewer.locator('input[type=file]').setInputFiles(resolve(fixtures, 'agentkit/voyage.json'))
    await about.waitFor()
    expect(await axeFindings(page)).toEqual([])

    await about.getByRole('button', { name: 'Open another' }).click()
    await viewer.getByLabel('Or paste').fill(JSON.stringify([{ role: 'user', content: `It is ${key}` }]))
    await viewer.getByRole('button', { name: 'Open pasted text' }).click()
    await viewer.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('dialog', { name: 'Before it leaves' }).waitFor()
    expect(await axeFindings(page, { within: '[data-slot="modal"]' })).toEqual([])
    await demo.close()
  },
)
