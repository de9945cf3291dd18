import { createChat, type ChatController, type ContentPart } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider, createAttachmentTray } from '@antiphon/react'
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi, beforeAll } from 'vitest'
import { Chat } from '../chat/chat.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { Composer, type ComposerProps } from './composer.js'

// The queue view is loaded once the page has a chat.
beforeAll(() => lazyLive.load())
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

test('autoFocus gives the box the focus when it appears, also with another chat, and leaves it alone later', async () => {
  const chatOf = (): ChatController => createChat({ transport: scriptedTransport([textAnswer('Yes.')]) })
  const page = (chat: ChatController, text: string) => (
    <ChatProvider chat={chat}>
      <a href="#a">{text}</a>
      <Chat composer={{ autoFocus: true }} skipLinks={false} />
    </ChatProvider>
  )
  const first = chatOf()
  const { rerender } = render(page(first, 'one'))
  expect(field()).toHaveFocus()
  act(() => screen.getByRole('link').focus())
  rerender(page(first, 'two'))
  expect(screen.getByText('two')).toHaveFocus()
  rerender(page(chatOf(), 'three'))
  expect(field()).toHaveFocus()
})

test('a message that is sent leaves the focus in the box, and on a touch screen lets the keyboard go', async () => {
  render(<Composer onSend={vi.fn()} />)
  await userEvent.type(field(), 'one')
  await userEvent.click(button())
  expect(field()).toHaveFocus()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await userEvent.type(field(), 'two')
  await userEvent.click(button())
  expect(field()).not.toHaveFocus()
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

test('while an answer streams and the box has text, Send puts it into the queue and Stop stands before it', async () => {
  const onSend = vi.fn()
  const onStop = vi.fn()
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const { rerender } = render(<Composer status="streaming" {...{ onSend, onStop }} />)
  const main = button()
  fireEvent.change(field(), { target: { value: 'next' } })
  expect(screen.getAllByRole('button', { name: /^(Send|Stop)$/ })).toEqual([
    screen.getByRole('button', { name: 'Stop' }),
    main,
  ])
  expect(main).toHaveAccessibleName('Send')
  // A click meant for Stop, which had this place, sends nothing.
  fireEvent.click(main)
  expect(onSend).not.toHaveBeenCalled()
  now.mockReturnValue(1_400)
  fireEvent.click(main)
  expect(onSend).toHaveBeenCalledExactlyOnceWith('next', 'next')
  expect(button()).toHaveAccessibleName('Stop')
  fireEvent.change(field(), { target: { value: 'and one more' } })
  now.mockReturnValue(1_800)
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(onStop).toHaveBeenCalledOnce()
  expect(field()).toHaveValue('and one more')
  // The answer ends by itself while Stop has the focus: Stop goes, and the focus stays beside the text.
  screen.getByRole('button', { name: 'Stop' }).focus()
  rerender(<Composer status="ready" {...{ onSend, onStop }} />)
  expect(button()).toBe(main)
  expect(main).toHaveFocus()
  now.mockRestore()
})

test('while an answer streams one types ahead: Enter queues, Escape stops, entries can be taken back', async () => {
  const onSend = vi.fn()
  const onStop = vi.fn()
  const onQueueRemove = vi.fn()
  const queue = [{ id: 'q1', text: 'And the cost?' }]
  render(<Composer status="streaming" {...{ onSend, onStop, onQueueRemove, queue }} />)
  expect(field()).toHaveAttribute('placeholder', 'Write ahead: it is sent when this answer ends')
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

const picture = new File(['a'], 'image.png', { type: 'image/png' })
const cells = '<table><tr><td>A</td></tr></table>'
const image = '<meta charset="utf-8"><img src="https://a.example/b.png">'

test.each<[string, File[], Record<string, string>, isText: boolean]>([
  [
    'cells with HTML and a picture of them',
    [picture],
    { 'text/plain': 'A\tB\r\n1\t2', 'text/html': cells },
    true,
  ],
  ['words and a picture, without HTML', [picture], { 'text/plain': 'words' }, true],
  ['one cell with an address', [picture], { 'text/plain': 'https://a.example/', 'text/html': cells }, true],
  [
    'words with a picture among them',
    [picture],
    { 'text/plain': 'words', 'text/html': `<p>words</p>${image}` },
    true,
  ],
  ['words and two pictures of them', [picture, picture], { 'text/plain': '/a/b' }, true],
  ['a picture alone', [picture], {}, false],
  ['a picture and blank text', [picture], { 'text/plain': ' \r\n' }, false],
  ['a picture of a page', [picture], { 'text/html': image }, false],
  [
    'a picture of a page with its address',
    [picture],
    { 'text/plain': 'https://a.example/b.png', 'text/html': image },
    false,
  ],
  ['a file of the desktop with its name', [picture], { 'text/plain': 'image.png' }, false],
  [
    'files of the desktop with their paths',
    [picture, picture],
    { 'text/plain': '/home/a/image.png\nfile:///home/a/b%20c.png' },
    false,
  ],
  [
    'a document with words',
    [new File(['a'], 'a.pdf', { type: 'application/pdf' })],
    { 'text/plain': 'words' },
    false,
  ],
])('a paste of %s', (_, files, texts, isText) => {
  const onFiles = vi.fn()
  render(<Composer onFiles={onFiles} />)
  const clipboardData = { files, getData: (type: string) => texts[type] ?? '' }
  // The browser puts the text in unless the event is prevented.
  expect(fireEvent.paste(field(), { clipboardData })).toBe(isText)
  expect(onFiles).toHaveBeenCalledTimes(isText ? 0 : 1)
})

test('a send that rejects keeps the text and the files, and says why in words', async () => {
  const tray = createAttachmentTray()
  tray.add([new File(['p95'], 'metrics.csv', { type: 'text/csv' })])
  await vi.waitFor(() => expect(tray.getState().isReady).toBe(true))
  const [before] = tray.getState().items
  const chat = createChat({})
  render(
    <ChatProvider chat={chat}>
      <Composer tray={tray} />
    </ChatProvider>,
  )
  await userEvent.type(field(), 'Why?{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Not sent: .*endpoint/)
  expect(field()).toHaveValue('Why?')
  expect(tray.getState().items).toEqual([before])
  expect(chat.store.getMessages()).toEqual([])
  expect(field()).toHaveFocus()
  await userEvent.type(field(), '!')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what was typed while a send failed is behind the text that comes back', async () => {
  let fail!: (problem: Error) => void
  render(<Composer onSend={() => new Promise((_, reject) => (fail = reject))} />)
  await userEvent.type(field(), 'first{Enter}second')
  await act(async () => fail(new Error('No room.')))
  expect(field()).toHaveValue('first\n\nsecond')
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent: No room.')
})

describe('messages that wait after the answer has ended', () => {
  const queue = [
    { id: 'q1', text: 'And the cost?' },
    { id: 'q2', text: 'Then write it up.' },
  ]

  test('a heading counts them and a button sends them', async () => {
    const onQueueSend = vi.fn()
    const { rerender } = render(<Composer queue={queue} {...{ onQueueSend }} />)
    expect(screen.getByText('2 messages wait')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Queued messages' })).not.toHaveTextContent('when this turn ends')
    await userEvent.click(screen.getByRole('button', { name: 'Send the waiting messages' }))
    expect(onQueueSend).toHaveBeenCalledOnce()
    // The button goes away with the queue; the focus is not lost with it.
    rerender(<Composer queue={[]} {...{ onQueueSend }} />)
    expect(field()).toHaveFocus()
  })

  test('while an answer is on its way they wait for its end, and there is nothing to press', () => {
    render(<Composer queue={queue} status="streaming" onQueueSend={() => {}} />)
    expect(screen.queryByText('2 messages wait')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send the waiting messages' })).toBeNull()
  })

  test('one is taken back into the box, before what is typed there, with its files', async () => {
    const onQueueRemove = vi.fn()
    const tray = createAttachmentTray()
    const image: ContentPart = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    const entry = {
      id: 'q1',
      text: 'And the cost?',
      content: [{ type: 'text' as const, text: 'And the cost?' }, image],
    }
    render(<Composer queue={[entry]} tray={tray} {...{ onQueueRemove }} />)
    await userEvent.type(field(), 'typed')
    await userEvent.click(screen.getByRole('button', { name: 'Edit: And the cost?' }))
    expect(onQueueRemove).toHaveBeenCalledWith('q1')
    expect(field()).toHaveValue('And the cost?\n\ntyped')
    expect(field()).toHaveFocus()
    expect(tray.content('')).toEqual([image])
  })

  test('one with files is not taken back where there is no place for files', () => {
    const image: ContentPart = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    render(<Composer queue={[{ id: 'q1', text: '[image]', content: [image] }]} onQueueRemove={() => {}} />)
    expect(screen.getByRole('button', { name: /^Remove/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  })

  test('with the keyboard alone: removing one leads to the next, removing the last to the box', async () => {
    function Waiting() {
      const [waiting, setWaiting] = useState(queue)
      const remove = (id: string): void => setWaiting(waiting.filter((entry) => entry.id !== id))
      return <Composer queue={waiting} onQueueRemove={remove} onQueueSend={() => {}} />
    }
    render(<Waiting />)
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Send the waiting messages' })).toHaveFocus()
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Edit: And the cost?' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Remove from the queue: Then write it up.' })).toHaveFocus()
    expect(screen.getByText('1 message waits')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(field()).toHaveFocus()
  })

  test('in a chat: a failed answer leaves them, they are announced, and Send sends them', async () => {
    let refuse!: () => void
    const failing = () =>
      new Promise<never>((_, reject) => (refuse = () => reject(new TypeError('Failed to fetch'))))
    const transport = scriptedTransport([failing, textAnswer('Here.')])
    const chat = createChat({ transport })
    render(
      <ChatProvider chat={chat}>
        <Chat />
      </ChatProvider>,
    )
    await userEvent.type(field(), 'one{Enter}two{Enter}')
    await vi.waitFor(() => expect(refuse).toBeDefined())
    await act(async () => refuse())
    expect(await screen.findByText('1 message waits', { selector: '[data-slot=queue-title]' })).toBeVisible()
    expect(document.querySelector('[data-slot=announcer][aria-live=polite]')).toHaveTextContent(
      '1 message waits',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Send the waiting messages' }))
    await vi.waitFor(() => expect(transport.requests).toHaveLength(2))
    expect(await screen.findByText('Here.')).toBeInTheDocument()
    expect(screen.queryByRole('list', { name: 'Queued messages' })).toBeNull()
  })
})

test('a press on Stop leaves the focus in the box', async () => {
  const onStop = vi.fn()
  render(<Composer status="streaming" onStop={onStop} />)
  await userEvent.type(field(), 'typed ahead')
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(onStop).toHaveBeenCalledOnce()
  expect(field()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('typed ahead')
})

describe('what does not fit into the model', () => {
  const words = (count: number): string => 'four'.repeat(count)
  const boxed = (text: string, more: Partial<ComposerProps> = {}) => {
    const onSend = vi.fn()
    render(<Composer defaultValue={text} contextLength={8_192} onSend={onSend} {...more} />)
    return { onSend, send: screen.getByRole('button', { name: 'Send' }) }
  }

  test('is said with what it is too long by, is not sent, and can be made a file', async () => {
    const onFiles = vi.fn()
    const { onSend, send } = boxed(words(51_252), { onFiles })
    await screen.findByText('Too long for this model. 51k of 8k tokens.')
    expect(send).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.keyboard('{Enter}')
    expect(onSend).not.toHaveBeenCalled()
    expect(screen.getByRole('textbox')).toHaveValue(words(51_252))
    await userEvent.click(screen.getByRole('button', { name: 'Attach as a file' }))
    expect(onFiles.mock.calls[0]![0][0].size).toBe(4 * 51_252)
    expect(screen.getByRole('textbox')).toHaveValue('')
    expect(screen.queryByText(/Too long/)).toBeNull()
  })

  test('nearly: a warning from 80 % on, and it is sent', async () => {
    const { onSend, send } = boxed(words(6_600))
    await screen.findByText('7k of 8k tokens are used.')
    expect(send).not.toHaveAttribute('aria-disabled')
    await userEvent.click(send)
    expect(onSend).toHaveBeenCalledOnce()
  })

  test('nothing is said of what fits, or where nobody knows what fits', () => {
    render(<Composer defaultValue={words(6_500)} contextLength={8_192} onSend={vi.fn()} />)
    render(<Composer defaultValue={words(51_252)} onSend={vi.fn()} />)
    expect(document.querySelector('[data-slot=context-limit]')).toBeNull()
  })
})

test('a disabled box is read-only and says so; its state is that of the chat', () => {
  const { rerender } = render(<Composer isDisabled onSend={() => true} />)
  expect(field()).toHaveAttribute('readonly')
  expect(field()).toHaveAttribute('aria-disabled', 'true')
  expect(field().form).toMatchObject({ dataset: { state: 'ready', disabled: 'true' } })
  rerender(<Composer status="error" onSend={() => true} />)
  expect(field()).not.toHaveAttribute('readonly')
  expect(field().form).toMatchObject({ dataset: { state: 'error' } })
  expect(field().form).not.toHaveAttribute('data-disabled')
})
