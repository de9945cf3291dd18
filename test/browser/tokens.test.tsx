/** How sure a model was of each token, from the menu of an answer; and a version that goes on from another one. */
import { createChat, type AssistantMessage } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { AntiphonRoot } from '@antiphon/ui'
import { MessageMenu } from '@antiphon/shell'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import './support/controls.css'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'

afterEach(cleanup)

const entry = (token: string, probability: number, ...others: [string, number][]) => ({
  token,
  logprob: Math.log(probability),
  top_logprobs: others.map(([other, p]) => ({ token: other, logprob: Math.log(p) })),
})
const answer: AssistantMessage & { id: string } = {
  id: 'a',
  role: 'assistant',
  content: 'The pool was cut.',
  finishReason: 'stop',
  logprobs: {
    content: [
      entry('The', 0.99, ['A', 0.01]),
      entry(' pool', 0.45, [' queue', 0.3], [' disk', 0.1]),
      entry(' was', 0.95),
      entry(' cut', 0.05, [' full', 0.6]),
      entry('.', 1),
    ],
  },
}

function open(baseUrl: string, message = answer) {
  const bodies: { messages: unknown[]; continue_final_message?: boolean }[] = []
  const chat = createChat({
    endpoint: { baseUrl },
    model: 'm',
    messages: [{ id: 'q', role: 'user', content: 'Why?' }, message],
    fetch: async (_, init) => {
      bodies.push(JSON.parse(init?.body as string) as (typeof bodies)[number])
      const more = { delta: { content: ' grew.' }, logprobs: { content: [entry(' grew.', 0.8)] } }
      const chunks = [more, { delta: {}, finish_reason: 'stop' }].map((choice) => ({ choices: [choice] }))
      return new Response(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      })
    },
  })
  render(
    <AntiphonRoot>
      <ChatProvider chat={chat}>
        <MessageMenu message={message} />
      </ChatProvider>
    </AntiphonRoot>,
  )
  return { chat, bodies }
}

const menu = () => screen.getByRole('button', { name: 'More for this message' })
const sheet = () => screen.findByRole('dialog', { name: 'How sure the model was' })
const choices = () =>
  [...document.querySelectorAll('[data-slot="token-choice"]')].map((row) => row.textContent)

async function press() {
  await userEvent.click(menu())
  await userEvent.click(screen.getByRole('menuitem', { name: 'How sure the model was' }))
  return within(await sheet())
}

test('opens at the first token that was doubted; arrows, buttons and the pointer go to others', async () => {
  open('http://localhost:8080/v1')
  const dialog = await press()
  expect(dialog.getByText('5 tokens, 2 below 50%')).toBeVisible()
  expect(choices().map((text) => text?.replace('Go on from this', ''))).toEqual([
    '·pool45%',
    '·queue30%',
    '·disk10%',
  ])
  const list = dialog.getByRole('listbox')
  list.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(list).toHaveAttribute('aria-activedescendant', dialog.getByRole('option', { name: '·was, 95%' }).id)
  expect(dialog.getByText('The server named no alternatives here.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Next token below 50%' }))
  expect(choices()[0]).toBe('·cut5%')
  // Under the pointer it shows another one, for as long as it is there.
  await userEvent.hover(dialog.getByRole('option', { name: 'The, 99%' }))
  expect(choices()[0]).toBe('The99%')
  await userEvent.hover(dialog.getByRole('heading'))
  expect(choices()[0]).toBe('·cut5%')
  list.focus()
  await userEvent.keyboard('{Enter}')
  expect(dialog.getByRole('button', { name: 'Go on from this: ·full' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(list).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('goes on from another token as a version, which the endpoint is sent as the beginning of its answer', async () => {
  const { chat, bodies } = open('http://localhost:8080/v1')
  const dialog = await press()
  await userEvent.click(dialog.getByRole('button', { name: 'Go on from this: ·queue' }))
  await waitFor(() =>
    expect(chat.store.getMessages().at(-1)).toMatchObject({
      content: 'The queue grew.',
      finishReason: 'stop',
    }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodies.map(({ messages }) => messages)).toEqual([
    [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'The queue' },
    ],
  ])
  const { ids, index } = chat.store.getVersions('a')
  expect([ids.length, index]).toEqual([2, 0])
  expect(chat.store.getMessage('a')).toEqual(answer)
  // The figures of both parts belong to the version.
  const { logprobs } = chat.store.getMessages().at(-1) as AssistantMessage
  expect((logprobs as { content: { token: string }[] }).content.map(({ token }) => token)).toEqual([
    'The',
    ' queue',
    ' grew.',
  ])
})

test.each([
  ['an endpoint that does not go on from a beginning', 'https://api.openai.com/v1', answer],
  ['an answer after thoughts', 'http://localhost:8080/v1', { ...answer, reasoning: 'Hm.' }],
])('%s shows alternatives without going on from them', async (_, baseUrl, message) => {
  open(baseUrl, message)
  await press()
  expect(choices()).toEqual(['·pool45%', '·queue30%', '·disk10%'])
})

test('an answer without figures has no such line', async () => {
  const { logprobs: _, ...plain } = answer
  open('http://localhost:8080/v1', plain)
  await userEvent.click(menu())
  expect(screen.queryByRole('menuitem', { name: 'How sure the model was' })).toBeNull()
})
