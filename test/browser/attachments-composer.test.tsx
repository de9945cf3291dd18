import { createChat, type EndpointConfig } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider, useAttachments, type UseAttachmentsOptions } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import './support/chat-layout.css'
import './support/controls.css'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { binaryFile, pdfFile, pngFile, textFile, wavFile } from './support/attachment-files.js'

afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
})

const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Write a message' })
const chips = (): HTMLElement[] =>
  within(screen.getByRole('list', { name: 'Attachments' })).getAllByRole('listitem')
const composer = (): HTMLElement => screen.getByRole('form', { name: 'Write a message' })
const spoken = (): string =>
  [...document.querySelectorAll('[data-slot=announcer]')].map((e) => e.textContent).join(' ')

function WithFiles(options: UseAttachmentsOptions) {
  const { tray } = useAttachments(options)
  return <Chat style={{ height: 500 }} composer={{ enterKey: 'send', tray }} />
}

function open(options: UseAttachmentsOptions = {}) {
  const transport = scriptedTransport(Array.from({ length: 5 }, () => [textAnswer('ok')]))
  const chat = createChat({ transport, model: 'm' })
  const show = (more: UseAttachmentsOptions = {}) => (
    <StrictMode>
      <ChatProvider chat={chat}>
        <WithFiles {...options} {...more} />
      </ChatProvider>
    </StrictMode>
  )
  const { rerender } = render(show())
  box().focus()
  return {
    chat,
    rerender: (more: UseAttachmentsOptions) => rerender(show(more)),
    sent: () => chat.store.getMessages().flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
  }
}

function dataWith(files: readonly File[], text = ''): DataTransfer {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  if (text) data.setData('text/plain', text)
  return data
}

const drag = (
  type: string,
  target: Element,
  dataTransfer: DataTransfer,
  to: Element | null = null,
): boolean =>
  target.dispatchEvent(
    new DragEvent(type, { dataTransfer, relatedTarget: to, bubbles: true, cancelable: true }),
  )

/** A paste as the browser makes it: the event, and then its text in the field. */
async function paste(data: DataTransfer): Promise<void> {
  await act(async () => {
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
    // Firefox leaves out what the constructor is given.
    Object.defineProperty(event, 'clipboardData', { value: data })
    if (!box().dispatchEvent(event)) return
    box().setRangeText(data.getData('text/plain'), box().selectionStart, box().selectionEnd, 'end')
    box().dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }))
  })
}

const pick = (...files: File[]) =>
  userEvent.upload(document.querySelector('input[type=file][multiple]')!, files)

describe('files into the composer', () => {
  it('picked, pasted and dropped anywhere on the chat; sent with the text, and the box is empty again', async () => {
    const { sent } = open()
    await pick(pdfFile('bill.pdf'))
    await paste(dataWith([await pngFile('image.png')]))
    const transcript = screen.getByRole('region', { name: 'Conversation' })
    const data = dataWith([textFile('a.csv', 'a;b')])
    act(() => void drag('dragenter', transcript, data))
    expect(composer()).toHaveAttribute('data-state', 'drag')
    expect(screen.getByText('Drop to attach')).toBeVisible()
    expect(drag('dragover', transcript, data)).toBe(false)
    act(() => void drag('drop', transcript, data))
    expect(composer()).toHaveAttribute('data-state', 'ready')
    await expect
      .poll(() => chips().map((chip) => chip.textContent))
      .toEqual([
        expect.stringContaining('bill.pdf'),
        expect.stringContaining('image.png'),
        expect.stringContaining('a.csv'),
      ])
    await expect
      .poll(() => screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled'))
      .toBe(null)
    box().focus()
    await userEvent.keyboard('What is this?{Enter}')
    await expect.poll(sent).toHaveLength(1)
    expect(sent()[0]).toMatchObject([
      { type: 'text', text: 'What is this?' },
      { type: 'file', file: { filename: 'bill.pdf' } },
      { type: 'image_url' },
      { type: 'file', file: { filename: 'a.csv' } },
    ])
    expect(box().value).toBe('')
    expect(document.activeElement).toBe(box())
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull()
  })

  it('a drag that leaves again leaves no trace; a drag of text is left to the browser', async () => {
    open()
    const data = dataWith([textFile('a.txt', 'a')])
    const chat = document.querySelector('[data-slot=chat]')!
    act(() => void drag('dragenter', chat, data))
    act(() => void drag('dragenter', box(), data))
    act(() => void drag('dragleave', chat, data, box()))
    expect(composer()).toHaveAttribute('data-state', 'drag')
    act(() => void drag('dragleave', box(), data))
    expect(composer()).toHaveAttribute('data-state', 'ready')
    const text = new DataTransfer()
    text.setData('text/plain', 'words')
    act(() => void drag('dragenter', chat, text))
    expect(composer()).toHaveAttribute('data-state', 'ready')
    expect(drag('drop', chat, text)).toBe(true)
  })

  it('attachments alone can be sent, once, however often Enter is pressed', async () => {
    const { sent, chat } = open()
    await pick(pdfFile('a.pdf'))
    await expect
      .poll(() => screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled'))
      .toBe(null)
    box().focus()
    const key = { key: 'Enter', bubbles: true, cancelable: true }
    act(() => {
      box().dispatchEvent(new KeyboardEvent('keydown', key))
      box().dispatchEvent(new KeyboardEvent('keydown', key))
    })
    await expect.poll(() => chat.getState().status).toBe('ready')
    expect(sent()).toMatchObject([[{ type: 'file' }]])
  })

  it('while one is uploaded nothing is sent and nothing lost; one that failed says so and stands in the way until it is dealt with', async () => {
    let settle: { resolve(url: string): void; reject(error: Error): void } | undefined
    const upload = () => new Promise<string>((resolve, reject) => (settle = { resolve, reject }))
    const { sent } = open({ upload })
    await pick(await pngFile('a.png'))
    await expect.poll(() => settle).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'a.png' })).toBeVisible()
    box().focus()
    await userEvent.keyboard('look{Enter}')
    expect(sent()).toEqual([])
    expect(box().value).toBe('look')
    expect(
      screen.getByText('Wait until everything attached is ready.', { selector: '[data-slot=composer-wait]' }),
    ).toBeVisible()
    expect(spoken()).toContain('Wait until everything attached is ready.')

    act(() => settle!.reject(new Error('507')))
    await expect.poll(() => chips()[0]!.textContent).toContain('Upload failed')
    await userEvent.keyboard('{Enter}')
    expect(sent()).toEqual([])
    expect(
      screen.getByText('Retry or remove what could not be attached.', {
        selector: '[data-slot=composer-wait]',
      }),
    ).toBeVisible()

    const first = settle
    await userEvent.click(screen.getByRole('button', { name: 'Retry a.png' }))
    await expect.poll(() => settle).not.toBe(first)
    expect(screen.getByRole('progressbar')).toBeVisible()
    act(() => settle!.resolve('https://files.test/a.png'))
    await expect.poll(() => screen.queryByRole('progressbar')).toBeNull()
    box().focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(sent)
      .toMatchObject([[{ text: 'look' }, { image_url: { url: 'https://files.test/a.png' } }]])
  })

  it('what is refused is named with its reason, spoken once, and can be put away; the rest is attached', async () => {
    open({ limits: { files: 3 } })
    await pick(
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => textFile(`${name}.txt`, name)),
      textFile('zero.txt', ''),
    )
    const note = screen.getByRole('note')
    expect(note).toHaveTextContent(
      'Not attached: d.txt, e.txt, f.txt, and 2 more. A message takes at most 3 files.',
    )
    expect(note).toHaveTextContent('Not attached: zero.txt. Empty files have nothing to send.')
    expect(chips()).toHaveLength(3)
    await expect.poll(() => spoken().split('zero.txt')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('note')).toBeNull()
    expect(document.activeElement).toBe(box())
    await pick(binaryFile('setup.exe', 500, 'application/x-msdownload'))
    await expect
      .poll(() => screen.queryByRole('note')?.textContent)
      .toContain('Not attached: setup.exe. A message takes at most 3 files.')
  })

  it('a name that hides its ending is shown with what it hides', async () => {
    open()
    await pick(textFile('invoice\u202egpj.txt', 'x'), textFile('a\u200bb.txt', 'y'))
    expect(chips()[0]!.textContent).toContain('U+202E')
    expect(chips()[1]!.textContent).toContain('U+200B')
    expect(screen.getByRole('button', { name: 'Remove invoice[U+202E]gpj.txt' })).toBeVisible()
  })
})

describe('what the endpoint does not take', () => {
  const at = (profile: string): EndpointConfig => ({ baseUrl: 'http://localhost:11434/v1', profile })

  it('is said at the attachment before it is sent, and follows the endpoint', async () => {
    const { rerender } = open({ endpoint: at('ollama'), model: 'm' })
    await pick(wavFile('note.wav'), textFile('a.json', '{}'))
    const words = 'Ollama takes no such attachment: only its name is sent.'
    await expect.poll(() => chips()[0]!.textContent).toContain(words)
    // Its text is sent: nothing is missing.
    expect(chips()[1]!.textContent).not.toContain(words)
    rerender({ endpoint: at('openai') })
    await expect.poll(() => chips()[0]!.textContent).not.toContain('takes no such')
  })
})

describe('pictures in the tray', () => {
  let made: string[]
  let revoked: string[]
  beforeEach(() => {
    made = []
    revoked = []
    const { createObjectURL, revokeObjectURL } = URL
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(createObjectURL.call(URL, blob))
      return made.at(-1)!
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
      revoked.push(url)
      revokeObjectURL.call(URL, url)
    })
  })

  it('show the file, and every address made for one is given back: removed, sent, or gone with the page', async () => {
    open()
    await pick(await pngFile('a.png'), await pngFile('b.png', 12), await pngFile('c.png', 16))
    const thumbs = () => [...document.querySelectorAll<HTMLImageElement>('[data-slot=thumb] img')]
    await expect.poll(() => thumbs().map(({ naturalWidth }) => naturalWidth)).toEqual([8, 12, 16])
    await userEvent.click(screen.getByRole('button', { name: 'Remove b.png' }))
    await expect.poll(() => made.length - revoked.length).toBe(2)
    box().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => made.length - revoked.length).toBe(0)
    await pick(await pngFile('d.png', 20))
    await expect.poll(() => made.length - revoked.length).toBe(1)
    cleanup()
    expect(revoked.toSorted()).toEqual(made.toSorted())
  })

  it('one that the browser cannot show says so, and can be sent all the same', async () => {
    const { sent } = open()
    const damaged = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])], 'a.png')
    await pick(damaged)
    await expect.poll(() => chips()[0]!.textContent).toContain('It may be damaged')
    box().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(sent).toHaveLength(1)
  })
})

describe('a long paste', () => {
  const rows = Array.from({ length: 26_000 }, (_, i) => `{ "row": ${i}, "of": "a long table" }`)
  const value = `{"rows":[\n${rows.join(',\n')}\n],"end":"\u{1F600}"}`

  it(
    'stands in the box as text, and becomes a file when one says so, with not a character lost',
    { tags: 'hunt' },
    async () => {
      const { sent } = open()
      await userEvent.keyboard('before  after{ArrowLeft>6/}')
      expect(value.length).toBeGreaterThan(1_000_000)
      await paste(dataWith([], value.replaceAll('\n', '\r\n')))
      expect(box().value).toBe(`before ${value} after`)
      await userEvent.click(screen.getByRole('button', { name: 'Attach as a file' }))
      expect(box().value).toBe('before  after')
      expect(document.activeElement).toBe(box())
      await expect
        .poll(() => screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled'))
        .toBe(null)
      await userEvent.keyboard('{Enter}')
      await expect.poll(sent).toHaveLength(1)
      const [, part] = sent()[0] as [unknown, { file: { filename: string; file_data: string } }]
      expect(part.file.filename).toBe('pasted.json')
      expect(await (await fetch(part.file.file_data)).text()).toBe(value)
    },
  )

  it('stays text when one says so, or when it was changed since', async () => {
    open()
    await paste(dataWith([], 'word '.repeat(1_000)))
    await userEvent.click(screen.getByRole('button', { name: 'Keep as text' }))
    expect(box().value).toHaveLength(5_000)
    expect(screen.queryByRole('button', { name: 'Attach as a file' })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull()
    box().select()
    await paste(dataWith([], 'line '.repeat(1_000)))
    expect(screen.getByText('5,000 characters pasted.')).toBeVisible()
    box().setSelectionRange(100, 200)
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => screen.queryByRole('button', { name: 'Attach as a file' })).toBeNull()
    expect(box().value).toHaveLength(4_900)
  })
})
