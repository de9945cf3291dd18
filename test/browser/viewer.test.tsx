import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import older from '../fixtures/transcripts/agentkit/older.json?raw'
import { all, button, dialog, hear, isGone, lastAnswer, openDemo } from './support/demo-page.js'
import { chooseFile, savedFiles } from './support/saved-files.js'

const viewer = page.getByRole('region', { name: 'Transcripts', exact: true })
const about = viewer.getByRole('region', { name: 'Transcript', exact: true })
const take = viewer.getByRole('region', { name: 'Export' })
// Put together here, so that no scanner takes it for real.
const key = ['sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'].join('')

async function openViewer(): Promise<void> {
  await button('Transcripts').last().click()
  await expect.element(viewer).toBeVisible()
}

async function paste(text: string): Promise<void> {
  await viewer.getByLabelText('Or paste').fill(text)
  await viewer.getByRole('button', { name: 'Open pasted text' }).click()
}

const choose = (file: File): void =>
  chooseFile(viewer.element().querySelector<HTMLInputElement>('input[type=file]')!, file)

const openAnother = (): Promise<void> => about.getByRole('button', { name: 'Open another' }).click()

test('a file of another system is shown, named, and gone on with as a thread', async () => {
  await openDemo()
  await openViewer()
  const link = page.getByRole('link', { name: 'Open a folder of sessions' })
  // .ci/answers.mjs asks for it where the app is started and served.
  expect(link.element().getAttribute('href')).toBe('sessions/index.html')
  expect(link.element().getAttribute('target')).toBe('_blank')
  choose(new File([older], 'older.json'))
  await expect.element(about.getByText('older.json, 3 messages, format agentkit')).toBeVisible()
  await expect
    .poll(() => all('[aria-label] [data-slot="tool-call"], section [data-slot="tool-call"]').length)
    .toBe(1)
  await about.getByRole('button', { name: 'Continue as a conversation' }).click()
  await isGone(viewer)
  await expect.poll(() => all('main [data-slot="tool-call"]').length).toBe(1)
  await hear('Show me an answer with a table')
  await expect.element(lastAnswer.getByRole('table')).toBeVisible()
})

test(
  'events of another system are the transcript they make; what cannot be read is told with line and column, and the rest is shown',
  { tags: 'hunt' },
  async () => {
    await openDemo()
    await openViewer()
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
    await paste(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    await expect.element(about.getByText(/3 messages, format ai-sdk/)).toBeVisible()
    await expect
      .poll(() => all('[data-slot="tool-call"]').map((call) => call.dataset['state']))
      .toEqual(['done'])
    await expect.element(viewer.getByText('Berth B has 4.2 metres.')).toBeVisible()

    await openAnother()
    const user = (content: string) => JSON.stringify({ role: 'user', content })
    await paste([user('first'), '{"role":"user","content":"sec', user('third')].join('\n'))
    const problems = viewer.getByRole('region', { name: /While reading/ })
    await expect.element(problems.getByText('Line 2, column 26:')).toBeVisible()
    const turns = () =>
      viewer
        .getByRole('article')
        .elements()
        .map((turn) => turn.textContent)
    await expect.poll(() => turns().filter((text) => /first|third/.test(text)).length).toBe(2)

    await openAnother()
    await paste('no transcript at all')
    const refused = viewer.getByText(/The text is not JSON, JSON lines or an event stream\./)
    await expect.element(refused.first()).toBeVisible()
  },
)

test(
  'findings are fixed together and the mended messages are exported; what is trimmed and changed before it is sent has its reason',
  { tags: 'hunt' },
  async () => {
    const files = savedFiles()
    await openDemo()
    await openViewer()
    const call = { id: 'a', type: 'function', function: { name: 'tide', arguments: '{"bay":1}' } }
    const thread = [
      { role: 'user', content: 'When?' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'user', content: 'Well?' },
      { role: 'tool', tool_call_id: 'z', content: 'late' },
    ]
    await paste(JSON.stringify(thread))
    const findings = viewer.getByRole('region', { name: /^Findings/ })
    await expect.element(findings.getByText(/has no result/).first()).toBeVisible()
    await findings.getByRole('button', { name: /^Fix all/ }).click()
    await expect.poll(() => findings.getByText('error', { exact: true }).elements().length).toBe(0)
    const format = take.getByRole('combobox', { name: 'Format' })
    await userEvent.selectOptions(format, 'OpenAI chat completions (JSON)')
    await take.getByRole('button', { name: 'Download' }).click()
    await expect.poll(() => files.length).toBe(1)
    const saved = JSON.parse(await files[0]!.blob.text()) as { role: string }[]
    expect(files[0]!.name).toBe('Pasted-text.json')
    expect(saved.map(({ role }) => role).slice(0, 3)).toEqual(['user', 'assistant', 'tool'])
    await userEvent.selectOptions(format, 'Prompt API proposal (JSON)')
  },
)

test('a finding takes two lines at most, and opens to its place, its reason and its fix', async () => {
  await openDemo()
  await openViewer()
  await viewer.getByRole('button', { name: /^A broken history/ }).click()
  const findings = viewer.getByRole('region', { name: /^Findings/ })
  const rows = () => [...findings.element().querySelectorAll('li')]
  await expect.poll(() => rows().length).toBe(5)
  const lines = rows().map((row) => row.clientHeight / parseFloat(getComputedStyle(row).lineHeight))
  expect(Math.max(...lines)).toBeLessThan(2.5)
  await findings.getByText('The arguments are not JSON.').click()
  await expect.element(findings.getByText('messages[3].tool_calls[1].function.arguments')).toBeVisible()
  await expect.element(findings.getByText(/parse them and answer 400/)).toBeVisible()
  await findings.getByRole('button', { name: /^Fix: Wrap them/ }).click()
  await expect.poll(() => rows().length).toBe(4)
})

test(
  'a long file shows its progress and can be cancelled; another one is read after it',
  { tags: 'hunt' },
  async () => {
    await openDemo()
    await openViewer()
    // One array: of a file of lines, both ends are shown at once.
    const entry = JSON.stringify({ role: 'user', content: 'tide '.repeat(4000) })
    const parts = Array.from({ length: 5000 }, (_, i) => `${i === 0 ? '[' : ','}${entry}\n`)
    choose(new File([...parts, ']'], 'long.json'))
    await expect.element(viewer.getByRole('progressbar')).toBeVisible()
    await viewer.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(viewer.getByLabelText('Or paste')).toBeVisible()
    await paste('[{"role":"user","content":"short"}]')
    await expect.element(about.getByText('Pasted text, 1 message, format openai')).toBeVisible()
  },
)

test('the open thread is exported as a page that holds what was said; nothing of a file is run, whatever it says', async () => {
  const files = savedFiles()
  await openDemo()
  await hear('Let one tool fail')
  await openViewer()
  await viewer.getByRole('button', { name: 'Use the current conversation' }).click()
  await take.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => files.length).toBe(1)
  const exported = await files[0]!.blob.text()
  expect(exported).toContain('Let one tool fail')
  expect(exported).not.toMatch(/<script/i)

  await openAnother()
  Object.assign(globalThis, { ran: 0 })
  const hostile = [
    '<script>ran++</script>',
    '<img src=x onerror=ran++>',
    '[x](javascript:ran++)',
    '</textarea><script>ran++</script>',
  ]
  const messages = [
    ...hostile.map((content) => ({ role: 'user', content })),
    ...hostile.map((content) => ({ role: 'assistant', content, reasoning: content })),
    { __proto__x: 1, role: 'user', content: 'end' },
  ]
  choose(new File([JSON.stringify(messages)], 'hostile.json'))
  await expect.element(about.getByText(/9 messages/)).toBeVisible()
  await expect.element(viewer.getByText('<script>ran++</script>').first()).toBeVisible()
  expect(viewer.element().querySelector('script, img[src="x"], a[href^="javascript"]')).toBeNull()
  expect(globalThis).toHaveProperty('ran', 0)
})

test(
  'what a transcript would tell is shown before it leaves, and only what was kept is in the file',
  { tags: 'hunt' },
  async () => {
    const files = savedFiles()
    await openDemo()
    await openViewer()
    const messages = [
      { role: 'user', content: `cat /home/taavetti/tides.md with ${key}` },
      { role: 'assistant', content: 'Ask jorinde@tides.org about the Windjammer.' },
    ]
    await paste(JSON.stringify(messages))
    await take.getByRole('button', { name: 'Download' }).click()
    const review = dialog('Before it leaves')
    await expect.element(review.getByText('4 of 4 values will be replaced.')).toBeVisible()
    // By keyboard alone.
    const focus = (name: string): void => review.getByRole('checkbox', { name }).element().focus()
    focus('Replace <email-1>')
    await userEvent.keyboard(' ')
    review.getByLabelText('A text, such as the name of a customer').element().focus()
    await userEvent.keyboard('Windjammer{Enter}')
    await expect.element(review.getByRole('checkbox', { name: 'Replace <text-1>' })).toBeVisible()
    focus('Replace <email-1>')
    await userEvent.keyboard(' ')
    review.getByRole('button', { name: 'Download' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => files.length).toBe(1)
    const text = await files[0]!.blob.text()
    expect(text).toContain('&lt;path-1&gt;/tides.md')
    expect(text).toContain('jorinde@tides.org')
    for (const secret of [key, 'taavetti', 'Windjammer']) expect(text).not.toContain(secret)
    // The transcript behind it is as it was.
    await expect.element(viewer.getByText(key).first()).toBeVisible()
  },
)
