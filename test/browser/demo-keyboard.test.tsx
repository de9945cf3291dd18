import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  all,
  box,
  button,
  chooseInMenu,
  dialog,
  forgetDemo,
  hear,
  isGone,
  lastAnswer,
  openDemo,
  settled,
  turnTexts,
  untilPressCounts,
} from './support/demo-page.js'
import { chooseFile, savedFiles } from './support/saved-files.js'

const palette = dialog('Commands')

/** Runs a command of the palette. */
async function run(command: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}')
  await palette.getByRole('combobox').fill(command)
  await userEvent.keyboard('{Enter}')
  await isGone(palette)
}

test('one can type at once: on the first page, in a new conversation, and in a thread that is opened', async () => {
  await openDemo()
  const typed = async (words: string): Promise<void> => {
    await expect.poll(box).toHaveFocus()
    await userEvent.keyboard(words)
    await expect.poll(box).toHaveValue(words)
  }
  await typed('Convert 26.2 miles to km')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => turnTexts().length).toBe(2)
  await settled()
  await button('New conversation').first().click()
  await expect.poll(turnTexts).toEqual([])
  await typed('another')
  await page.getByRole('link', { name: 'Convert 26.2 miles to km' }).click()
  await expect.element(lastAnswer).toBeVisible()
  await typed('and back')
})

test(
  'the palette finds and runs, takes what is typed right after its keys, and does not offer what cannot be done now',
  { tags: 'hunt' },
  async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
      copied.push(await (await item!.getType('text/plain')).text())
    })
    await openDemo()
    await userEvent.keyboard('{Control>}k{/Control}prices')
    await expect.element(palette.getByRole('combobox')).toHaveValue('prices')
    await expect.poll(box).toHaveValue('')
    await palette.getByRole('combobox').fill('')
    await expect.element(palette.getByRole('option', { name: 'New conversation' })).toBeVisible()
    expect(palette.getByRole('option', { name: 'Copy the last answer' }).query()).toBeNull()
    await userEvent.keyboard('{Escape}')
    await isGone(palette)
    await hear('Convert 26.2 miles to km')
    await run('copy the last')
    await expect.poll(() => copied.join()).toContain('42.164813')
    await run('theme dark')
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
    await run('new conv')
    await expect.poll(turnTexts).toEqual([])
  },
)

test('X13 J and K go from message to message, Escape goes back to the box, letters in the box stay letters; keys are changed in the sheet and kept', async () => {
  await openDemo()
  await hear('Convert 26.2 miles to km')
  box().focus()
  await userEvent.keyboard('jk?')
  await expect.poll(box).toHaveValue('jk?')
  const leave = (): void => (document.activeElement as HTMLElement).blur()
  const role = () => document.activeElement?.getAttribute('data-role')
  leave()
  await userEvent.keyboard('k')
  expect(role()).toBe('assistant')
  await userEvent.keyboard('k')
  expect(role()).toBe('user')
  await userEvent.keyboard('j')
  expect(role()).toBe('assistant')
  await userEvent.keyboard('{Escape}')
  await expect.poll(box).toHaveFocus()
  leave()
  await userEvent.keyboard('/')
  await expect.poll(box).toHaveFocus()

  leave()
  await userEvent.keyboard('?')
  const sheet = dialog('Keyboard shortcuts')
  await sheet.getByRole('button', { name: 'Change the keys for: Write a message' }).click()
  await userEvent.keyboard('{Alt>}w{/Alt}{Escape}')
  await isGone(sheet)
  await openDemo()
  leave()
  await userEvent.keyboard('{Alt>}w{/Alt}')
  await expect.poll(box).toHaveFocus()
})

test(
  'a thread that is exported and imported is the same, versions included; a file that is none is refused in words, and nothing changes',
  { tags: 'hunt' },
  async () => {
    const files = savedFiles()
    const fields: HTMLInputElement[] = []
    const click = HTMLInputElement.prototype.click
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
      if (this.type === 'file') fields.push(this)
      else click.call(this)
    })
    const importFile = async (file: File): Promise<void> => {
      await chooseInMenu('More of the app', 'Import')
      await expect.poll(() => fields.length).toBeGreaterThan(0)
      chooseFile(fields.pop()!, file)
    }
    await openDemo()
    for (const [text, words] of [
      ['{"format":"something"}', 'This is not a file of Antiphon threads'],
      ['not json', 'JSON'],
      ['{"format":"antiphon-threads","version":99,"threads":[]}', 'newer'],
    ] as const) {
      await importFile(new File([text], 'x.json'))
      await expect.element(page.getByText(words).first()).toBeVisible()
    }
    expect(all('[data-slot="thread-item"]')).toEqual([])

    await hear('Convert 26.2 miles to km')
    await untilPressCounts()
    await lastAnswer.getByRole('button', { name: 'Retry this answer' }).click()
    await expect.element(lastAnswer.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
    await settled()
    // Words are drawn a moment after they came.
    await expect.poll(() => turnTexts().join()).toContain('26.2 mi is')
    const before = turnTexts()
    await run('export this')
    await page.getByRole('button', { name: /^Download the conversation/ }).click()
    await expect.poll(() => files.length).toBe(1)
    const saved = await files[0]!.blob.text()
    expect(saved).toContain('antiphon-threads')
    await forgetDemo()
    await openDemo()
    expect(turnTexts()).toEqual([])
    await importFile(new File([saved], 'thread.json'))
    await expect.element(page.getByText('1 conversation imported.')).toBeVisible()
    await expect.element(lastAnswer.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
    await expect.poll(turnTexts).toEqual(before)
  },
)
