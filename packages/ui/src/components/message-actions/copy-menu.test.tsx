import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { MessageActions } from './message-actions.js'
import '../../testing/late-parts.js'

const data = { role: 'assistant', content: '**Hi** [there](https://a.test)' }
const trigger = (): HTMLElement => screen.getByRole('button', { name: 'Copy this message as' })
let user: ReturnType<typeof userEvent.setup>

beforeEach(() => {
  // Gives the page a clipboard that can be read back.
  user = userEvent.setup()
  render(<MessageActions getText={() => data.content} getData={() => data} onRetry={() => {}} />)
})

test.each([
  ['Markdown', data.content],
  ['Plain text', 'Hi there'],
  ['JSON of the message', JSON.stringify(data, null, 2)],
])('copies as %s, closes, and the focus is on its button again', async (name, expected) => {
  await user.click(trigger())
  await user.click(screen.getByRole('menuitem', { name }))
  expect(await navigator.clipboard.readText()).toBe(expected)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(trigger()).toHaveFocus()
})

test('by keyboard: opens on its first item, the arrows go round, Escape closes', async () => {
  trigger().focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('menuitem', { name: 'Markdown' })).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('menuitem', { name: 'JSON of the message' })).toHaveFocus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Plain text' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(trigger()).toHaveFocus()
  expect(trigger()).toHaveAttribute('aria-expanded', 'false')
})

test('closes when the focus leaves it', async () => {
  await user.click(trigger())
  screen.getByRole('button', { name: 'Retry this answer' }).focus()
  await expect.poll(() => screen.queryByRole('menu')).toBeNull()
})
