import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanFileName } from '../../../../react/src/attachments/attachment-tray.js'
import { createChat } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider, createAttachmentTray } from '@antiphon/react'
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { revealText } from '../../lib/reveal-text.js'
import { german } from '../../strings/german.js'
import { StringsProvider } from '../../strings/strings.js'
import { Chat } from '../chat/chat.js'
import { Composer } from '../composer/composer.js'
import { AttachmentList } from './attachment-list.js'
import { RefusalNotes } from './refusal-notes.js'
import '../../testing/late-parts.js'

/** Belongs to others and is read where it lies. */
const shared = process.env['ANTIPHON_SHARED'] ?? join(import.meta.dirname, '../../../../../../shared')
const corpus = join(shared, 'corpora/text-tricks/cases.json')
const found = existsSync(corpus)
  ? (JSON.parse(readFileSync(corpus, 'utf8')) as { cases: { name: string; text: string; expect: string }[] })
      .cases
  : []
if (found.length === 0) console.log(`text-tricks: no corpus at ${corpus}, only our own names are tried`)

const names: [string, string][] = [
  ['right to left', 'invoice\u202egpj.exe'],
  ['tags', 'a\u{e0041}\u{e0042}.txt'],
  ['half a character', 'a\ud83d.txt'],
  ['a path', '../../.ssh/id_rsa'],
  ['lines', 'a\nb\r\n\tc.txt'],
  ['very long', `${'x'.repeat(5_000)}.txt`],
  ...found
    .filter(({ expect: wanted }) => wanted !== 'keep')
    .map(({ name, text }): [string, string] => [name, text]),
]

/** Whether a text has characters that a reader would not see. */
const hides = (text: string): boolean => revealText(text).some(({ type }) => type === 'hidden')

const never = () => new Promise<undefined>(() => {})

test.each(names)(
  'as the name of a file, %s is shown with what it hides, in a chip and in a refusal, and sent clean',
  (_, name) => {
    const tray = createAttachmentTray({ upload: never })
    tray.add([new File(['x'], name)])
    const { container, unmount } = render(<AttachmentList tray={tray} />)
    const chip = container.querySelector('[data-slot=attachment-name]')!
    expect(hides(chip.textContent.replace(/\p{Cs}/gu, ''))).toBe(false)
    for (const button of screen.getAllByRole('button'))
      expect(hides(button.getAttribute('aria-label')!)).toBe(false)
    unmount()

    render(<RefusalNotes refusals={[{ reason: 'empty', names: [name] }]} onDismiss={() => {}} />)
    const note = screen.getByRole('note').textContent
    expect(hides(note)).toBe(false)
    // However long the name is, the reason is there.
    expect(note).toContain('Empty files have nothing to send.')
    expect(note.length).toBeLessThan(1_000)

    const sent = cleanFileName(name)
    expect(sent).toMatch(/^[^\\/\p{Cc}\p{Cs}]{1,120}$/u)
  },
)

test('files of one type are refused by what people call them, each kind in a line of its own', () => {
  const kept = ['plan.docx', 'photos.zip', 'letter.DOCX', 'disk.bin']
  render(
    <RefusalNotes
      refusals={[{ reason: 'type', mediaType: 'application/zip', names: kept }]}
      onDismiss={() => {}}
    />,
  )
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Not attached: plan.docx and letter.DOCX. Word documents cannot be read. Save them as PDF or text.',
    'Not attached: photos.zip. Archives cannot be read. Attach the files in them.',
    'Not attached: disk.bin. Files of type application/zip cannot be read. Save them as PDF or text.',
  ])
})

test.each([
  ['English', undefined, ['image/png', 'audio/mpeg'], 'Only these can be attached: PNG and MP3.'],
  ['German', german, ['image/*', 'image/svg+xml'], 'Anhängen lassen sich nur: Bilder und SVG.'],
  [
    'English',
    undefined,
    ['text/plain', 'application/x-tar', '*/json'],
    'Only these can be attached: text, TAR, and JSON.',
  ],
  ['English', undefined, ['application/vnd.oasis.opendocument.text'], 'Only these can be attached: text.'],
  [
    'English',
    undefined,
    undefined,
    'Files of type application/zip cannot be read. Save them as PDF or text.',
  ],
])(
  'in %s, a refusal for its type says which types are taken where the host names them (%#)',
  (_, strings, types, words) => {
    render(
      <StringsProvider strings={strings} locale={strings && 'de'}>
        <RefusalNotes
          types={types}
          refusals={[{ reason: 'type', mediaType: 'application/zip', names: ['a.bin'] }]}
          onDismiss={() => {}}
        />
      </StringsProvider>,
    )
    expect(screen.getByRole('listitem')).toHaveTextContent(words)
  },
)

test.each([
  [['image/png', 'application/pdf'], 'image/png,application/pdf'],
  // The system calls a text by many types.
  [['image/png', 'text/*'], null],
  [['*/*'], null],
  [undefined, null],
])('with the types %j the picker of files offers %j', (types, accept) => {
  const tray = createAttachmentTray({ types })
  render(<Composer tray={tray} onSend={() => {}} />)
  expect(attachInput().getAttribute('accept')).toBe(accept)
  act(() => tray.configure({ types: ['image/gif'] }))
  expect(attachInput()).toHaveAttribute('accept', 'image/gif')
})

const attachInput = () => screen.getByLabelText(/^Attach/, { selector: 'input' })

test('an edited message takes files as the message box of its chat does', async () => {
  const tray = createAttachmentTray({ types: ['image/gif'], limits: { files: 1 } })
  const chat = createChat({
    transport: scriptedTransport([]),
    messages: [{ role: 'user', content: 'Look.' }],
  })
  render(
    <ChatProvider chat={chat}>
      <Chat composer={{ tray }} />
    </ChatProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: /^Edit/ }))
  const editor = await screen.findByRole('form', { name: 'Edit your message' })
  const input = within(editor).getByLabelText(/^Attach/, { selector: 'input' })
  expect(input).toHaveAttribute('accept', 'image/gif')
  await userEvent.upload(input, [new File(['GIF89a'], 'a.gif'), new File(['GIF89a'], 'b.gif')], {
    applyAccept: false,
  })
  expect(await within(editor).findByText(/b\.gif/)).toHaveTextContent('A message takes at most 1 file')
  expect(tray.getState().items).toEqual([])
})
