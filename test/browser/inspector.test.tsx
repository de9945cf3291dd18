import { createChat } from '@antiphon/core'
import { createRecorder, recordChat, type Recorder, type WireExchange } from '@antiphon/devtools'
import { scriptedTransport, sseText, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { WireInspector, type WireInspectorProps } from '@antiphon/devtools/react'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/devtools/src/react/inspector.css'
import { cleanup, render, screen, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import './support/chat-layout.css'
import './support/inspector-layout.css'
import {
  attempts,
  cutExchange,
  faultyThread,
  longExchange,
  refusedExchange,
  streamedExchange,
} from '../../packages/devtools/src/react/fixtures/story-exchanges.js'

afterEach(cleanup)

const rows = (): HTMLElement => screen.getByRole('tree', { name: 'Rows of the stream' })
const chosenRow = (): HTMLElement => within(rows()).getByRole('treeitem', { selected: true })
const preview = (): HTMLElement => screen.getByRole('region', { name: 'Answer' })
const slider = (): HTMLInputElement => screen.getByRole('slider', { name: 'Byte' })
const button = (name: string): HTMLElement => screen.getByRole('button', { name })

async function chooseInMenu(line: string): Promise<void> {
  await userEvent.click(button('More of the wire'))
  await userEvent.click(screen.getByRole('menuitem', { name: line }))
}

function show(exchanges: readonly WireExchange[], props: WireInspectorProps = {}): Recorder {
  const recorder = createRecorder()
  recorder.add(exchanges)
  render(
    <StrictMode>
      <div style={{ blockSize: 720, inlineSize: 440 }}>
        <WireInspector recorder={recorder} {...props} />
      </div>
    </StrictMode>,
  )
  return recorder
}

test('twenty thousand rows have as many elements as the window has lines, wherever one is in them', async () => {
  show([longExchange(20_000)])
  const mounted = (): number => within(rows()).getAllByRole('treeitem').length
  rows().focus()
  // All of them fed the same text: one line, until somebody opens it.
  expect(mounted()).toBe(1)
  await userEvent.keyboard('{Home}')
  expect(chosenRow()).toHaveTextContent('×20,000')
  await userEvent.keyboard('{ArrowRight}{End}')
  expect(chosenRow()).toHaveAttribute('aria-posinset', '20000')
  expect(chosenRow()).toHaveAttribute('aria-setsize', '20000')
  expect(mounted()).toBeLessThan(60)
  rows().scrollTop = 7_000 * 26
  await expect.poll(() => within(rows()).queryByText(/w7001 /)).not.toBeNull()
  expect(mounted()).toBeLessThan(60)
  // The one that is read out stays, though it is far outside.
  expect(rows().getAttribute('aria-activedescendant')).toBe(chosenRow().id)
})

test('rows are chosen by keys, and the answer below is as it was then', async () => {
  show([streamedExchange()])
  rows().focus()
  await userEvent.keyboard('{Home}{ArrowDown}')
  // Events that fed the same part are behind one row, which shows the words of all of them.
  expect(chosenRow()).toHaveAttribute('aria-expanded', 'false')
  expect(chosenRow()).toHaveTextContent(/thinking The jump begins with .* ×14/)
  expect(preview()).toHaveTextContent('smaller than the one before')
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(chosenRow()).toHaveTextContent('begins')
  expect(chosenRow()).toHaveAttribute('aria-level', '2')
  expect(preview()).toHaveTextContent('The jump begins')
  expect(preview()).not.toHaveTextContent('with')
  expect(preview().querySelector('[data-wire-lit]')).toHaveAttribute('data-part', 'reasoning-0')
  await userEvent.keyboard('{ArrowUp}')
  expect(preview()).not.toHaveTextContent('begins')
  // Go to the head and close it, so that it represents all of its rows.
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(chosenRow()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{End}')
  expect(preview()).toHaveTextContent('One line of the stream could not be read')
  // Copies and figures are those of the panel.
  expect(preview().querySelector('[role="toolbar"], [data-slot="usage-meter"]')).toBeNull()
  expect(screen.getByText('54 / 54')).toBeVisible()
})

test('times in the answer are those of the recording, not of now', { tags: 'hunt' }, async () => {
  show([streamedExchange()])
  slider().focus()
  await userEvent.keyboard('{Home}')
  for (let step = 0; step < 46; step++) await userEvent.click(button('Next row'))
  expect(preview()).toHaveTextContent('Writing · 3 s')
})

test('the slider stops at every byte, and says where it is', async () => {
  const exchange = streamedExchange()
  show([exchange])
  expect(slider().max).toBe(String(exchange.body.length))
  expect(slider()).toHaveAttribute('aria-valuetext', 'byte 6,349 of 6,349, row 54 of 54')
  slider().focus()
  await userEvent.keyboard('{Home}')
  expect(slider()).toHaveAttribute('aria-valuetext', 'byte 0 of 6,349, row 0 of 54')
  await userEvent.keyboard('{ArrowRight}')
  expect(slider().value).toBe('1')
  await userEvent.click(button('Next row'))
  expect(screen.getByText('1 / 54')).toBeVisible()
  await userEvent.click(button('Previous row'))
  expect(slider().value).toBe('0')
})

test('plays what was recorded from the beginning to the finished answer, and can be paused', async () => {
  show([streamedExchange()])
  const speed = screen.getByRole('combobox', { name: 'Speed' })
  await userEvent.selectOptions(speed, '0.25')
  // Its clock is that of the test: on a slow machine a press of Pause may come after the end.
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  await userEvent.click(button('Play'))
  now += 4_000
  await expect.poll(() => Number(slider().value)).toBeGreaterThan(0)
  await userEvent.click(button('Pause'))
  const paused = Number(slider().value)
  expect(paused).toBeLessThan(6_349)
  now += 60_000
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
  expect(slider().value).toBe(String(paused))
  clock.mockRestore()
  await userEvent.selectOptions(speed, '16')
  await userEvent.click(button('Play'))
  await expect.poll(() => slider().value).toBe('6349')
  await expect.poll(() => preview().textContent).toContain('No result')
  await expect.poll(() => screen.queryByRole('button', { name: 'Play' })).not.toBeNull()
})

test('what could not be read and what was repaired is marked, and can be shown alone', async () => {
  show([streamedExchange()])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'problems')
  const problems = within(rows()).getAllByRole('treeitem')
  expect(problems.map((row) => row.dataset['mark'])).toEqual(['unparsed', 'repaired'])
  expect(problems[0]).toHaveTextContent('unreadable')
  await userEvent.click(problems[1]!)
  await userEvent.click(screen.getByRole('tab', { name: 'Row' }))
  expect(screen.getByText('index_type')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Only: thinking')
  expect(within(rows()).getAllByRole('treeitem')).toHaveLength(14)
  await userEvent.fill(screen.getByRole('searchbox', { name: 'Filter rows' }), '9F31C2E')
  await expect.poll(() => within(rows()).getAllByRole('treeitem').length).toBe(1)
})

test('attempts at one answer stand side by side: refused, healed, answered', async () => {
  show(attempts())
  const list = screen.getByRole('list', { name: 'Attempts at this answer' })
  expect(
    within(list)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual([
    'Attempt 1: status 503tried again after 0.8 s',
    'Attempt 2: status 400tried again: stream_options, sent without it',
    'Attempt 3: done',
  ])
  await userEvent.click(within(list).getByRole('button', { name: /^Attempt 1/ }))
  expect(preview()).toHaveTextContent('The provider is busy')
})

test('an error, a broken connection and an exchange whose bytes are gone say so', async () => {
  const emptied = streamedExchange({ dropped: 'old' })
  show([
    refusedExchange(),
    { ...cutExchange(2_417), id: 'x2', answerId: 'x2' },
    { ...emptied, id: 'x3', answerId: 'x3' },
  ])
  expect(screen.getByText(/were dropped to save memory/)).toBeVisible()
  await chooseInMenu('Previous exchange')
  expect(screen.getByRole('combobox', { name: 'Exchange' })).toHaveDisplayValue('2. gpt-4o, cut off')
  expect(preview()).toHaveTextContent('Connection ended before the answer did')
  await chooseInMenu('Previous exchange')
  expect(preview()).toHaveTextContent('The key was not accepted')
})

test('a row lights its part in the conversation, and a part that is picked there chooses its row', async () => {
  const chat = createChat({
    transport: scriptedTransport([sseText(words('Rain over *Oslo* until the evening.'))]),
  })
  const recorder = createRecorder()
  const stop = recordChat(chat, recorder)
  render(
    <ChatProvider chat={chat}>
      <div style={{ blockSize: 300 }}>
        <Transcript />
      </div>
      <div style={{ blockSize: 600 }}>
        <WireInspector chat={chat} recorder={recorder} />
      </div>
    </ChatProvider>,
  )
  await chat.send('Weather?')
  stop()
  const conversation = screen.getByRole('region', { name: 'Conversation' })
  await expect.poll(() => within(rows()).getAllByRole('treeitem').length).toBe(3)
  rows().focus()
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}')
  const lit = conversation.querySelector('[data-wire-lit]')
  expect(lit).toHaveTextContent('Rain over Oslo until the evening.')
  const highlight = CSS.highlights.get('antiphon-wire')
  expect([...(highlight ?? [])].map(String)).toContain('Oslo')
  // The words are marked: the part around them has a ground, and no frame.
  expect(getComputedStyle(lit!).outlineStyle).toBe('none')

  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await chooseInMenu('Pick in the conversation')
  expect(screen.getByText(/Press a part of the conversation/)).toBeVisible()
  const evening = [...lit!.querySelectorAll('p')].at(-1)!
  const { width, height } = evening.getBoundingClientRect()
  const text = document.createRange()
  text.selectNodeContents(evening)
  await userEvent.click(evening, {
    position: { x: Math.min(width, text.getBoundingClientRect().width) - 10, y: height / 2 },
  })
  await expect.poll(() => chosenRow().textContent).toContain('evening')
  // The row itself, though its group was closed.
  expect(chosenRow()).toHaveAttribute('aria-level', '2')

  // Safari before 26.2 has another function for the place under the pointer.
  Object.defineProperty(document, 'caretPositionFromPoint', { value: undefined, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'caretPositionFromPoint'))
  rows().focus()
  await userEvent.keyboard('{Home}')
  await chooseInMenu('Pick in the conversation')
  await userEvent.click(evening, {
    position: { x: Math.min(width, text.getBoundingClientRect().width) - 10, y: height / 2 },
  })
  await expect.poll(() => chosenRow().textContent).toContain('evening')
})

test('given a chat alone it records it, and checks what was asked', async () => {
  const chat = createChat({ messages: faultyThread, transport: scriptedTransport([textAnswer('Gladly.')]) })
  render(
    <div style={{ blockSize: 700 }}>
      <WireInspector chat={chat} />
    </div>,
  )
  expect(screen.getByText('Nothing has gone over the wire yet')).toBeVisible()
  await chat.send('And now?')
  await expect.poll(() => screen.queryByRole('tab', { name: /^Request/ })).not.toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: /^Request/ }))
  expect(screen.getByText('The call of query_metrics has no result.')).toBeVisible()
})

test('takes a pasted stream, array and capture file, checks an array, and says what is damaged', async () => {
  show([])
  const paste = async (text: string): Promise<void> => {
    await chooseInMenu('Paste')
    await userEvent.fill(screen.getByRole('textbox', { name: /array of messages/ }), text)
    await userEvent.click(button('Read it'))
  }
  await paste(sseText(words('Pasted in.')))
  expect(preview()).toHaveTextContent('Pasted in.')
  expect(screen.getByRole('combobox', { name: 'Exchange' })).toHaveDisplayValue('1. answer, pasted')

  await paste(
    JSON.stringify([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'add', arguments: '{}' } }],
      },
      { role: 'user', content: 'Go on' },
    ]),
  )
  expect(screen.getByText('The call of add has no result.')).toBeVisible()
  await userEvent.click(button('Back to the exchanges'))

  await paste('{"format":"antiphon.capture","version":99,"exchanges":[]}')
  expect(screen.getByRole('alert')).toHaveTextContent('has version 99; this page reads up to 2')
})

/** A text as chunks, one per word, with an end. */
function words(text: string): object[] {
  const deltas = text.split(/(?<= )/).map((content) => ({ choices: [{ index: 0, delta: { content } }] }))
  return [...deltas, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }]
}

test('the request says what was changed for the server, or that nothing was, and never both', async () => {
  const said = (): string[] =>
    ['Sent as stored.', 'stream_options'].filter((words) => screen.queryByText(new RegExp(words)) !== null)
  const asStored = { ...streamedExchange(), question: undefined }
  show([asStored])
  await userEvent.click(screen.getByRole('tab', { name: 'Request' }))
  expect(screen.getByRole('heading', { name: 'Changes made for this server' })).toBeVisible()
  expect(said()).toEqual(['Sent as stored.'])
  cleanup()
  show([
    {
      ...asStored,
      adjustments: [{ rule: 'omitted', where: 'stream_options', before: {}, after: undefined }],
    },
  ])
  await userEvent.click(screen.getByRole('tab', { name: 'Request' }))
  expect(said()).toEqual(['stream_options'])
})

test('the request tells keys that were left out from fields that are written in another way', async () => {
  const { sent } = streamedExchange()
  const asked = { role: 'user' as const, content: 'How warm is it?', id: 'm1' }
  const answer = { role: 'assistant' as const, content: '', reasoning: 'They want a figure.' }
  const send = (messages: unknown[]): WireExchange =>
    streamedExchange({
      question: { model: 'm', messages: [asked, answer] },
      sent: { ...sent!, body: JSON.stringify({ messages }) },
    })
  const said = async (exchange: WireExchange): Promise<string | undefined> => {
    cleanup()
    show([exchange])
    await userEvent.click(screen.getByRole('tab', { name: /^Request/ }))
    return screen.getByText(/^Nothing was adapted/).textContent
  }
  const { id: _, ...question } = asked
  expect(await said(send([question, answer]))).toBe(
    'Nothing was adapted. Only fields of the store were left out, as the comparison shows.',
  )
  const written = { role: 'assistant', content: null, reasoning_content: answer.reasoning }
  expect(await said(send([question, written]))).toBe(
    'Nothing was adapted for this server. Some fields are written as the protocol names them, and what only the store needs is left out.',
  )
})

test('every list of the panel shows that a press opens it', () => {
  show([streamedExchange()])
  const lists = screen.getAllByRole('combobox')
  expect(lists.length).toBeGreaterThan(1)
  for (const list of lists) {
    const { backgroundImage, paddingInlineEnd } = getComputedStyle(list)
    // The triangle, with room of its own.
    expect(backgroundImage).toMatch(/gradient/)
    expect(parseFloat(paddingInlineEnd)).toBeGreaterThanOrEqual(20)
  }
})
