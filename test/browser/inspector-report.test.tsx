import { createRecorder, exchangeOf, readCaptureFile, type WireExchange } from '@antiphon/devtools'
import { sseText } from '@antiphon/core/testing'
import { WireInspector, type WireInspectorProps } from '@antiphon/devtools/react'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/devtools/src/react/inspector.css'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

afterEach(cleanup)

const key = 'sk-proj-4pT9xQ2mZr7Lw1Vb8Ny3Kd6Hs5Gf0Ja'
const button = (name: string): HTMLElement => screen.getByRole('button', { name })

/** An answer that says a key in pieces, then an event that cannot be read. */
function leakyExchange(): WireExchange {
  const delta = (content: string) => ({ choices: [{ index: 0, delta: { content } }] })
  const events = [...key.match(/.{1,6}/g)!.map(delta), 'data: {"choices": [\n\n', delta(' and on')]
  const pieces = events.map((event, i) => ({
    at: i * 40,
    bytes: new TextEncoder().encode(sseText([event], { done: false })),
  }))
  const messages = [{ role: 'user' as const, id: 'q', content: `Why does ${key} not work?` }]
  return exchangeOf('', { pieces, startedAt: 1_795_000_000_000, question: { model: 'm', messages } })
}

function show(props: WireInspectorProps, exchanges: readonly WireExchange[] = []): void {
  const recorder = createRecorder()
  recorder.add(exchanges)
  render(
    <div style={{ blockSize: 720, inlineSize: 440 }}>
      <WireInspector recorder={recorder} {...props} />
    </div>,
  )
}

/** The text of the next file that the page saves. */
function nextFile(): () => Promise<string> {
  const files: Blob[] = []
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob)
    return '#'
  })
  onTestFinished(() => make.mockRestore())
  return async () => {
    await expect.poll(() => files.length).toBe(1)
    return files[0]!.text()
  }
}

test('a report is looked through, saved without what was found, and opens at the row that went wrong', async () => {
  const saved = nextFile()
  show({ report: { versions: { app: '1.2.3' }, settings: { baseUrl: 'http://h/v1', note: key } } }, [
    leakyExchange(),
  ])
  await userEvent.click(button('More of the wire'))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Report this' }))
  await userEvent.fill(
    screen.getByRole('textbox', { name: 'What went wrong?' }),
    `It stops. My key is ${key}.`,
  )
  await userEvent.click(button('Look through it'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Before it leaves' }))
  expect(dialog.getByRole('checkbox', { name: 'Replace <key-1>' })).toBeChecked()
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }))

  const text = await saved()
  expect(text).not.toContain(key)
  const { report, exchanges } = readCaptureFile(text)
  expect(report).toMatchObject({
    note: 'It stops. My key is <key-1>.',
    versions: { app: '1.2.3' },
    settings: { note: '<key-1>' },
    messages: [{ content: 'Why does <key-1> not work?' }],
    redacted: { values: 1 },
  })
  expect(exchanges[0]!.body.pieces.at(-1)!.at).toBe(320)

  cleanup()
  show({ source: text })
  expect(await screen.findByText('It stops. My key is <key-1>.')).toBeVisible()
  const rows = screen.getByRole('tree', { name: 'Rows of the stream' })
  await expect
    .poll(() => within(rows).queryByRole('treeitem', { selected: true })?.textContent)
    .toContain('unreadable')
  expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent('<key-1>')
  await userEvent.click(button('Show the messages'))
  expect(screen.getByText('Why does <key-1> not work?')).toBeVisible()
})

test('exchanges that tell something are looked through too, those that tell nothing are saved at once', async () => {
  const saved = nextFile()
  show({}, [leakyExchange()])
  await userEvent.click(button('More of the wire'))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Save all exchanges as a file' }))
  expect(await screen.findByRole('dialog', { name: 'Before it leaves' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  cleanup()

  show({}, [exchangeOf(sseText([{ choices: [{ index: 0, delta: { content: 'Good day.' } }] }]))])
  await userEvent.click(button('More of the wire'))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Save all exchanges as a file' }))
  expect(readCaptureFile(await saved()).exchanges).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})
