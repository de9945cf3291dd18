import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { asked } from './support/demo-network.js'
import { answer, box, find, hear, openDemo, untilFocused } from './support/demo-page.js'

const question = 'What time is it in Oslo and Tokyo?'
const press = (button: HTMLElement): Promise<void> => userEvent.click(button)
const turns = () => document.querySelectorAll('[data-slot="turn"]')
const more = async (name: string): Promise<void> => {
  await press(within(document.querySelector<HTMLElement>('header')!).getByRole('button', { name: 'More' }))
  await press(await screen.findByRole('menuitem', { name: new RegExp(name) }))
}

it(
  'a title is asked of the model only by a press, and names the thread and the page; find lies over nothing that was said',
  { tags: 'hunt' },
  async () => {
    await openDemo()
    await hear(question)
    await expect.poll(() => document.title).toBe(`${question} · Antiphon`)
    expect(asked).toHaveLength(2)
    await userEvent.keyboard('{Control>}k{/Control}suggest a title{Enter}')
    await expect.poll(() => document.querySelector('h1')!.innerText).toBe('Time Oslo Tokyo')
    expect(document.title).toBe('Time Oslo Tokyo · Antiphon')
    expect(asked).toHaveLength(3)
    expect(turns()).toHaveLength(2)

    box().focus()
    await userEvent.keyboard('{Control>}{Shift>}F{/Shift}{/Control}')
    await userEvent.fill(await screen.findByRole('textbox', { name: 'Find in this conversation' }), 'oslo')
    const bar = await find('[data-slot="find-bar"]')
    await expect.poll(() => bar.querySelector('[role="status"]')!.textContent).toMatch(/^1 of \d+$/)
    const viewport = document.querySelector('[data-slot="viewport"]')!
    expect(bar.getBoundingClientRect().bottom).toBeLessThanOrEqual(viewport.getBoundingClientRect().top)
    const shell = document.querySelector('[data-slot="composer-shell"]')!
    expect(shell.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
    await userEvent.keyboard('{Escape}')
    await untilFocused(box())
  },
)

it('a prompt set before the first message opens the conversation, is seen in it and can be changed there', async () => {
  await openDemo()
  await more('System prompt')
  const field = () => screen.findByRole('textbox', { name: 'Instructions for this conversation' })
  await userEvent.fill(await field(), 'Answer in verse.')
  await press(screen.getByRole('button', { name: 'Save' }))
  expect(turns()).toHaveLength(0)
  await hear(question)
  await press(screen.getByRole('button', { name: 'Edit the system prompt' }))
  expect(await field()).toHaveValue('Answer in verse.')
  await userEvent.fill(await field(), 'Answer in prose.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await hear('Thanks')
  expect(asked.at(-1)!.body.messages[0]!.content).toBe('Answer in prose.')
})

it('an answer is deleted with its calls and comes back; so does a conversation that its menu deletes', async () => {
  await openDemo()
  await hear(question)
  await press(within(answer()).getByRole('button', { name: 'More for this message' }))
  await press(await screen.findByRole('menuitem', { name: /Delete this answer/ }))
  await expect.poll(() => turns().length).toBe(1)
  await press(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => turns().length).toBe(2)
  await expect.poll(() => answer().innerText).toContain('Oslo')

  await more('Delete')
  await screen.findByRole('button', { name: 'Start the tour' })
  await press(await within(screen.getByRole('main')).findByRole('button', { name: 'Undo' }))
  await expect.poll(() => answer()?.innerText).toContain('Oslo')
  await expect.poll(() => document.title).toContain(question)
})

it('a conversation goes on from a message in a new one, by the keyboard; deleting that leads back', async () => {
  await openDemo()
  await hear(question)
  await hear('Table and code, as a list')
  const first = location.hash
  within(screen.getAllByRole('article')[1]!).getByRole('button', { name: 'More for this message' }).focus()
  await userEvent.keyboard('{Enter}')
  ;(await screen.findByRole('menuitem', { name: /New conversation from here/ })).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.hash).not.toBe(first)
  await expect.poll(() => turns().length).toBe(2)
  expect(answer().innerText).toContain('Oslo')
  await untilFocused(box())
  await expect.poll(() => document.title).toContain(`${question} (2)`)
  expect(screen.getAllByText(/This is a new conversation/).length).toBeGreaterThan(0)
  await hear('Thanks')
  expect(asked.at(-1)!.body.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'tool',
    'assistant',
    'user',
  ])
  await more('Delete')
  await press(await screen.findByRole('link', { name: new RegExp(`^${question.replace('?', '\\?')}`) }))
  await expect.poll(() => turns().length).toBe(4)
})

it('export: a page to share', { tags: 'hunt' }, async () => {
  const saved: Blob[] = []
  const addressOf = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    saved.push(made as Blob)
    return addressOf(made)
  })
  await openDemo()
  await hear('Table and code, as a list')
  await press(screen.getByRole('button', { name: 'Export this conversation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export' }))
  await press(dialog.getByRole('button', { name: 'Share as a page' }))
  await expect.poll(() => saved).toHaveLength(1)
  expect(await saved[0]!.text()).toContain('Table and code, as a list')
})

describe('the message box', () => {
  it(
    'a slash lists commands and prompts; one of the library goes in, one of the app is done',
    { tags: 'hunt' },
    async () => {
      await openDemo()
      box().focus()
      await userEvent.keyboard('/ex')
      await press(await screen.findByRole('option', { name: /^\/explain/ }))
      expect(box()).toHaveValue('Explain  to somebody who is new to it, with one example.')
      await userEvent.fill(box(), '/prompts')
      await userEvent.keyboard('{Enter}')
      const dialog = within(await screen.findByRole('dialog', { name: 'Prompt library' }))
      await press(dialog.getByRole('button', { name: 'Add a prompt' }))
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'oslo')
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Text' }), question)
      await press(dialog.getByRole('button', { name: 'Save' }))
      await untilFocused(box())
      await userEvent.keyboard('/oslo{Enter}')
      expect(box()).toHaveValue(question)
    },
  )

  it(
    'the next answer goes wrong on request, is named beforehand, and the one after it is good',
    { tags: 'hunt' },
    async () => {
      await openDemo()
      box().focus()
      await userEvent.keyboard('/fail-http500{Enter}')
      await screen.findByRole('button', { name: 'Next: HTTP 500. Press to have a good one.' })
      await hear(question)
      await expect
        .poll(() => answer().innerText)
        .toContain('The server had an error while processing your request.')
      expect(screen.queryByRole('button', { name: /^Next answer/ })).toBeNull()
      await hear(question)
      await expect.poll(() => answer().innerText).toContain('Tokyo')
    },
  )
})

it(
  'the last code block is copied by its keys; the app says what it is, with links and the version',
  { tags: 'hunt' },
  async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openDemo()
    await hear('Table and code')
    const code = [...answer().querySelectorAll<HTMLElement>('[data-slot="code-block"] pre')].at(-1)!
    await userEvent.keyboard('{Control>}{Shift>};{/Shift}{/Control}')
    await expect.poll(() => copied.mock.lastCall?.[0].trim()).toBe(code.innerText.trim())

    await press(screen.getByRole('button', { name: 'More of the app' }))
    await press(await screen.findByRole('menuitem', { name: /What is this/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('link', { name: /Source on GitHub/ })
    await dialog.findByText(/^Version \d+\.\d+\.\d+/)
  },
)
