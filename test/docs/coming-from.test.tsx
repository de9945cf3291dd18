/** The apps of docs/coming-from: each "after" runs as it is written, with the server of examples/ai-sdk or a scripted endpoint. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { root, snippetsOf } from './pages.js'

const folder = join(import.meta.dirname, `coming-from-${process.pid}`)
const page = (name: string): string => `docs/coming-from/${name}.md`
const real = globalThis.fetch

mkdirSync(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The app of a page after the move. */
async function after<Props = object>(name: string): Promise<ComponentType<Props>> {
  const snippet = snippetsOf(page(name)).find(({ code }) => code.includes("from '@antiphon/ui'"))!
  const file = join(folder, `${name}.tsx`)
  writeFileSync(file, snippet.code)
  const { Assistant } = (await import(/* @vite-ignore */ file)) as { Assistant: ComponentType<Props> }
  return Assistant
}

async function ask(text: string): Promise<void> {
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste(text)
  await userEvent.keyboard('{Enter}')
}

/** Presses a button of the open question, once presses count. */
async function press(name: RegExp): Promise<void> {
  const question = await waitFor(() => {
    const open = document.querySelector<HTMLElement>('[data-slot=tool-approval]:not([data-settling])')
    expect(open).not.toBeNull()
    return open!
  })
  await userEvent.click(within(question).getByRole('button', { name }))
}

describe('on the route of the AI SDK', () => {
  let server: ChildProcess
  let origin: string

  beforeAll(async () => {
    // Below the tests, so that the server finds the `ai` that they have.
    for (const file of ['server.js', 'model.js', 'serve-file.js'])
      cpSync(join(root, 'examples/ai-sdk', file), join(folder, file))
    server = spawn(process.execPath, [join(folder, 'server.js')], {
      cwd: folder,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(server.stdout!, 'data')) as [Buffer]
    origin = said.toString().trim()
  })
  afterAll(() => void server.kill())

  const onServer = (): void =>
    void vi.stubGlobal('fetch', (url: string, { method, headers, body }: RequestInit = {}) =>
      real(new URL(url, origin), { method, headers, body }),
    )

  test.each(['ai-sdk', 'ai-elements', 'assistant-ui'])(
    '%s: the server books what a person allows',
    async (name) => {
      onServer()
      const Assistant = await after<{ stored?: unknown[] }>(name)
      const stored = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Good evening.' }] }]
      render(<Assistant stored={stored} />)
      await ask('A berth for tonight, please.')
      await press(/^Allow once/)
      await screen.findByText('Berth B4 is yours until 8.')
      if (name === 'ai-sdk') expect(screen.getByText('Good evening.')).toBeInTheDocument()
      if (name === 'assistant-ui') expect(screen.getByText('Berth B4 until 08:00')).toBeVisible()
    },
  )
})

describe('on a chat-completions endpoint', () => {
  const model: Scenario = {
    id: 'gpt-5',
    description: 'Books a berth and says what came of it.',
    *play({ outcomes: [booking] }) {
      if (booking) yield { type: 'text', text: `The desk says: ${booking.content}` }
      else yield { type: 'calls', calls: [{ name: 'book_berth', arguments: '{"berth":"B4"}' }] }
    },
  }
  const requests: { messages: { role: string; content: string }[] }[] = []

  const onEndpoint = (): void => {
    const { fetch: answer } = createEndpoint({ models: [model], speed: Infinity })
    vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit = {}) => {
      requests.push(JSON.parse(String(body)))
      const { pathname } = new URL(url)
      return answer(
        new Request(`http://models.example${pathname.replace('/api/v1', '')}`, { method, headers, body }),
      )
    })
  }
  const book = vi.fn(async (berth: string) => ({ berth, until: '08:00' }))

  test('chatkit: a suggestion fills the box, and the tool of the page runs once it is allowed', async () => {
    onEndpoint()
    const Assistant = await after<{ book: typeof book }>('chatkit')
    render(<Assistant book={book} />)
    await userEvent.click(await screen.findByRole('button', { name: 'A berth' }))
    expect(screen.getByRole('textbox')).toHaveValue('A berth for tonight, please.')
    await userEvent.keyboard('{Enter}')
    await press(/^Deny$/)
    await screen.findByText(/The desk says/)
    expect(book).not.toHaveBeenCalled()
    await ask('Book it after all.')
    await press(/^Allow once/)
    await screen.findByText(/The desk says: .*08:00/)
    expect(book).toHaveBeenCalledExactlyOnceWith('B4')
  })

  test('copilotkit: the model reads which berths are free, also after they change', async () => {
    onEndpoint()
    const Assistant = await after<{ free: string[]; book: typeof book }>('copilotkit')
    const { rerender } = render(<Assistant free={['B4', 'C1']} book={book} />)
    await ask('A berth, please.')
    await press(/^Deny$/)
    await screen.findByText(/The desk says/)
    rerender(<Assistant free={['C1']} book={book} />)
    await ask('And now?')
    await waitFor(() => expect(requests.at(-1)!.messages[0]!.content).toMatch(/These are free: C1$/))
    expect(requests.find(({ messages }) => messages[0]!.content.endsWith('free: B4, C1'))).toBeDefined()
  })
})

test('the table says how long each app is, before and after (UPDATE_DOCS=1 writes it)', () => {
  const file = join(root, page('README'))
  const lines = (path: string): number => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
  const counted = readFileSync(file, 'utf8').replaceAll(
    /^(\| \[[^\]]+\]\(([\w-]+)\.md\) \|) \d+ \| \d+ \|/gm,
    (_, start: string, name: string) => {
      const [was, is] = snippetsOf(page(name)).flatMap(({ quotes }) =>
        quotes?.endsWith('.tsx') ? quotes : [],
      )
      return `${start} ${lines(was!)} | ${lines(is!)} |`
    },
  )
  if (process.env['UPDATE_DOCS']) writeFileSync(file, counted)
  expect(readFileSync(file, 'utf8')).toBe(counted)
})
