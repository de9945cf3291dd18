import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startDemo,
  untilAnswerCounts,
  untilStill,
  type DemoApp,
  type DemoPage,
  actOnThread,
  searchThreads,
} from './demo-app.js'
import { HELD } from '../support/pace.js'
import { storedText, untilStored } from './support/stored-text.js'

let app: DemoApp
let demo: DemoPage
const pace = { speed: 0 }

beforeAll(async () => {
  app = await startDemo(pace)
})
afterAll(() => app?.close())
beforeEach(() => void (pace.speed = 0))

/** Each test of a group has a profile that is empty. */
function openEach(): void {
  beforeEach(async () => void (demo = await app.open()))
  afterEach(() => demo.close())
}

/** Pictures for a person to look at, when a folder is named. */
const shots = process.env['ANTIPHON_SHOTS']
const shoot = async (name: string, page = demo.page): Promise<void> => {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png` })
}
const LONG = 'Show me an answer with a table'
const items = () => demo.page.locator('[data-slot="thread-item"]')
const titles = () => items().locator('a > span:first-child').allInnerTexts()
const answerText = () => demo.answer.textContent()

describe('a reload, and a second tab', () => {
  beforeAll(async () => void (demo = await app.open()))
  afterAll(() => demo?.close())
  beforeEach(() => demo.startOver())

  it('faults: tab-close-mid-stream: R32, R33: in the middle of an answer keeps what had arrived, says that it was interrupted, and offers to go on', async () => {
    pace.speed = 1
    await demo.ask(LONG)
    const begun = demo.answer.locator('p').first()
    await expect.poll(async () => (await begun.textContent())?.length).toBeGreaterThan(20)
    pace.speed = HELD
    const before = (await begun.textContent())!.slice(0, 20)
    await untilStored(demo.page, before)
    await demo.page.reload()
    await demo.answer.waitFor()
    expect(demo.page.url()).toContain('#/t/')
    await expect.poll(answerText).toContain('Connection ended before the answer did')
    expect(await answerText()).toContain(before)
    await shoot('interrupted')
    pace.speed = 0
    await demo.answer.getByRole('button', { name: 'Retry', exact: true }).first().click()
    await demo.answer.getByRole('group', { name: /Version 2 of 2/ }).waitFor()
    await demo.settle()
    expect(await demo.answer.getByRole('group', { name: /Version 2 of 2/ }).count()).toBe(1)
  })

  it('while a call waits for approval asks again, and runs it when it is allowed', async () => {
    await demo.ask('Ask me before it runs code')
    const card = demo.page.getByRole('group', { name: /^Allow run_javascript/ })
    await card.waitFor()
    await untilStored(demo.page, 'run_javascript')
    await demo.page.reload()
    await card.waitFor()
    await shoot('approval-after-reload')
    await untilAnswerCounts(card)
    await card.getByRole('button', { name: /Allow once/ }).click()
    // The run begins a moment after the click: until then the page is as idle as after it.
    await expect.poll(answerText).toContain('129')
    await demo.settle()
  })

  it('what was begun in each thread is kept', { tags: 'hunt' }, async () => {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await demo.box.fill('half a thought')
    await demo.page.getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(() => demo.box.inputValue()).toBe('')
    await items().first().getByRole('link').click()
    await expect.poll(() => demo.box.inputValue()).toBe('half a thought')
    await demo.page.reload()
    await expect.poll(() => demo.box.inputValue()).toBe('half a thought')
  })

  it('two tabs are in step', async () => {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    const other = await demo.page.context().newPage()
    await other.goto(demo.page.url())
    await other.locator('[data-slot="turn"]').nth(1).waitFor()
    await demo.ask('Decline this one')
    await demo.settle()
    await other.getByText('Decline this one').waitFor()
    await other.locator('[data-slot="turn"]').nth(3).waitFor()
    await other.close()
  })
})

describe('the list of threads', () => {
  openEach()

  const thread = async (question: string): Promise<void> => {
    await demo.page.getByRole('button', { name: 'New conversation' }).click()
    await demo.ask(question)
    await demo.settle()
  }

  it('has every thread by its first question; each opens from its address, also by the back button', async () => {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await thread('Decline this one')
    await expect.poll(titles).toEqual(['Decline this one', 'Convert 26.2 miles to km'])
    await items().nth(1).getByRole('link').click()
    await expect.poll(answerText).toContain('42.16')
    await expect.poll(() => items().nth(1).getByRole('link').getAttribute('aria-current')).toBe('page')
    await shoot('list-light')
    await demo.page.emulateMedia({ colorScheme: 'dark' })
    await untilStill(demo.page)
    await shoot('list-dark')
    await demo.page.goBack()
    const first = demo.page.locator('[data-slot="turn"]').first()
    await expect.poll(() => first.innerText()).toContain('Decline this one')
  })

  it('goes on with an answer while another thread is shown', { tags: 'hunt' }, async () => {
    pace.speed = 1
    await demo.ask(LONG)
    await demo.answer.locator('p').first().waitFor()
    pace.speed = HELD
    await demo.page.getByRole('button', { name: 'New conversation' }).click()
    await demo.page.getByText('See what your model really did').waitFor()
    await items().first().and(demo.page.locator('[data-running="true"]')).waitFor()
    pace.speed = 0
    await demo.page.locator('[data-running]').waitFor({ state: 'detached' })
    const unread = demo.page.getByRole('link', { name: /with a table ?, New answer$/ })
    await unread.waitFor()
    await shoot('list-unread')
    await demo.page.reload()
    await unread.click()
    await demo.page.getByRole('link', { name: LONG, exact: true }).waitFor()
    await demo.answer.waitFor()
    await expect.poll(() => items().first().getAttribute('data-unread')).toBe(null)
    expect(await demo.answer.getByRole('button', { name: /Copy/ }).count()).toBeGreaterThan(0)
    expect(await answerText()).not.toContain('Connection ended before the answer did')
  })

  it('searches titles and texts, renames in place, pins, deletes, and takes a deletion back', async () => {
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await thread('Decline this one')
    const found = await searchThreads(demo.page, '42.1')
    await expect.poll(() => found.allInnerTexts()).toEqual(['Convert 26.2 miles to km'])
    await searchThreads(demo.page, 'xyzzy')
    await demo.page.getByText('Nothing found.').waitFor()
    await demo.page.keyboard.press('Escape')
    await demo.page.getByRole('dialog', { name: 'Commands' }).waitFor({ state: 'detached' })
    await expect.poll(titles).toEqual(['Decline this one', 'Convert 26.2 miles to km'])
    await actOnThread(demo.page, 'Convert 26.2 miles to km', 'Rename')
    await demo.page.keyboard.type('Marathon')
    await demo.page.keyboard.press('Enter')
    await demo.page.getByRole('link', { name: 'Marathon' }).waitFor()
    await actOnThread(demo.page, 'Marathon', 'Pin')
    await demo.page.getByRole('heading', { name: 'Pinned' }).waitFor()
    await expect.poll(titles).toEqual(['Marathon', 'Decline this one'])
    await actOnThread(demo.page, 'Decline this one', 'Delete')
    await demo.page.getByText('Deleted “Decline this one”').waitFor()
    await expect.poll(titles).toEqual(['Marathon'])
    await shoot('undo')
    await demo.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(titles).toEqual(['Marathon', 'Decline this one'])
    // The list shows it before it is stored; a page that is gone at once has stored nothing.
    await expect.poll(() => storedText(demo.page)).not.toContain('removedAt')
    await demo.page.reload()
    await expect.poll(titles).toEqual(['Marathon', 'Decline this one'])
  })

  it('moves into a folder, which folds; both are there after a reload, and in a second tab', async () => {
    await demo.ask('Decline this one')
    await demo.settle()
    await thread('Convert 26.2 miles to km')
    const folder = (page: Page) => page.getByRole('button', { name: 'Trips', exact: true })
    await actOnThread(demo.page, 'Decline this one', 'Move to folder…')
    await demo.page.getByRole('menuitem', { name: 'New folder…' }).click()
    await demo.page.keyboard.type('Trips')
    await demo.page.keyboard.press('Enter')
    await folder(demo.page).waitFor()
    await expect.poll(titles).toEqual(['Decline this one', 'Convert 26.2 miles to km'])
    await expect.poll(() => storedText(demo.page)).toContain('Trips')
    await shoot('folder')
    await folder(demo.page).click()
    await expect.poll(titles).toEqual(['Convert 26.2 miles to km'])
    await demo.page.reload()
    await folder(demo.page).waitFor()
    await expect.poll(titles).toEqual(['Convert 26.2 miles to km'])
    const other = await demo.page.context().newPage()
    await other.goto(demo.page.url())
    await folder(other).click()
    await actOnThread(other, 'Decline this one', 'Move to folder…')
    await other.getByRole('menuitem', { name: 'No folder' }).click()
    // The first tab follows, and a folder without a thread is gone.
    await folder(demo.page).waitFor({ state: 'detached' })
    await expect.poll(titles).toEqual(['Convert 26.2 miles to km', 'Decline this one'])
    await other.close()
  })

  it(
    'that another tab deleted says so, runs no call that waits, and is kept as a copy, which does',
    { tags: 'hunt' },
    async () => {
      const question = 'Ask me before it runs code'
      const card = (page: Page) => page.getByRole('group', { name: /^Allow run_javascript/ })
      const states = (page: Page) =>
        page
          .locator('main [data-slot="tool-call"]')
          .evaluateAll((rows) => rows.map((row) => row.dataset['state']))
      await demo.ask(question)
      await card(demo.page).waitFor()
      await untilStored(demo.page, 'run_javascript')
      await expect.poll(() => storedText(demo.page)).not.toContain('"open":true')
      await demo.page.reload()
      await card(demo.page).waitFor()
      const other = await demo.page.context().newPage()
      await other.goto(demo.page.url())
      await card(other).waitFor()
      // The calls beside it need nobody, so they have ended.
      const ended = ['done', 'error']
      await expect.poll(() => states(other)).toEqual([...ended, 'awaiting'])
      const allow = async () => {
        await untilAnswerCounts(card(other))
        await card(other)
          .getByRole('button', { name: /Allow once/ })
          .click()
      }
      await actOnThread(demo.page, question, 'Delete')
      await other.getByText('This conversation was deleted.').waitFor()
      await allow()
      await other
        .getByText(/^Not done: the request changed/)
        .first()
        .waitFor()
      await shoot('deleted-elsewhere', other)
      await card(other).waitFor()
      expect(await states(other)).toEqual([...ended, 'awaiting'])
      await other.getByRole('button', { name: 'Keep a copy' }).click()
      await other.getByText('This conversation was deleted.').waitFor({ state: 'detached' })
      await other.getByRole('link', { name: question }).waitFor()
      await allow()
      await expect.poll(() => states(other)).toEqual([...ended, 'done'])
      await other.close()
    },
  )

  it(
    'is a drawer on a narrow screen, with the focus in it, and closes with Escape and with a choice',
    { tags: 'hunt' },
    async () => {
      await demo.page.setViewportSize({ width: 390, height: 844 })
      await demo.ask('Convert 26.2 miles to km')
      await demo.settle()
      const button = demo.page.getByRole('button', { name: 'Conversations', exact: true })
      await button.click()
      const drawer = demo.page.getByRole('dialog', { name: 'Conversations' })
      await drawer.getByRole('link', { name: 'Convert' }).waitFor()
      await shoot('drawer-390')
      await demo.page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
      await button.click()
      await drawer.getByRole('button', { name: 'New conversation' }).click()
      await drawer.waitFor({ state: 'detached' })
      await demo.page.getByText('See what your model really did').waitFor()
      await shoot('new-390')
    },
  )
})

describe('without a storage', () => {
  openEach()

  it(
    'a browser that would ask the person is not asked to keep what is stored before a button says so',
    { tags: 'hunt' },
    async () => {
      const { page } = demo
      await page.addInitScript(() => {
        const supports = CSS.supports.bind(CSS)
        // As Firefox: it puts its question over the page.
        CSS.supports = (name: string, value?: string) =>
          name === '-moz-appearance' || (value === undefined ? supports(name) : supports(name, value))
        let isKept = false
        navigator.storage.persisted = async () => isKept
        navigator.storage.persist = async () => (isKept = true)
      })
      await page.reload()
      await demo.ask('What can you do?')
      await demo.settle()
      await page.getByText('The browser may clear these when space runs low.').waitFor()
      await page.getByRole('button', { name: 'Ask it to keep them' }).click()
      await page.getByText('This browser keeps your conversations until you delete them.').waitFor()
    },
  )

  it(
    'R35: a browser that refuses it says so once, the chat goes on, and the thread can be exported',
    { tags: 'hunt' },
    async () => {
      await demo.page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('Not in this window.', 'SecurityError')
        }
      })
      await demo.page.goto(app.url)
      await demo.box.waitFor()
      await demo.ask('Convert 26.2 miles to km')
      await demo.settle()
      expect(await answerText()).toContain('42.16')
      const notice = demo.page.getByRole('main').getByText('blocks storage for the page')
      await notice.waitFor()
      expect(await demo.page.getByText('blocks storage for the page').count()).toBe(1)
      await shoot('not-stored')
      const download = demo.page.waitForEvent('download')
      await demo.page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('antiphon-thread.json')
    },
  )

  it(
    'one that is slow to write leaves a conversation that is not in the list yet, and can be searched',
    { tags: 'hunt' },
    async () => {
      await demo.page.addInitScript(() => {
        IDBObjectStore.prototype.put = () => new EventTarget() as IDBRequest<IDBValidKey>
      })
      await demo.page.goto(app.url)
      await demo.box.waitFor()
      await demo.ask('Convert 26.2 miles to km')
      await demo.settle()
      expect(await demo.page.locator('[data-slot="thread-item"]').count()).toBe(0)
      await demo.page.keyboard.press('Control+Shift+F')
      await demo.page.locator('input[aria-label="Find in this conversation"]').fill('42.16')
    },
  )
})
