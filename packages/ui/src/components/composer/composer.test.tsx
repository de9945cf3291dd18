import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Composer } from './composer.js'

afterEach(() => void vi.unstubAllGlobals())

const field = (): HTMLTextAreaElement => screen.getByRole('textbox')
const button = (): HTMLElement => screen.getByRole('button', { name: /^(Send|Stop)$/ })

test('Enter sends once and empties the box, Shift and Enter starts a line', async () => {
  const onSend = vi.fn()
  render(<Composer model="gpt-4o" onSend={onSend} />)
  expect(field()).toHaveAttribute('placeholder', 'Message gpt-4o')
  await userEvent.type(field(), 'one{Shift>}{Enter}{/Shift}two')
  expect(field()).toHaveValue('one\ntwo')
  await userEvent.keyboard('{Enter}{Enter}')
  expect(onSend.mock.calls).toEqual([['one\ntwo', 'one\ntwo']])
  expect(field()).toHaveValue('')
  expect(field()).toHaveFocus()
})

test.each([
  ['while composing', { isComposing: true }],
  ['in Safari, which ends the composition first', { keyCode: 229 }],
  ['while the key is held down', { repeat: true }],
])('Enter sends nothing %s', async (_, init) => {
  const onSend = vi.fn()
  render(<Composer onSend={onSend} />)
  await userEvent.type(field(), 'にほん')
  fireEvent(field(), createEvent.keyDown(field(), { key: 'Enter', ...init }))
  expect(onSend).not.toHaveBeenCalled()
})

test('on a touch keyboard Enter is a line, with Mod it sends', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const onSend = vi.fn()
  render(<Composer onSend={onSend} />)
  await userEvent.type(field(), 'one{Enter}two')
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSend).toHaveBeenCalledWith('one\ntwo', 'one\ntwo')
})

test('blanks are not sent; the empty button stays in the tab order', async () => {
  const onSend = vi.fn()
  render(<Composer onSend={onSend} />)
  expect(button()).toHaveAttribute('aria-disabled', 'true')
  expect(button()).not.toBeDisabled()
  await userEvent.type(field(), '   {Enter}')
  await userEvent.click(button())
  expect(onSend).not.toHaveBeenCalled()
})

test('Stop is where Send was, keeps its focus, and a double click does not hit it', async () => {
  const onStop = vi.fn()
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const { rerender } = render(<Composer onStop={onStop} />)
  const send = button()
  send.focus()
  rerender(<Composer onStop={onStop} status="streaming" />)
  expect(button()).toBe(send)
  expect(button()).toHaveAccessibleName('Stop')
  expect(button()).toHaveFocus()
  now.mockReturnValue(1_300)
  fireEvent.click(button())
  expect(onStop).not.toHaveBeenCalled()
  now.mockReturnValue(1_400)
  fireEvent.click(button())
  expect(onStop).toHaveBeenCalledOnce()
  now.mockRestore()
})

test('while an answer streams one types ahead: Enter queues, Escape stops, entries can be taken back', async () => {
  const onSend = vi.fn()
  const onStop = vi.fn()
  const onQueueRemove = vi.fn()
  const queue = [{ id: 'q1', text: 'And the cost?' }]
  render(<Composer status="streaming" {...{ onSend, onStop, onQueueRemove, queue }} />)
  expect(field()).toHaveAttribute('placeholder', 'Type ahead: sent when this turn ends')
  expect(screen.getByRole('list', { name: 'Queued messages' })).toHaveTextContent('Sent when this turn ends')
  await userEvent.type(field(), 'next')
  await userEvent.keyboard('{Escape}')
  expect(onStop).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Enter}')
  expect(onSend).toHaveBeenCalledWith('next', 'next')
  await userEvent.click(screen.getByRole('button', { name: 'Remove from the queue: And the cost?' }))
  expect(onQueueRemove).toHaveBeenCalledWith('q1')
})

test('a send that is refused keeps the text', async () => {
  render(<Composer onSend={() => false} />)
  await userEvent.type(field(), 'keep me{Enter}')
  expect(field()).toHaveValue('keep me')
})

test('Arrow up in an empty box edits the last message, in a full one it moves the cursor', async () => {
  const onEditLast = vi.fn()
  render(<Composer onEditLast={onEditLast} />)
  await userEvent.type(field(), '{ArrowUp}')
  expect(onEditLast).toHaveBeenCalledOnce()
  await userEvent.type(field(), 'a{ArrowUp}')
  expect(onEditLast).toHaveBeenCalledOnce()
})

test('a file that is pasted attaches, text that is pasted is text', () => {
  const onFiles = vi.fn()
  render(<Composer onFiles={onFiles} />)
  const file = new File(['a'], 'a.png')
  fireEvent.paste(field(), { clipboardData: { files: [file] } })
  expect(onFiles).toHaveBeenCalledWith([file], [])
  fireEvent.paste(field(), { clipboardData: { files: [], getData: () => 'text' } })
  expect(onFiles).toHaveBeenCalledOnce()
})
