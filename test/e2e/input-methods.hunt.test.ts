import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startDemo, untilAnswerCounts, type DemoApp, type DemoPage } from './demo-app.js'

let app: DemoApp
let demo: DemoPage
beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())
beforeEach(async () => {
  demo = await app.open()
})
afterEach(() => demo.close())

/** An input method of Chromium's own, as the system's keyboards drive it: real composition events, and keys that belong to it. */
interface InputMethod {
  /** A key that the method takes: the page sees its code 229 and no letter. */
  key(name: string): Promise<void>
  compose(text: string): Promise<void>
  /** Ends the composition with a text. */
  commit(text: string): Promise<void>
}

function inputMethod(session: CDPSession): InputMethod {
  const send = (type: 'rawKeyDown' | 'keyUp', key: string) =>
    session.send('Input.dispatchKeyEvent', { type, key, windowsVirtualKeyCode: 229 })
  return {
    async key(name) {
      await send('rawKeyDown', name)
      await send('keyUp', name)
    },
    async compose(text) {
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    },
    async commit(text) {
      await session.send('Input.insertText', { text })
    },
  }
}

/** Each types a word, and ends it with the Enter key where its keyboard does. */
const keyboards: { name: string; word: string; type(method: InputMethod): Promise<void> }[] = [
  {
    name: 'Chinese: letters, a choice with Enter',
    word: '你好',
    async type({ key, compose, commit }) {
      for (const text of ['n', 'ni', 'ni h', 'ni hao']) {
        await key('Process')
        await compose(text)
      }
      await key('Enter')
      await commit('你好')
    },
  },
  {
    name: 'Japanese: kana, arrows through the candidates, Escape back to kana, Enter',
    word: '日本',
    async type({ key, compose, commit }) {
      for (const text of ['n', 'に', 'にほ', 'にほん']) {
        await key('Process')
        await compose(text)
      }
      await key(' ')
      await compose('二本')
      await key('Escape')
      await compose('にほん')
      await key('ArrowDown')
      await compose('日本')
      await key('Enter')
      await commit('日本')
    },
  },
  {
    name: 'Korean: one syllable after the other, Enter in the last',
    word: '한글',
    async type({ key, compose, commit }) {
      for (const text of ['ㅎ', '하', '한']) {
        await key('Process')
        await compose(text)
      }
      await commit('한')
      for (const text of ['ㄱ', '그', '글']) {
        await key('Process')
        await compose(text)
      }
      await key('Enter')
      await commit('글')
    },
  },
  {
    name: 'Android: every word is a composition, keys have no name',
    word: 'hello ',
    async type({ key, compose, commit }) {
      for (const text of ['h', 'he', 'hel', 'hell', 'hello']) {
        await key('Unidentified')
        await compose(text)
      }
      await commit('hello ')
    },
  },
  {
    name: 'Safari: the composition ends before the key that ended it',
    word: '漢字',
    async type({ key, compose, commit }) {
      await key('Process')
      await compose('かんじ')
      await commit('漢字')
      await key('Enter')
    },
  },
]

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** Every field where Enter or Escape does something, how to come there, and what that Enter changes in it. */
const fields: { name: string; open(demo: DemoPage): Promise<Locator>; ends: 'empty' | 'gone' | 'same' }[] = [
  { name: 'the message box', open: async ({ box }) => box, ends: 'empty' },
  {
    name: 'a message that is edited',
    async open({ page, ask, settle }) {
      await ask('Convert 26.2 miles to km')
      await settle()
      await page.getByRole('button', { name: 'Edit your message' }).click()
      return page.getByRole('form', { name: 'Edit your message' }).getByRole('textbox')
    },
    ends: 'gone',
  },
  {
    name: 'the palette',
    async open({ page }) {
      await page.keyboard.press('Control+k')
      return dialog(page, 'Commands').getByRole('combobox')
    },
    // Nothing is called so.
    ends: 'same',
  },
  {
    name: 'the title of a conversation',
    async open({ page, ask, settle }) {
      await ask('Convert 26.2 miles to km')
      await settle()
      await page.locator('[data-slot="thread-item"] a').first().focus()
      await page.keyboard.press('F2')
      return page.getByRole('textbox', { name: 'Title of the conversation' })
    },
    ends: 'gone',
  },
  {
    name: 'the search in a conversation',
    async open({ page, ask, settle }) {
      await ask('Convert 26.2 miles to km')
      await settle()
      await page.keyboard.press('Control+k')
      await dialog(page, 'Commands').getByRole('combobox').fill('Find in this conversation')
      await page.keyboard.press('Enter')
      return page.locator('[data-slot="find-bar"] input')
    },
    ends: 'same',
  },
  {
    name: 'why a call is denied',
    async open({ page, ask }) {
      await ask('Ask me before it runs code')
      const question = page.getByRole('group', { name: /^Allow run_javascript/ })
      await untilAnswerCounts(question)
      await page.getByRole('button', { name: /^Deny with/ }).click()
      return page.locator('[data-slot="approval-field"]')
    },
    ends: 'gone',
  },
]

it.each(fields)('$name takes what input methods write, and no key of theirs', async ({ open, ends }) => {
  const field = await open(demo)
  await field.focus()
  const method = inputMethod(await demo.page.context().newCDPSession(demo.page))
  for (const { name, word, type } of keyboards) {
    await field.fill('')
    await type(method)
    const isHere = await field.evaluate((one) => one === document.activeElement)
    expect([name, await field.inputValue(), isHere]).toEqual([name, word, true])
  }
  // The Enter of a person counts.
  await demo.page.keyboard.press('Enter')
  if (ends === 'gone') await field.waitFor({ state: 'detached' })
  else await expect.poll(() => field.inputValue()).toBe(ends === 'empty' ? '' : keyboards.at(-1)!.word)
})
