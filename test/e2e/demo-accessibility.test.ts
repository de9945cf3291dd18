import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startDemo,
  untilAnswerCounts,
  untilPressCounts,
  untilStill,
  type DemoApp,
  type DemoPage,
  actOnThread,
  chooseInMenu,
  openModels,
  searchThreads,
  showAdvanced,
} from './demo-app.js'
import { axeFindings, type AxeOptions } from './support/axe.js'
import { findings as pageChecks } from './support/page-checks.js'

let app: DemoApp

beforeAll(async () => void (app = await startDemo(0)))
afterAll(() => app?.close())

async function findings({ page }: DemoPage, options?: AxeOptions): Promise<string[]> {
  await untilStill(page)
  return axeFindings(page, options)
}

const states: Record<string, (demo: DemoPage) => Promise<void>> = {
  async empty() {},
  async streaming(demo) {
    await demo.ask('Stall in mid-answer')
    await demo.answer.getByText('you can').waitFor()
    await demo.ask('and then this')
  },
  async tools(demo) {
    await demo.ask('Let one tool fail')
    await demo.settle()
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()
    await demo.answer.getByRole('button', { name: /2 calls in parallel/ }).click()
    await demo.answer
      .getByRole('button', { name: /get_time/ })
      .first()
      .click()
    await demo.ask('Show me an answer with a table')
    await demo.settle()
  },
  async errors(demo) {
    await demo.ask('Refuse my key with a 401')
    await demo.settle()
    await demo.answer.getByRole('button', { name: 'Details' }).click()
    await demo.ask('Get cut off at the token limit')
    await demo.settle()
    await demo.ask('Run into the content filter')
    await demo.settle()
  },
  async threads(demo) {
    await demo.ask('Let one tool fail')
    await demo.settle()
    await demo.page.getByRole('button', { name: 'New conversation' }).click()
    await demo.ask('Decline this one')
    await demo.settle()
    await actOnThread(demo.page, 'Decline this one', 'Pin')
    await actOnThread(demo.page, 'Let one tool fail', 'Delete')
    await demo.page.getByText('Deleted “Let one tool fail”').waitFor()
    await actOnThread(demo.page, 'Decline this one', 'Rename')
  },
  async drawer(demo) {
    await demo.page.setViewportSize({ width: 390, height: 844 })
    await demo.ask('Let one tool fail')
    await demo.settle()
    await demo.page.getByRole('button', { name: 'Conversations', exact: true }).click()
    const drawer = demo.page.getByRole('dialog', { name: 'Conversations' })
    await drawer.getByRole('link', { name: 'Let one tool fail' }).waitFor()
    await drawer.getByRole('button', { name: /^Actions for/ }).click()
    await demo.page.getByRole('menu').waitFor()
  },
  async search(demo) {
    await demo.ask('Let one tool fail')
    await demo.settle()
    expect(await searchThreads(demo.page, 'tool').then((found) => found.count())).toBe(1)
  },
  async more({ page }) {
    await page.getByRole('button', { name: /more states/ }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menu').waitFor()
  },
  async settings({ page }) {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByText('Reachable').waitFor()
    await showAdvanced(page.getByRole('dialog'))
    await page.getByLabel('Max tokens').fill('many')
    await page.getByRole('button', { name: 'Save' }).click()
  },
  async models({ page }) {
    await openModels(page)
    await page.keyboard.type('tool')
  },
  async comparing(demo) {
    const { page } = demo
    await page.getByRole('button', { name: 'Compare two models' }).click()
    await page.getByRole('button', { name: /^Second model/ }).click()
    await page.keyboard.type('answer')
    await page.keyboard.press('Enter')
    await demo.ask('Show me an answer with a table')
    await page
      .getByRole('button', { name: /^Keep this one/ })
      .nth(1)
      .waitFor()
  },
  async versions(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await untilPressCounts(demo.page)
    await demo.answer.getByRole('button', { name: 'Retry this answer' }).click()
    await demo.answer.getByRole('button', { name: /^Show all versions/ }).click()
    await demo.page.getByRole('dialog', { name: '2 versions' }).waitFor()
  },
  async 'tools and faults'({ page }) {
    await page.getByRole('button', { name: 'Make the next answer go wrong' }).click()
    await page.getByRole('menuitem', { name: 'Content filter' }).click()
    await page.getByRole('button', { name: /^Tools/ }).click()
    await page.getByRole('menu').waitFor()
  },
  async wire(demo) {
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()
    await demo.page.getByRole('button', { name: 'Wire', exact: true }).click()
    await demo.page.getByRole('tree', { name: 'Rows of the stream' }).waitFor()
  },
  async approval({ page, ask }) {
    await ask('Ask me before it runs code')
    await page.locator('[data-slot="tool-approval"]').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
  },
  async find(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await demo.page.keyboard.press('Control+Shift+F')
    await demo.page.locator('input[aria-label="Find in this conversation"]').fill('km')
  },
  async export(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await demo.page.getByRole('button', { name: 'Export this conversation' }).click()
    await demo.page.getByRole('dialog', { name: 'Export' }).waitFor()
  },
  async transcripts({ page }) {
    await page.getByRole('button', { name: 'Transcripts' }).click()
    await page.getByText('Choose a file').waitFor()
  },
  async palette({ page }) {
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
  },
  async shortcuts({ page }) {
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  },
  'prompt library': ({ page }) => openByPalette(page, 'Prompt library'),
  prices: ({ page }) => openByPalette(page, 'Cost and prices'),
  'system prompt': ({ page }) => openByPalette(page, 'System prompt of this conversation'),
  about: ({ page }) => openByPalette(page, 'What is this?'),
}

/** Runs a command by its words, and waits for the dialog that it opens. */
async function openByPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('combobox').fill(words)
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await page.locator('dialog[open]').waitFor()
}

it.each(Object.keys(states))('axe finds nothing in light and dark: %s', async (name) => {
  const demo = await app.open({ colorScheme: 'light' })
  await states[name]!(demo)
  expect(await findings(demo)).toEqual([])
  await demo.page.emulateMedia({ colorScheme: 'dark' })
  expect(await findings(demo, { coloursOnly: true })).toEqual([])
  await demo.close()
})

describe.each([390, 320])('at %d px on a touch screen', (width) => {
  it('X31 nothing sticks out, every target is 44 px, and axe finds nothing', async () => {
    const demo = await app.open({ viewport: { width, height: 720 }, hasTouch: true, isMobile: true })
    await states['tools']!(demo)
    await states['errors']!(demo)
    const { page } = demo
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await page.evaluate(pageChecks.targets)).toEqual([])
    await page.getByRole('button', { name: 'Conversations', exact: true }).click()
    await page.getByRole('dialog', { name: 'Conversations' }).waitFor()
    expect(await page.evaluate(pageChecks.targets)).toEqual([])
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('dialog', { name: 'Connect a model' }).waitFor()
    const dialog = await page.getByRole('dialog').boundingBox()
    expect(dialog!.x).toBeGreaterThanOrEqual(0)
    expect(dialog!.x + dialog!.width).toBeLessThanOrEqual(width)
    expect(await page.evaluate(pageChecks.targets)).toEqual([])
    expect(await findings(demo)).toEqual([])
    await demo.close()
  })
})

it.each([320, 360, 378])(
  'in a window of %d px with a mouse no answer to a question is cut',
  async (width) => {
    const demo = await app.open({ viewport: { width, height: 720 } })
    await states['approval']!(demo)
    const cut = await demo.page.locator('[data-slot="tool-approval"]').evaluate((card) => {
      const { left, right } = card.getBoundingClientRect()
      return [...card.querySelectorAll('button')].flatMap((button) => {
        const box = button.getBoundingClientRect()
        const sticksOut = box.left < left || box.right > right || button.scrollWidth > button.clientWidth + 1
        return sticksOut ? button.textContent : []
      })
    })
    expect(cut).toEqual([])
    await demo.close()
  },
)

/** What one opens on a phone, by the finger where a key or a wide header opens it elsewhere. */
const phoneStates: Record<string, (demo: DemoPage) => Promise<void>> = {
  async home({ page }) {
    await page.getByRole('button', { name: /more states/ }).tap()
  },
  async tour({ page }) {
    await page.getByRole('button', { name: 'Start the tour' }).tap()
    await page.locator('[data-slot="approval-bar"]').waitFor()
  },
  async silence(demo) {
    await demo.ask('Stall in mid-answer')
    // So long that the notice with its buttons is there.
    await demo.page
      .locator('[data-slot="live-foot"]')
      .getByText(/^No data for/)
      .waitFor()
  },
  async files({ page }) {
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles([
        { name: 'pools.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
        { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n/Type /Page\n') },
      ])
    await page.getByText('bill.pdf').waitFor()
  },
  async 'sent files'(demo) {
    await phoneStates['files']!(demo)
    await demo.ask('What is in this file?')
    await demo.settle()
  },
  async 'edited arguments'({ page, ask }) {
    await ask('Ask me before it runs code')
    await untilAnswerCounts(page.locator('[data-slot="tool-approval"]'))
    await page.getByRole('button', { name: 'More answers' }).tap()
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    await page.getByRole('button', { name: 'Use these arguments' }).waitFor()
  },
  async wire(demo) {
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()
    await chooseInMenu(demo.page, 'More', 'Wire')
    const rows = demo.page.getByRole('tree', { name: 'Rows of the stream' })
    await rows.getByRole('treeitem').nth(1).tap()
  },
  async export(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await chooseInMenu(demo.page, 'More', 'Export')
    await demo.page.getByRole('dialog', { name: 'Export' }).waitFor()
  },
  async find(demo) {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await chooseInMenu(demo.page, 'More', 'Find in this conversation')
    await demo.page.locator('input[aria-label="Find in this conversation"]').fill('km')
  },
  async transcripts({ page }) {
    await page.getByRole('button', { name: 'Conversations', exact: true }).tap()
    await page.getByRole('button', { name: 'Transcripts' }).tap()
    await page.getByText('Choose a file').waitFor()
  },
  async 'a transcript'(demo) {
    await phoneStates['transcripts']!(demo)
    await demo.page.getByRole('button', { name: /A broken history/ }).tap()
    await demo.page.locator('main [data-slot="turn"]').first().waitFor()
  },
  async server({ page }) {
    await page.getByRole('button', { name: 'Conversations', exact: true }).tap()
    await page.getByRole('button', { name: 'Settings', exact: true }).tap()
    await page.getByRole('button', { name: 'Change the server' }).tap()
    await page.getByLabel('Base URL').waitFor()
  },
  async advanced({ page }) {
    await page.getByRole('button', { name: 'Conversations', exact: true }).tap()
    await page.getByRole('button', { name: 'Settings', exact: true }).tap()
    await page.getByRole('button', { name: 'Advanced' }).tap()
    await page.getByText('More parameters').tap()
  },
  versions: states['versions']!,
  models: states['models']!,
  palette: states['palette']!,
  shortcuts: states['shortcuts']!,
  'prompt library': states['prompt library']!,
  prices: states['prices']!,
  'system prompt': states['system prompt']!,
  about: states['about']!,
}

describe('on a phone, upright and then on its side', () => {
  it.each(Object.keys(phoneStates))(
    'a finger meets every target, and nothing sticks out: %s',
    async (name) => {
      const [width, height] = [390, 844]
      const demo = await app.open({ viewport: { width, height }, hasTouch: true, isMobile: true })
      const { page } = demo
      await phoneStates[name]!(demo)
      for (const wide of [width, height]) {
        if (wide === height) await page.setViewportSize({ width: height, height: width })
        await untilStill(page)
        expect(await page.evaluate(pageChecks.targets)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(wide)
      }
      await demo.close()
    },
  )
})

describe('the page', () => {
  it('has a language, a title, one heading of the first level, and its landmarks', async () => {
    const demo = await app.open()
    const { page } = demo
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.title()).toBe('Antiphon')
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.getByRole('banner').count()).toBe(1)
    expect(await page.getByRole('main').count()).toBe(1)
    await demo.close()
  })

  it('is worked with the keyboard alone: skip link, list, header, transcript, message box, in that order', async () => {
    const demo = await app.open()
    const { page } = demo
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    const title = 'Convert 26.2 miles to km'
    await page.getByRole('button', { name: `Actions for “${title}”` }).waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Skip to the message box' }).focus()
    const address = page.url()
    const names: string[] = []
    for (let i = 0; i < 17; i++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      )
      names.push(name ?? '')
    }
    expect(names).toEqual([
      'Hide the sidebar',
      expect.stringMatching(/^New conversation/),
      expect.stringMatching(/^Search/),
      'Transcripts',
      expect.stringMatching(new RegExp(`^${title}.`)),
      `Actions for “${title}”`,
      'Settings',
      'More of the app',
      title,
      'Model: antiphon-tourScripted demo',
      'Wire',
      'Export this conversation',
      'More',
      'Skip to the message box',
      'Skip to the latest message',
      'Messages',
      'Copy your message',
    ])
    await page.getByRole('link', { name: 'Skip to the message box' }).press('Enter')
    await expect.poll(() => demo.box.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(page.url()).toBe(address)
    await demo.close()
  })

  it('goes round its themes and remembers the choice', async () => {
    const demo = await app.open({ colorScheme: 'light' })
    const { page } = demo
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await chooseInMenu(page, 'More', 'Theme System')
    // It stays open, to go on to the next one.
    await page.getByRole('menuitem', { name: 'Theme Light' }).click()
    await page.getByRole('menuitem', { name: 'Theme Dark' }).waitFor()
    await page.keyboard.press('Escape')
    await untilStill(page)
    const dark = await background()
    expect(dark).not.toBe(light)
    await page.reload()
    await demo.box.waitFor()
    await expect.poll(background).toBe(dark)
    await demo.close()
  })

  it('is as dense as one likes, by the menu or the palette, and remembers the choice', async () => {
    const demo = await app.open()
    const { page } = demo
    await demo.ask('Let one tool fail')
    await demo.settle()
    const row = page.locator('[data-slot="tool-call"] > [data-slot="row"]').first()
    const height = async () => (await row.boundingBox())!.height
    expect(await height()).toBe(32)
    await chooseInMenu(page, 'More', 'Density Comfortable')
    await expect.poll(height).toBe(28)
    await page.reload()
    await row.waitFor()
    await expect.poll(height).toBe(28)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('density')
    await page.getByRole('option', { name: /Density: Comfortable/ }).click()
    await expect.poll(height).toBe(32)
    await demo.close()
  })
})
