import { createChat, type ChatController as ChatData, type Message } from '@antiphon/core'
import { scriptedTransport, sseText } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/src/markdown/markdown.css'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import './support/chat-layout.css'
import { frames, topOf, viewport } from './support/long-thread.js'
import { rest } from './support/rest.js'

afterEach(cleanup)

const COUNT = 300

/** A long thread; the first words of its messages are the name. */
function thread(name: string, answers: Parameters<typeof scriptedTransport>[0] = []): ChatData {
  const messages = Array.from({ length: COUNT }, (_, at): Message => {
    const content = `${name} ${at}: ${'some words about the pool and its waits. '.repeat(1 + (at % 7))}`
    return at % 2
      ? { role: 'assistant', id: `${name}${at}`, content, finishReason: 'stop' }
      : { role: 'user', id: `${name}${at}`, content }
  })
  return createChat({ messages, transport: scriptedTransport(answers) })
}

/** The chat changes, and nothing around it gets a key: the natural way. */
function open(first: ChatData) {
  const page = (chat: ChatData) => (
    <div style={{ height: 600, width: 900, display: 'flex' }}>
      <ChatProvider chat={chat}>
        <Chat style={{ flex: 1 }} theme="light" />
      </ChatProvider>
    </div>
  )
  const { rerender } = render(page(first))
  return {
    async show(chat: ChatData) {
      rerender(page(chat))
      await frames(2)
      await rest()
    },
  }
}
const turn = (id: string) => document.querySelector<HTMLElement>(`[data-turn-id=${id}]`)!
const mode = () => document.querySelector('[data-slot=transcript]')!.getAttribute('data-follow')
const toEnd = () => viewport().scrollHeight - viewport().clientHeight - viewport().scrollTop
const spoken = () =>
  [...document.querySelectorAll('[data-slot=announcer] p')].map((entry) => entry.textContent)

/** Scrolls to the middle of the thread as a reader does, and tells where that is. */
async function readIn(name: string): Promise<{ id: string; top: number }> {
  viewport().dispatchEvent(new WheelEvent('wheel', { deltaY: -400, bubbles: true }))
  viewport().scrollTop = viewport().scrollHeight / 2
  await rest()
  const first = [...document.querySelectorAll<HTMLElement>('[data-slot=turn]')].find(
    (element) => topOf(element) + element.offsetHeight > 0 && element.dataset['turnId']?.startsWith(name),
  )!
  return { id: first.dataset['turnId']!, top: topOf(first) }
}

it('another chat opens at its end, and each one is where it was left when it comes back', async () => {
  const [one, two] = [thread('one'), thread('two')]
  const page = open(one)
  await rest()
  expect([mode(), toEnd() < 2]).toEqual(['free', true])
  const inOne = await readIn('one')

  await page.show(two)
  expect(screen.queryByText(/^one 299/)).toBeNull()
  // Not taken for a question that was just sent.
  expect([mode(), toEnd() < 2]).toEqual(['free', true])
  expect(document.querySelector('[data-slot=spacer]')!.clientHeight).toBe(0)
  const inTwo = await readIn('two')

  await page.show(one)
  expect(Math.abs(topOf(turn(inOne.id)) - inOne.top)).toBeLessThan(3)
  expect(mode()).toBe('free')
  await page.show(two)
  expect(Math.abs(topOf(turn(inTwo.id)) - inTwo.top)).toBeLessThan(3)
  expect(spoken()).toEqual([])
})

it('what is typed and edited stays with its chat', async () => {
  const [one, two] = [thread('one'), thread('two')]
  const page = open(one)
  await userEvent.fill(screen.getByRole('textbox', { name: 'Write a message' }), 'Only for the first')
  act(() => turn('one298').querySelector<HTMLElement>('[data-action=edit]')!.click())
  await expect.poll(() => screen.queryByRole('form', { name: 'Edit your message' })).not.toBeNull()

  await page.show(two)
  expect(screen.queryByRole('form', { name: 'Edit your message' })).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Write a message' })).toHaveValue('')
})

it('an answer that is on its way in the one chat is no news of the other', async () => {
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  async function* slow() {
    yield sseText([{ choices: [{ index: 0, delta: { content: 'On its way' } }] }], { done: false })
    await ended
    yield sseText([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }])
  }
  const [one, two] = [thread('one', [() => slow()]), thread('two')]
  const page = open(one)
  let sent!: Promise<void>
  await act(async () => void (sent = one.send('go on')))
  await expect.poll(() => document.body.textContent).toContain('On its way')
  await expect.poll(mode).toBe('anchor')
  const before = spoken()

  await page.show(two)
  expect(document.querySelector('[data-streaming]')).toBeNull()
  expect([mode(), toEnd() < 2]).toEqual(['free', true])
  await act(async () => {
    end()
    await sent
  })
  await rest()
  expect(spoken().filter((entry) => !before.includes(entry))).toEqual([])
  expect(screen.queryByRole('button', { name: 'New answer' })).toBeNull()

  await page.show(one)
  expect(screen.getByText('On its way')).toBeInTheDocument()
  expect(mode()).toBe('free')
})
