import { createChat, defineTool, type Message, type Tool } from '@antiphon/core'
import { callsAnswer, immediateScheduler, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { germanConversation } from '@antiphon/shell/german'
import { picturesView, planView } from '@antiphon/shell/views'
import { AntiphonRoot, Chat, StringsProvider, Transcript } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { tinyImage } from '../../packages/ui/src/fixtures/story-calls.js'
import '../../packages/ui/css/source.css'
import './support/chat-layout.css'

afterEach(cleanup)

const toolRenderers = { update_plan: planView, make_pictures: picturesView }

function open(answers: Parameters<typeof scriptedTransport>[0], tools: readonly Tool[], german = false) {
  const chat = createChat({
    model: 'm',
    scheduler: immediateScheduler,
    transport: scriptedTransport(answers),
    tools,
  })
  const inside = (
    <AntiphonRoot style={{ height: 700 }}>
      <ChatProvider chat={chat}>
        <Chat transcript={{ toolRenderers }} />
      </ChatProvider>
    </AntiphonRoot>
  )
  render(
    german ? (
      <StringsProvider strings={{ conversation: germanConversation }} locale="de">
        {inside}
      </StringsProvider>
    ) : (
      inside
    ),
  )
  return chat
}

const plans = () => [...document.querySelectorAll<HTMLElement>('[data-slot="plan"]')]
const violations = async () =>
  (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id)

const planTool = defineTool({
  name: 'update_plan',
  description: 'Plans.',
  parameters: { type: 'object' },
  execute: () => 'Shown.',
})
const planned = (id: string, ...done: readonly string[]) =>
  callsAnswer([
    {
      id,
      name: 'update_plan',
      args: { plan: done.map((status, at) => ({ step: `Step ${at + 1}`, status })) },
    },
  ])

test('one plan is shown, that of the last call; a step that nobody works on any more does not turn', async () => {
  const chat = open(
    [
      planned('a', 'in_progress', 'pending', 'pending'),
      planned('b', 'completed', 'in_progress', 'pending'),
      textAnswer('Stopped here.'),
    ],
    [planTool],
  )
  await chat.send('Go')
  await expect.poll(() => plans().map(({ innerText }) => innerText.split('\n')[1])).toEqual(['1 of 3'])
  expect([...plans()[0]!.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Done: Step 1',
    'Not finished: Step 2',
    'To do: Step 3',
  ])
  expect(plans()[0]!.querySelector('[data-icon="running"]')).toBeNull()
  // The earlier call is its row alone.
  expect(document.querySelectorAll('[data-slot="tool-call"]')).toHaveLength(2)
  const [empty] = document.querySelectorAll<HTMLElement>('[data-slot="tool-card"]')
  expect(empty!.getBoundingClientRect().height).toBe(0)
  expect(await violations()).toEqual([])
})

test('the plan of an earlier answer stays, and arguments that are not a plan show as any call', async () => {
  const chat = open(
    [
      planned('a', 'completed'),
      textAnswer('One.'),
      callsAnswer([{ id: 'b', name: 'update_plan', args: { plan: 'later' } }]),
      textAnswer('Two.'),
    ],
    [planTool],
  )
  await chat.send('Go')
  await chat.send('Again')
  await expect.element(page.getByText('Two.')).toBeVisible()
  expect(plans()).toHaveLength(1)
})

test('messages without a chat, and without ids, show the plan of each answer once', async () => {
  const call = (done: string): Message => ({
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: [
      {
        id: done,
        type: 'function',
        function: {
          name: 'update_plan',
          arguments: JSON.stringify({ plan: [{ step: done, status: 'pending' }] }),
        },
      },
    ],
  })
  const shown = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'Shown.' })
  const messages: Message[] = [
    { role: 'user', content: 'Go' },
    ...['First', 'Second'].flatMap((name) => [call(name), shown(name)]),
    { role: 'user', content: 'Again' },
    call('Third'),
    shown('Third'),
  ]
  render(<Transcript messages={messages} toolRenderers={toolRenderers} />)
  await expect
    .poll(() => plans().map((plan) => plan.querySelector('li')?.textContent))
    .toEqual(['To do: Second', 'To do: Third'])
})

interface Making {
  tool: Tool
  finish(result: unknown): void
}

/** A tool that makes pictures until the test says what came of it. */
function making(): Making {
  let finish: (result: unknown) => void = () => {}
  const done = new Promise<unknown>((resolve) => (finish = resolve))
  const tool = defineTool({
    name: 'make_pictures',
    description: 'Draws.',
    parameters: { type: 'object' },
    async execute(_, { report }) {
      report(0.5)
      const result = await done
      if (result instanceof Error) throw result
      return result
    },
  })
  return { tool, finish }
}

const wish = { prompt: 'A lighthouse', count: 2, size: '600x400' }
const draws = callsAnswer([{ id: 'p', name: 'make_pictures', args: wish }])
const figure = () => document.querySelector<HTMLElement>('[data-slot="pictures"]')
const picture = { type: 'image_url' as const, image_url: { url: tinyImage } }

test('pictures have their places while they are made, and come into them; a press enlarges one and Escape gives the focus back', async () => {
  const { tool, finish } = making()
  const chat = open([draws, textAnswer('There.')], [tool])
  const sent = chat.send('Draw')
  await expect.poll(() => document.querySelectorAll('[data-slot="picture-place"]').length).toBe(2)
  const place = document.querySelector('[data-slot="picture-place"]')!.getBoundingClientRect()
  expect(place.width / place.height).toBeCloseTo(1.5, 1)
  expect(figure()!.textContent).toBe('2 pictures are made: A lighthouse')
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  expect(await violations()).toEqual([])
  const before = figure()!.getBoundingClientRect().height
  finish({ content: [picture, picture] })
  await sent
  const tile = page.getByRole('button', { name: /Picture 2: A lighthouse/ })
  await expect.element(tile).toBeVisible()
  expect(Math.abs(figure()!.getBoundingClientRect().height - before)).toBeLessThanOrEqual(1)
  tile.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.querySelector('dialog[open][data-slot="lightbox"]')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
  expect(document.activeElement).toBe(tile.element())
  expect(await violations()).toEqual([])
})

test('a failure leaves no empty places: the row says it', async () => {
  const { tool, finish } = making()
  const chat = open([draws, textAnswer('Sorry.')], [tool], true)
  const sent = chat.send('Draw')
  await expect.poll(() => figure()?.textContent).toBe('2 Bilder entstehen: A lighthouse')
  finish(new Error('The service has no more credit.'))
  await sent
  await expect.poll(figure).toBeNull()
  await expect.element(page.getByText('The service has no more credit.').first()).toBeVisible()
})

test('a picture on another host is not loaded before a press', async () => {
  const { tool, finish } = making()
  const chat = open([draws, textAnswer('There.')], [tool])
  const sent = chat.send('Draw')
  finish({ content: [{ type: 'image_url', image_url: { url: 'https://pictures.example/one.png' } }] })
  await sent
  await expect.poll(() => figure()?.textContent).toContain('pictures.example')
  expect(figure()!.querySelector('img')).toBeNull()
})
