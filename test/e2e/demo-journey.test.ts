import { LLMock } from '@copilotkit/aimock'
import { createEndpoint } from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  startDemo,
  untilAnswerCounts,
  type DemoApp,
  type DemoPage,
  actOnThread,
  chooseOfApp,
  searchThreads,
  changeServer,
  setModel,
} from './demo-app.js'
import { HELD, sleepAt } from '../support/pace.js'
import { untilStored } from './support/stored-text.js'

const KEY = 'sk-harbour-4f6d1c90b2e8'
let app: DemoApp
let demo: DemoPage
let strict: ServedEndpoint
let mock: LLMock
const pace = { speed: 3 }

beforeAll(async () => {
  app = await startDemo(1)
  const cors = [new URL(app.url).origin]
  strict = await serveEndpoint(createEndpoint({ apiKey: KEY, cors, sleep: sleepAt(pace) }))
  // A second for an answer: also a busy page reads it in more than one piece.
  mock = new LLMock({ port: 0, chunkSize: 10, latency: 50 })
  mock.on(
    { userMessage: 'get_weather' },
    { toolCalls: [{ name: 'get_weather', arguments: '{"city":"Lisbon"}' }] },
  )
  mock.on({}, { content: 'Ready. '.repeat(30) })
  await mock.start()
})
afterAll(async () => {
  await app?.close()
  await strict?.close()
  await mock?.stop()
})
beforeEach(async () => void (demo = await app.open()))
afterEach(() => demo.close())

const dialog = () => demo.page.getByRole('dialog', { name: 'Connect a model' })
const states = () =>
  dialog()
    .locator('[data-check]')
    .evaluateAll((all) =>
      all.map((line) => `${line.getAttribute('data-check')} ${line.getAttribute('data-state')}`),
    )
const texts = ({ page }: DemoPage) => page.locator('main [data-slot="turn"]').allInnerTexts()

/** Waits for the check to say `expected`: it begins again with each part that is filled in. */
async function addEndpoint(url: string, model: string, expected: unknown, key?: string): Promise<void> {
  const { page, allow } = demo
  allow(new URL(url).origin)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await (await changeServer(dialog())).fill(url)
  if (key) await dialog().getByLabel('Key', { exact: true }).fill(key)
  await setModel(dialog(), model)
  // By itself.
  await expect.poll(states).toEqual(expected)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
}

it('the whole journey: first run, an endpoint with a key under strict CORS, its check, tools, approval, stop, reload, continue, edit, search, export and import', async () => {
  const { page } = demo
  // First run: no key, and an answer at once.
  await demo.ask('Convert 26.2 miles to km')
  await demo.settle()
  await expect.poll(() => demo.answer.innerText()).toContain('42.164813')

  const passed = [
    'models pass',
    'cors pass',
    'stream pass',
    'usage pass',
    'reasoning note',
    'stop pass',
    'tools pass',
  ]
  await addEndpoint(strict.url, 'antiphon-tour', passed, KEY)
  await page.getByRole('button', { name: 'New conversation' }).click()

  await demo.ask('Ask me before it runs code')
  const card = page.getByRole('group', { name: /^Allow run_javascript/ })
  await untilAnswerCounts(card)
  await card.getByRole('button', { name: /Allow once/ }).click()
  // The run begins a moment after the click: until then the page is as idle as after it.
  await expect.poll(() => demo.answer.innerText()).toContain('129')
  await demo.settle()

  await demo.ask('Stall in mid-answer')
  await demo.answer.getByText('you can').waitFor()
  await demo.stop()
  await demo.settle()
  await demo.answer.getByText('Stopped by you').first().waitFor()

  await demo.ask('Write a long answer')
  // The third answer of this thread.
  await page.locator('main [data-slot="turn"]').nth(5).locator('p').nth(1).waitFor()
  pace.speed = HELD
  const kept = (await demo.answer.locator('p').first().textContent())!.slice(0, 40)
  await untilStored(page, kept)
  await page.reload()
  await demo.answer.getByText('Connection ended before the answer did').waitFor()
  // The key was in memory only.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await dialog().getByLabel('Key', { exact: true }).fill(KEY)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  pace.speed = 0
  await demo.answer.getByRole('button', { name: 'Continue', exact: true }).click()
  await demo.answer.getByText('Connection ended before the answer did').waitFor({ state: 'detached' })
  await demo.settle()
  await expect.poll(() => demo.answer.textContent()).toContain(kept)

  // Edit and branch.
  const question = page.locator('main [data-slot="turn"][data-role="user"]').last()
  await question.hover()
  await question.getByRole('button', { name: /^Edit/ }).click()
  const editor = question.getByRole('textbox')
  await editor.fill('Convert 10 miles to km')
  await editor.press('Enter')
  await demo.settle()
  await expect.poll(() => demo.answer.innerText()).toContain('16.09')
  await question.getByRole('group', { name: 'Version 2 of 2' }).waitFor()

  // Found by a word of an answer, exported, and the same in a fresh browser.
  const found = await searchThreads(page, 'primes')
  await expect.poll(() => found.allInnerTexts()).toEqual(['Ask me before it runs code'])
  await found.click()
  await page.getByRole('dialog', { name: 'Commands' }).waitFor({ state: 'detached' })
  const before = await texts(demo)
  const download = page.waitForEvent('download')
  await actOnThread(page, 'Ask me before it runs code', 'Export')
  const file = await (await download).path()

  const fresh = await app.open()
  const chooser = fresh.page.waitForEvent('filechooser')
  await chooseOfApp(fresh.page, 'Import')
  await (await chooser).setFiles(file)
  await fresh.page
    .locator('main [data-slot="turn"]')
    .nth(before.length - 1)
    .waitFor()
  await expect.poll(() => texts(fresh)).toEqual(before)
  await fresh.close()
})

it('the check reads a server that is not ours', { tags: 'hunt' }, async () => {
  const works = expect.not.stringMatching(/fail$/) as string
  await addEndpoint(`${mock.url}/v1`, 'harbour-clerk', [
    works,
    works,
    'stream pass',
    works,
    works,
    works,
    'tools pass',
  ])
  await demo.ask('hello')
  await demo.settle()
  await expect.poll(() => demo.answer.innerText()).toContain('Ready.')
})
