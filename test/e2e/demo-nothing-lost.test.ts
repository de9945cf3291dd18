import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, untilAnswerCounts, type DemoApp, type DemoPage, actOnThread } from './demo-app.js'
import { HELD } from '../support/pace.js'
import { untilStored } from './support/stored-text.js'

let app: DemoApp
let demo: DemoPage
const pace = { speed: 0 }
/** The bodies of the chat requests of all tabs, in order. */
let sent: { messages: { role: string; content: unknown }[] }[]

beforeAll(async () => {
  app = await startDemo(pace)
})
afterAll(() => app?.close())
beforeEach(async () => {
  pace.speed = 0
  demo = await app.open()
  sent = []
  demo.page.context().on('request', (request) => {
    if (request.url().endsWith('/chat/completions'))
      sent.push(request.postDataJSON() as (typeof sent)[number])
  })
})
afterEach(() => demo.close())

const APPROVAL = 'Ask me before it runs code'
const LONG = 'Show me an answer with a table'
const card = (page: Page) => page.getByRole('group', { name: /^Allow run_javascript/ })
const questions = (page: Page) =>
  page.locator('main [data-slot="turn"][data-role="user"] [data-slot="bubble"]').allTextContents()
const states = (page: Page) =>
  page.locator('main [data-slot="tool-call"]').evaluateAll((rows) => rows.map((row) => row.dataset['state']))
const inMain = (page: Page, text: string | RegExp) => page.locator('main').getByText(text)
const said = (page: Page, text: string) => page.locator('main [data-slot="prose"]').getByText(text).first()

/** Holds the frame in which code runs, so that a tool runs until the returned function is called. */
async function holdTool(page: Page): Promise<() => void> {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.context().route('**/sandbox.html', async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Allows the call that waits. */
async function allow(page: Page): Promise<void> {
  await untilAnswerCounts(card(page))
  await card(page)
    .getByRole('button', { name: /Allow once/ })
    .click()
  await card(page).waitFor({ state: 'detached' })
}

/** Ids of the messages of a thread that are stored as those on screen. */
const storedChoice = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('antiphon-demo')
        opening.addEventListener('error', () => reject(opening.error!))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('threads').objectStore('threads').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve((reading.result as { chosen: string[] }[]).flatMap(({ chosen }) => chosen))
          })
        })
      }),
  )

async function edit(page: Page, text: string): Promise<void> {
  const question = page.locator('main [data-slot="turn"][data-role="user"]').last()
  await question.hover()
  await question.getByRole('button', { name: /^Edit/ }).click()
  await question.getByRole('textbox').fill(text)
  await question.getByRole('textbox').press('Enter')
}

describe('a look at another version while a tool runs', () => {
  it('leaves the run its question, its result and its answer, on the screen and after a reload', async () => {
    const { page } = demo
    const release = await holdTool(page)
    await demo.ask('Convert 10 miles to km')
    await demo.settle()
    await edit(page, APPROVAL)
    await allow(page)
    const pager = page
      .locator('main [data-slot="turn"][data-role="user"]')
      .getByRole('group', { name: /^Version/ })
    await pager.getByRole('button', { name: 'Previous version' }).click()
    await said(page, '16.09').waitFor()
    const before = sent.length
    release()
    await expect.poll(() => sent.length).toBe(before + 1)
    expect(
      sent
        .at(-1)!
        .messages.filter(({ role }) => role === 'user')
        .map(({ content }) => content),
    ).toEqual([APPROVAL])
    expect(sent.at(-1)!.messages.filter(({ role }) => role === 'tool')).toHaveLength(3)
    await demo.settle()
    const look = async (): Promise<void> => {
      await pager.getByRole('button', { name: 'Next version' }).click()
      await said(page, '129').waitFor()
      expect(await states(page)).toEqual(['done', 'error', 'done'])
      expect(await inMain(page, 'No result').count()).toBe(0)
    }
    await look()
    await pager.getByRole('button', { name: 'Previous version' }).click()
    await said(page, '16.09').waitFor()
    const shown = await page.locator('main [data-slot="turn"][data-role="user"]').getAttribute('data-turn-id')
    await expect.poll(() => storedChoice(page)).toContain(shown)
    await page.reload()
    await said(page, '16.09').waitFor()
    await look()
  })
})

describe('Stop', () => {
  it(
    'sends nothing that waits, keeps the focus, and the message leaves when the user says so',
    { tags: 'hunt' },
    async () => {
      const { page } = demo
      pace.speed = 1
      await demo.ask(LONG)
      await demo.answer.locator('p').first().waitFor()
      pace.speed = HELD
      await demo.ask('Convert 10 miles to km')
      await demo.stop()
      await demo.settle()
      expect(sent).toHaveLength(1)
      await inMain(page, 'Convert 10 miles to km').waitFor()
      expect(await demo.box.evaluate((box) => box === document.activeElement)).toBe(true)
      pace.speed = 0
      await page.getByRole('button', { name: 'Send the waiting messages' }).click()
      await said(page, '16.09').waitFor()
      await demo.settle()
      expect(await questions(page)).toEqual([LONG, 'Convert 10 miles to km'])
      await untilStored(page, '16.09')
      await page.reload()
      await said(page, '16.09').waitFor()
      expect(await questions(page)).toEqual([LONG, 'Convert 10 miles to km'])
    },
  )
})

describe('a reload', () => {
  it('keeps each word that was on the screen, though the last write was before them', async () => {
    const { page } = demo
    pace.speed = 1
    await page.evaluate(() => {
      const seen = new MutationObserver(() => {
        const prose = document.querySelector<HTMLElement>('main [data-slot="prose"]')?.innerText ?? ''
        if (!prose.includes('conversation')) return
        seen.disconnect()
        location.reload()
      })
      seen.observe(document, { subtree: true, childList: true, characterData: true })
    })
    const reloaded = page.waitForEvent('load')
    await demo.ask(LONG)
    await reloaded
    await said(page, 'conversation').waitFor()
  })
})

describe('delete and undo while the thread is shown', () => {
  it('loses nothing that is sent before or after', { tags: 'hunt' }, async () => {
    const { page } = demo
    await demo.ask('Convert 10 miles to km')
    await demo.settle()
    const item = page.locator('[data-slot="thread-item"]').first()
    await actOnThread(page, 'Convert 10 miles to km', 'Delete')
    await page.getByRole('button', { name: 'Undo' }).click()
    await item.waitFor()
    await item.getByRole('link').click()
    await said(page, '16.09').waitFor()
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await said(page, '42.16').waitFor()
    await untilStored(page, '42.16')
    await page.reload()
    await said(page, '42.16').waitFor()
    expect(await questions(page)).toEqual(['Convert 10 miles to km', 'Convert 26.2 miles to km'])
  })
})

describe('a second tab', () => {
  it(
    'shows a call that runs in the first one, offers nothing to fork it, and has its result in the end',
    { tags: 'hunt' },
    async () => {
      const { page } = demo
      const release = await holdTool(page)
      await demo.ask(APPROVAL)
      await card(page).waitFor()
      const other = await page.context().newPage()
      await other.goto(page.url())
      await inMain(other, APPROVAL).first().waitFor()
      await allow(page)
      await inMain(other, 'Being written in another tab').first().waitFor()
      expect(await card(other).count()).toBe(0)
      expect(await other.getByRole('button', { name: /Continue|Retry|Regenerate/ }).count()).toBe(0)
      release()
      await demo.settle()
      await said(page, '129').waitFor()
      await said(other, '129').waitFor()
      expect(await states(other)).toEqual(['done', 'error', 'done'])
      expect(sent).toHaveLength(2)
      await other.close()
    },
  )
})

/** Keeps the database of the threads busy from another page, so that nothing can be read or written, until told. */
async function holdStorage(context: BrowserContext): Promise<() => Promise<void>> {
  const other = await context.newPage()
  await other.goto(new URL('/mark.svg', app.url).href)
  await other.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('antiphon-demo')
        request.addEventListener('error', () => reject(request.error!))
        request.addEventListener('success', () => {
          const stores = [...request.result.objectStoreNames]
          const store = request.result.transaction(stores, 'readwrite').objectStore(stores[0]!)
          // A transaction lives as long as somebody asks.
          const ask = (): void => store.count().addEventListener('success', ask)
          store.count().addEventListener('success', () => (ask(), resolve()))
        })
      }),
  )
  return () => other.close()
}

describe('a message that is sent before the stored thread could be read', () => {
  it('follows what was said before, on the screen and after a reload', { tags: 'hunt' }, async () => {
    const { page } = demo
    await demo.ask('Convert 10 miles to km')
    await demo.settle()
    await said(page, '16.09').waitFor()
    await expect.poll(() => page.url()).toContain('#/t/')
    const release = await holdStorage(page.context())
    await page.reload()
    await inMain(page, 'Not saved.').waitFor()
    expect(await questions(page)).toEqual([])
    await demo.ask('Convert 26.2 miles to km')
    await release()
    await said(page, '42.16').waitFor()
    await demo.settle()
    const all = ['Convert 10 miles to km', 'Convert 26.2 miles to km']
    await expect.poll(() => questions(page)).toEqual(all)
    await expect.poll(() => inMain(page, 'Not saved.').count()).toBe(0)
    expect(
      sent
        .at(-1)!
        .messages.filter(({ role }) => role === 'user')
        .map(({ content }) => content),
    ).toEqual(all)
    await untilStored(page, '42.16')
    await page.reload()
    await said(page, '42.16').waitFor()
    expect(await questions(page)).toEqual(all)
    expect(
      await page
        .locator('main')
        .getByRole('group', { name: /^Version/ })
        .count(),
    ).toBe(0)
  })
})
