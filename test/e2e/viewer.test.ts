import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDemo, type DemoApp, type DemoPage } from './demo-app.js'
import { axeFindings } from './support/axe.js'

const fixtures = resolve(import.meta.dirname, '../fixtures/transcripts')
let app: DemoApp
let folder: string

beforeAll(async () => {
  app = await startDemo(0, { warnings: true })
  folder = await mkdtemp(join(tmpdir(), 'antiphon-'))
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

interface Viewer {
  demo: DemoPage
  dialog: Locator
  /** Reads a file as if it was chosen. */
  choose(path: string): Promise<void>
  paste(text: string): Promise<void>
}

async function openViewer(
  options?: BrowserContextOptions,
  prepare?: (demo: DemoPage) => Promise<void>,
): Promise<Viewer> {
  const demo = await app.open(options)
  await prepare?.(demo)
  const { page } = demo
  const button = page.getByRole('button', { name: 'Transcripts' })
  // A narrow page has it in the drawer.
  if (!(await button.first().isVisible())) await page.getByRole('button', { name: 'Conversations' }).click()
  await button.last().click()
  const dialog = page.getByRole('region', { name: 'Transcripts' })
  await dialog.waitFor()
  return {
    demo,
    dialog,
    choose: (path) => dialog.locator('input[type=file]').setInputFiles(path),
    async paste(text) {
      await dialog.getByLabel('Or paste').fill(text)
      await dialog.getByRole('button', { name: 'Open pasted text' }).click()
    },
  }
}

const about = ({ dialog }: Viewer): Locator => dialog.getByRole('region', { name: 'Transcript' })

test('a folder of sessions opens on a page of its own, beside the app', async () => {
  const { demo } = await openViewer()
  const link = demo.page.getByRole('link', { name: 'Open a folder of sessions' })
  // .ci/answers.mjs asks for it where the app is started and served.
  expect(await link.getAttribute('href')).toBe('sessions/index.html')
  expect(await link.getAttribute('target')).toBe('_blank')
  await demo.close()
})

test('a file of another system is shown, named, and gone on with as a thread', async () => {
  const viewer = await openViewer()
  const { demo, dialog } = viewer
  await viewer.choose(resolve(fixtures, 'agentkit/older.json'))
  await about(viewer).getByText('older.json, 3 messages, format agentkit').waitFor()
  await expect.poll(() => dialog.locator('[data-slot="tool-call"]').count()).toBe(1)

  await about(viewer).getByRole('button', { name: 'Continue as a conversation' }).click()
  await dialog.waitFor({ state: 'detached' })
  await demo.page.locator('[data-slot="tool-call"]').waitFor()
  await demo.ask('Show me an answer with a table')
  await demo.settle()
  await demo.answer.getByRole('table').waitFor()
  // Stored like any other.
  await demo.page.reload()
  await demo.page.locator('[data-slot="tool-call"]').waitFor()
  await demo.close()
})

test('recorded events of another system are shown as the transcript they make', async () => {
  const viewer = await openViewer()
  const events = [
    { type: 'start' },
    { type: 'start-step' },
    { type: 'text-delta', id: '0', delta: 'One moment.' },
    { type: 'tool-input-available', toolCallId: 'c1', toolName: 'depth', input: { berth: 'B' } },
    { type: 'tool-output-available', toolCallId: 'c1', output: '4.2 m' },
    { type: 'finish-step' },
    { type: 'start-step' },
    { type: 'text-delta', id: '1', delta: 'Berth B has 4.2 metres.' },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop' },
  ]
  await viewer.paste(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
  await about(viewer)
    .getByText(/3 messages, format ai-sdk/)
    .waitFor()
  const call = viewer.dialog.locator('[data-slot="tool-call"]')
  await expect.poll(() => call.getAttribute('data-state')).toBe('done')
  await viewer.dialog.getByText('Berth B has 4.2 metres.').waitFor()
  await viewer.demo.close()
})

test('what cannot be read is told with line and column, and everything else is shown', async () => {
  const viewer = await openViewer()
  const user = (content: string) => JSON.stringify({ role: 'user', content })
  await viewer.paste([user('first'), '{"role":"user","content":"sec', user('third')].join('\n'))
  const problems = viewer.dialog.getByRole('region', { name: /While reading/ })
  await problems.getByText('Line 2, column 26:').waitFor()
  const turns = viewer.dialog.getByRole('article')
  await expect
    .poll(() => turns.allTextContents().then((all) => all.filter((text) => /first|third/.test(text)).length))
    .toBe(2)

  await about(viewer).getByRole('button', { name: 'Open another' }).click()
  await viewer.paste('no transcript at all')
  await viewer.dialog
    .getByText('Nothing of this could be read.')
    .or(viewer.dialog.getByText(/no transcript in a format/))
    .first()
    .waitFor()
  await viewer.demo.close()
})

test('findings are listed, fixed one by one or together, and the mended messages are what is exported', async () => {
  const viewer = await openViewer()
  const call = { id: 'a', type: 'function', function: { name: 'tide', arguments: '{"bay":1}' } }
  const thread = [
    { role: 'user', content: 'When?' },
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'user', content: 'Well?' },
    { role: 'tool', tool_call_id: 'z', content: 'late' },
  ]
  await viewer.paste(JSON.stringify(thread))
  const findings = viewer.dialog.getByRole('region', { name: /^Findings/ })
  await findings
    .getByText(/has no result/)
    .first()
    .waitFor()
  await findings.getByRole('button', { name: /^Fix all/ }).click()
  await expect.poll(() => findings.getByText('error', { exact: true }).count()).toBe(0)

  const take = viewer.dialog.getByRole('region', { name: 'Export' })
  await take
    .getByRole('combobox', { name: 'Format' })
    .selectOption({ label: 'OpenAI chat completions (JSON)' })
  const [download] = await Promise.all([
    viewer.demo.page.waitForEvent('download'),
    take.getByRole('button', { name: 'Download' }).click(),
  ])
  const saved = JSON.parse(await readFile(await download.path(), 'utf8')) as { role: string }[]
  expect(download.suggestedFilename()).toBe('Pasted-text.json')
  expect(saved.map(({ role }) => role).slice(0, 3)).toEqual(['user', 'assistant', 'tool'])

  await take.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'Prompt API proposal (JSON)' })
  await viewer.demo.close()
})

test('sent beside shown: what would be trimmed and what is changed, with the reason', async () => {
  const viewer = await openViewer()
  const long = 'x'.repeat(4000)
  const thread = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: long },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'And now?' },
  ]
  await viewer.paste(JSON.stringify(thread))
  await viewer.dialog.getByRole('button', { name: 'Sent', exact: true }).click()
  const rows = viewer.dialog.getByRole('group', { name: 'What is sent' }).getByRole('listitem')
  await rows.nth(2).getByText('Left out: an answer without text and calls.').waitFor()
  await viewer.dialog.getByLabel('Tokens that may be sent').fill('100')
  await rows.nth(1).getByText('Trimmed: an old turn').waitFor()
  await rows.nth(0).getByText('Sent. The system prompt is always kept.').waitFor()
  await viewer.demo.close()
})

test('a long file shows its progress and can be cancelled; another one is read after it', async () => {
  // One array: of a file of lines, both ends are shown at once.
  const path = join(folder, 'long.json')
  const file = createWriteStream(path)
  const entry = JSON.stringify({ role: 'user', content: 'tide '.repeat(4000) })
  for (let i = 0; i < 5000; i++)
    if (!file.write(`${i === 0 ? '[' : ','}${entry}\n`))
      await new Promise<void>((drained) => void file.once('drain', () => drained()))
  await new Promise<void>((closed) => file.end(']', () => closed()))

  const viewer = await openViewer()
  await viewer.choose(path)
  await viewer.dialog.getByRole('progressbar').waitFor()
  await viewer.dialog.getByRole('button', { name: 'Cancel' }).click()
  await viewer.dialog.getByLabel('Or paste').waitFor()
  await viewer.paste('[{"role":"user","content":"short"}]')
  await about(viewer).getByText('Pasted text, 1 message, format openai').waitFor()
  await viewer.demo.close()
})

test('the open thread is exported as a page, and the page holds what was said', async () => {
  const viewer = await openViewer({}, async (demo) => {
    await demo.ask('Let one tool fail')
    await demo.settle()
  })
  await viewer.dialog.getByRole('button', { name: 'Use the current conversation' }).click()
  const take = viewer.dialog.getByRole('region', { name: 'Export' })
  const [download] = await Promise.all([
    viewer.demo.page.waitForEvent('download'),
    take.getByRole('button', { name: 'Download' }).click(),
  ])
  const page = await readFile(await download.path(), 'utf8')
  expect(page).toContain('Let one tool fail')
  expect(page).toMatch(/<style>[^<]*\[data-antiphon-root\][^<]*<\/style>/)
  expect(page).not.toMatch(/<script/i)
  await viewer.demo.close()
})

test('nothing of a file is run, whatever it says', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '</textarea><script>alert(2)</script>',
  ]
  const path = join(folder, 'hostile.json')
  await writeFile(
    path,
    JSON.stringify([
      ...hostile.map((content) => ({ role: 'user', content })),
      ...hostile.map((content) => ({ role: 'assistant', content, reasoning: content })),
      { __proto__x: 1, role: 'user', content: 'end' },
    ]),
  )
  const viewer = await openViewer()
  let dialogs = 0
  viewer.demo.page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  await viewer.choose(path)
  await about(viewer)
    .getByText(/9 messages/)
    .waitFor()
  await viewer.dialog.getByText('<script>alert(1)</script>').first().waitFor()
  expect([
    dialogs,
    await viewer.dialog.locator('script, img[src="x"], a[href^="javascript"]').count(),
  ]).toEqual([0, 0])
  await viewer.demo.close()
})

describe('the viewer', () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)(
    'has no finding of axe in %s at %i px, empty and with a transcript',
    async (colorScheme, width) => {
      const viewer = await openViewer({
        colorScheme,
        viewport: { width, height: 800 },
        // Half a fade is not a contrast.
        reducedMotion: 'reduce',
      })
      const { page } = viewer.demo
      expect(await axeFindings(page)).toEqual([])
      await viewer.choose(resolve(fixtures, 'agentkit/voyage.json'))
      await about(viewer).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await viewer.dialog.getByRole('button', { name: 'Sent', exact: true }).click()
      expect(await axeFindings(page)).toEqual([])
      await viewer.demo.close()
    },
  )
})
