import { createTimeline, readCapture, readCaptureFile } from '@antiphon/devtools'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ownBaseUrl, pace, serve } from './support/demo-network.js'
import {
  all,
  button,
  chooseInMenu,
  dialog,
  hear,
  isGone,
  lastAnswer,
  openDemo,
  untilFocused,
} from './support/demo-page.js'
import { configure, pickModel } from './support/demo-settings-form.js'
import { chooseFile, savedFiles } from './support/saved-files.js'

const key = 'sk-demo-wire-0123456789abcdef'
const secret = ['sk', '-proj-', '4pT9xQ2mZr7Lw1Vb8Ny3Kd6Hs5Gf0Ja'].join('')
const rows = page.getByRole('tree', { name: 'Rows of the stream' })
const chosen = () => all('[role="tree"] [role="treeitem"][aria-selected="true"]')[0]
const panel = () => all('[data-slot="wire-inspector"]')[0]!
const slider = page.getByRole('slider', { name: 'Byte' })
const inMenu = (line: string): Promise<void> => chooseInMenu('More of the wire', line)

async function openWire(): Promise<void> {
  await button('Wire').click()
  await expect.element(rows).toBeVisible()
}

/** Chooses the row of the first part that says something. */
async function chooseRow(): Promise<void> {
  rows.element().focus()
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowRight}{ArrowDown}')
}

/** The demo's endpoint answers with this text for the next request. */
const answerWith = (body: string): void =>
  serve(
    `${ownBaseUrl}/chat/completions`,
    async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  )
const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`

test('the wire of an answer is opened afterwards: a row lights its part, a part chooses its row, and little stands before the first row', async () => {
  // So slow that the page reads it in pieces: what comes in one has no rate.
  pace.speed = 20
  await openDemo()
  await pickModel('parallel-tools')
  await hear('What time is it in Oslo?')
  await openWire()
  const exchanges = () =>
    all('select[aria-label="Exchange"] option, [aria-label="Exchange"] option').map(
      ({ innerText }) => innerText,
    )
  await expect.poll(exchanges).toEqual(['1. parallel-tools', '2. parallel-tools'])
  await chooseRow()
  await expect.poll(() => all('main [data-wire-lit]')[0]?.dataset['part']).toBe('text-0')

  // One line of chrome, figures, a spark line and a filter.
  const top = all('[data-slot="wire-rows"]')[0]!.getBoundingClientRect().top
  expect(top - panel().getBoundingClientRect().top).toBeLessThanOrEqual(160)
  const figures = all('[data-slot="wire-figures"]')[0]!.innerText.replaceAll(/\s+/g, ' ')
  expect(figures).toMatch(/200 OK .* first token .* tok\/s .* rows · /)
  // When the tokens came, and where one is among them; a press goes there.
  const spark = () => all('[data-slot="wire-spark"]')[0]!
  await expect.poll(() => spark().querySelector('[data-part="text"]')).not.toBeNull()
  await expect.poll(() => spark().querySelector('[data-slot="wire-hair"]')).not.toBeNull()
  const at = () => Number((slider.element() as HTMLInputElement).value)
  const before = at()
  await userEvent.click(spark(), { position: { x: spark().getBoundingClientRect().width - 2, y: 8 } })
  await expect.poll(at).toBeGreaterThan(before)
  // curl without going to the request first.
  await expect.element(button('Copy as curl')).toBeVisible()

  await inMenu('Pick in the conversation')
  await userEvent.click(all('main [data-slot="tool-group"]')[0]!)
  await expect.poll(() => chosen()?.textContent).toContain('call ')
  await expect
    .poll(() => all('main [data-wire-lit][data-slot="tool-call"]')[0]?.dataset['tool'])
    .toBe('get_time')
  // The panel is as wide as one likes, by keys too.
  const edge = page.getByRole('separator', { name: 'Width of the side panel' })
  const width = Number(edge.element().getAttribute('aria-valuenow'))
  edge.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(edge).toHaveAttribute('aria-valuenow', String(width + 24))

  // On a narrow screen it is a sheet over the conversation, closed by Escape, one layer at a time.
  await page.viewport(390, 800)
  const sheet = dialog('Wire')
  await expect.element(sheet).toBeVisible()
  expect(sheet.element().scrollWidth).toBeLessThanOrEqual(sheet.element().clientWidth)
  await button('More of the wire').click()
  const lines = page.getByRole('menu', { name: 'More of the wire' }).getByRole('menuitem')
  expect(lines.elements().map((line) => (line as HTMLElement).innerText)).not.toContain(
    'Pick in the conversation',
  )
  await userEvent.keyboard('{Escape}')
  await isGone(page.getByRole('menu', { name: 'More of the wire' }))
  await userEvent.keyboard('{Escape}')
  await isGone(sheet)
  await expect.poll(() => all('[data-wire-lit]')).toEqual([])
})

test('on a phone the wire shows the beginning of an answer that is whole', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at} of the answer.`).join('\n\n')
  answerWith(`${chunk({ content: lines })}${chunk({}, 'stop')}data: [DONE]\n\n`)
  await openDemo({ width: 1440 })
  await hear('Tell me more.')
  await openWire()
  await page.viewport(390, 800)
  await expect.element(dialog('Wire')).toBeVisible()
  const preview = () => all('[data-slot="wire-preview"] [data-slot="viewport"]')[0]
  const first = () => all('[data-slot="wire-preview"] [data-part] p')[0]
  await expect.poll(() => first()?.textContent).toBe('Line 0 of the answer.')
  const below = (): number => first()!.getBoundingClientRect().top - preview()!.getBoundingClientRect().top
  await expect.poll(below).toBeGreaterThanOrEqual(0)
  expect(below()).toBeLessThan(preview()!.clientHeight / 2)
  expect(preview()!.scrollHeight).toBeGreaterThan(2 * preview()!.clientHeight)
})

test('closed with its cross, the wire leaves the focus on the button that opened it', async () => {
  await openDemo({ width: 1440 })
  await button('Wire').click()
  await button('Close the wire panel').click()
  await untilFocused(button('Wire'))
})

test('a captured stream leads to another file', async () => {
  await openDemo({ width: 1440 })
  await button('Transcripts').click()
  await page.getByRole('button', { name: /captured stream/i }).click()
  await button('Open another').click()
  await expect.element(page.getByRole('button', { name: /captured stream/i })).toBeVisible()
})

test(
  'an answer that could not be read leads from its card to the very row, one that ended oddly to its last',
  { tags: 'hunt' },
  async () => {
    await openDemo()
    answerWith(': waking up\n\ndata: {"choices":[{"delta":{"conte\n\n')
    await hear('Go')
    await lastAnswer.getByRole('button', { name: 'Open in wire' }).click()
    await expect.poll(() => chosen()?.dataset['mark']).toBe('unparsed')
    answerWith(`${chunk({ content: 'So far.' })}${chunk({}, 'house_rule_7')}data: [DONE]\n\n`)
    await hear('Once more')
    await lastAnswer.getByRole('button', { name: 'Open in wire' }).click()
    await expect.poll(() => chosen()?.textContent).toContain('house_rule_7')
  },
)

test(
  'an exchange is saved without the key, opened again, and stepped through byte by byte',
  { tags: 'hunt' },
  async () => {
    const files = savedFiles()
    await openDemo()
    await configure({ key, model: 'one-tool' })
    await hear('What time is it in Oslo?')
    const said = all('main [data-slot="prose"]').at(-1)?.textContent
    await openWire()
    await inMenu('Save all exchanges as a file')
    await expect.poll(() => files.length).toBe(1)
    const file = await files[0]!.blob.text()
    expect(file).not.toContain(key)
    expect(file).toContain('[redacted]')
    const saved = readCapture(file)
    expect(saved.length).toBeGreaterThan(1)
    expect(createTimeline(saved.at(-1)!).completion!.outcome).toBe('complete')
    expect(document.documentElement.outerHTML).not.toContain(key)

    await inMenu('Clear the list')
    await expect.element(page.getByText('Nothing has gone over the wire yet')).toBeVisible()
    await inMenu('Open a file')
    chooseFile(panel().querySelector<HTMLInputElement>('input[type=file]')!, new File([file], 'wire.json'))
    await expect.element(rows).toBeVisible()
    await inMenu('Next exchange')
    const preview = page.getByRole('region', { name: 'Answer', exact: true })
    const shown = () =>
      [...preview.element().querySelectorAll('[data-slot="prose"]')].map(({ textContent }) => textContent)
    await expect.poll(() => shown().at(-1)).toBe(said)
    slider.element().focus()
    await userEvent.keyboard('{Home}')
    await expect.poll(shown).toEqual([])
    await userEvent.keyboard('{End}')
    await expect.poll(() => shown().at(-1)).toBe(said)
    await page.getByRole('tab', { name: /^Request/ }).click()
    await expect.element(button('Copy as curl').first()).toBeVisible()
  },
)

test(
  'a report of a failed answer holds what the demo knows and none of its secrets, and opens in the viewer',
  { tags: 'hunt' },
  async () => {
    const files = savedFiles()
    await openDemo()
    const said = secret.match(/.{1,7}/g)!.map((content) => chunk({ content }))
    answerWith(
      `${said.join('')}data: {"choices": [{"delta":\n\n${chunk({ content: ' is gone' })}data: [DONE]\n\n`,
    )
    await hear(`Why is ${secret} refused?`)
    await openWire()
    await inMenu('Report this')
    await page.getByRole('textbox', { name: 'What went wrong?' }).fill('A row could not be read.')
    await button('Look through it').click()
    const review = dialog('Before it leaves')
    await expect.element(review.getByRole('checkbox', { name: 'Replace <key-1>' })).toBeVisible()
    await review.getByRole('button', { name: 'Download' }).click()
    await expect.poll(() => files.length).toBe(1)
    const text = await files[0]!.blob.text()
    expect(text).not.toContain(secret)
    expect(readCaptureFile(text).report).toMatchObject({
      note: 'A row could not be read.',
      versions: { antiphon: '0.0.0', browser: expect.any(String) as string },
      settings: { model: expect.any(String) as string },
      messages: [{ role: 'user', content: 'Why is <key-1> refused?' }, { role: 'assistant' }],
    })
    await button('Transcripts').last().click()
    const viewer = page.getByRole('region', { name: 'Transcripts', exact: true })
    await expect.poll(() => viewer.getByLabelText('Transcript file').query()).not.toBeNull()
    chooseFile(
      viewer.getByLabelText('Transcript file').element() as HTMLInputElement,
      new File([text], 'report.json'),
    )
    await expect.element(viewer.getByRole('region', { name: 'Reported problem' })).toBeVisible()
  },
)
