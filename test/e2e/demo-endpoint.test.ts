import { createEndpoint } from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  configure,
  startDemo,
  type DemoApp,
  type DemoPage,
  modelChip,
  openModels,
  pickModel,
  changeServer,
  showAdvanced,
} from './demo-app.js'

const KEY = 'sk-harbour-4f6d1c90b2e8'
let app: DemoApp
let demo: DemoPage
let locked: ServedEndpoint

beforeAll(async () => {
  app = await startDemo(0)
  locked = await serveEndpoint(createEndpoint({ apiKey: KEY, speed: 0 }))
})
afterAll(async () => {
  await app?.close()
  await locked?.close()
})
beforeEach(async () => void (demo = await app.open()))
afterEach(() => demo.close())

const cardTitle = () => demo.answer.locator('[data-slot="notice"] [data-slot="title"]').innerText()

const cardDetail = () => demo.answer.locator('[data-slot="notice"] [data-slot="detail"]').innerText()

/** Every place of the page where a key could lie: its markup, its fields' attributes, its stores and its address. */
const everywhere = () =>
  demo.page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.documentElement.innerText,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
      location.href,
    ].join('\n'),
  )

describe('the key', () => {
  it('a wrong one is named as such, and the right one, entered from the card, gets the answer', async () => {
    const { page } = demo
    await configure(demo, { baseUrl: locked.url, key: 'sk-wrong-000000000000', model: 'antiphon-tour' })
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    expect(await cardTitle()).toBe('The key was not accepted')
    await demo.answer.getByRole('button', { name: 'Open settings' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
      .toBe('password')
    await configure(demo, { key: KEY })
    await demo.answer.getByRole('button', { name: 'Retry this answer' }).click()
    await expect.poll(() => demo.answer.innerText()).toContain('42.164813')
    await demo.settle()
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

  it('is nowhere in the page, its stores or its address, and no other origin gets it', async () => {
    const { page } = demo
    const sent: { url: string; authorization?: string }[] = []
    page.on('request', (request) => {
      if (/\/v1\//.test(request.url()))
        sent.push({ url: request.url(), authorization: request.headers()['authorization'] })
    })
    await configure(demo, { baseUrl: locked.url, key: KEY, model: 'antiphon-tour' })
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    // An address that is complete is asked before there is a key.
    expect(sent.findLast(({ url }) => url.startsWith(locked.url))?.authorization).toBe(`Bearer ${KEY}`)
    expect(await everywhere()).not.toContain(KEY)

    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByText('A key is kept for this address until this page closes.').waitFor()
    expect(await everywhere()).not.toContain(KEY)
    await page.getByLabel('Saved endpoint').selectOption({ label: 'Scripted demo' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await demo.ask('Convert 10 miles to km')
    await demo.settle()
    const elsewhere = sent.filter(({ url }) => !url.startsWith(locked.url))
    expect(elsewhere.length).toBeGreaterThan(0)
    expect(elsewhere.every(({ url, authorization }) => !authorization && !url.includes(KEY))).toBe(true)

    await page.reload()
    await demo.box.waitFor()
    expect(await everywhere()).not.toContain(KEY)
  })
})

describe('an address that does not work', () => {
  it('nobody there: says which host, and leads to the settings', async () => {
    const gone = await serveEndpoint(createEndpoint())
    await gone.close()
    await configure(demo, { baseUrl: gone.url, model: 'm' })
    await demo.ask('hello')
    await demo.settle()
    const { host, port } = new URL(gone.url)
    expect(await cardTitle()).toBe(`Could not reach ${host}`)
    const cause = `Nothing listens at ${host}. Start the server, or check that ${port} is its port.`
    await expect.poll(cardDetail).toBe(cause)
    await demo.answer.getByRole('button', { name: 'Open settings' }).click()
    const dialog = demo.page.getByRole('dialog')
    await dialog.getByText(`Could not reach ${host}`).first().waitFor()
    await demo.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => demo.page.evaluate(() => document.activeElement?.textContent))
      .toBe('Open settings')
  })

  it('a server that does not let this page in: says so, and what to change at the server', async () => {
    const closed = createServer((_, response) => void response.end('{}'))
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(closed.address() as AddressInfo).port}`
    demo.allow(`http://${host}`)
    await configure(demo, { baseUrl: `http://${host}/v1`, model: 'm' })
    await demo.ask('hello')
    await demo.settle()
    const seen = `A server answers at ${host}, and does not let this page read it.`
    await expect.poll(cardDetail).toContain(`${seen} The server must allow this page`)
    expect(await cardDetail()).toContain(`The origin of this page is ${new URL(app.url).origin}.`)
    // Another time the failure is an old one: the server is not asked about it.
    await demo.page.reload()
    await expect.poll(cardDetail).toContain('likely causes')
    await new Promise((resolve) => closed.close(resolve))
  })

  it('a wrong path or model: says that there is no such thing, and offers the list of models', async () => {
    await configure(demo, { baseUrl: `${app.url}v1/wrong`, model: 'm' })
    await demo.ask('hello')
    await demo.settle()
    expect(await cardTitle()).toBe('No such model or address')
    await configure(demo, { baseUrl: `${app.url}v1`, model: 'no-such-model' })
    await demo.ask('hello')
    await demo.settle()
    expect(await cardTitle()).toBe('No model named no-such-model')
    expect(await demo.answer.innerText()).toContain('no-such-model')
    await demo.answer.getByRole('button', { name: 'Pick a model' }).click()
    await demo.page.getByRole('option', { name: /^thinker/ }).click()
    await demo.ask('hello')
    await demo.settle()
    expect(await demo.answer.innerText()).toContain('three weighings find the coin')
  })

  it('is refused in the form, in words, with the focus on the field', async () => {
    const { page } = demo
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const field = await changeServer(page.getByRole('dialog'))
    await field.fill('ftp://harbour.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const hint = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`)
    expect(await hint.innerText()).toContain('is not a web address')
    await field.fill('not an address')
    await expect.poll(() => hint.innerText()).toContain('is not a web address')
  })
})

describe('the settings', () => {
  it('are tested before they are saved, and remembered without the key', async () => {
    const { page } = demo
    demo.allow(new URL(locked.url).origin)
    const opener = page.getByRole('button', { name: 'Settings', exact: true })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect a model' })
    const address = await changeServer(dialog)
    await address.fill(locked.url)
    await page.keyboard.press('Tab')
    await dialog.getByText('This server needs a key').first().waitFor()
    await address.fill(app.url)
    await page.keyboard.press('Tab')
    await dialog.getByText(`Found at ${app.url}v1`).waitFor()
    await dialog.getByRole('button', { name: 'Use it' }).click()
    await expect.poll(() => dialog.getByLabel('Base URL').inputValue()).toBe(`${app.url}v1`)
    await dialog.getByLabel('Base URL').fill(` ${locked.url.replace('http://', '')}/chat/completions`)
    await dialog.getByLabel('Key', { exact: true }).fill(KEY)
    await page.keyboard.press('Tab')
    await dialog.getByText(/^Reachable\. \d+ models\.$/).waitFor()
    await dialog.getByRole('combobox', { name: 'Model' }).fill('thinker')
    await showAdvanced(dialog)
    await dialog.getByLabel('Max tokens').fill('900')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await page.reload()
    await demo.box.waitFor()
    await expect.poll(() => modelChip(page).innerText()).toContain(new URL(locked.url).host)
    await expect.poll(() => modelChip(page).innerText()).toContain('thinker')
    await demo.ask('Think about a puzzle first')
    await demo.settle()
    expect(await cardTitle()).toBe('This server needs a key')
  })

  it('open a conversation with the system prompt that was set', async () => {
    const { page } = demo
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await showAdvanced(page.getByRole('dialog'))
    await page.getByLabel('System prompt').fill('Answer in one sentence.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const request = page.waitForRequest(/chat\/completions/)
    await demo.ask('Convert 26.2 miles to km')
    expect((await request).postDataJSON()).toMatchObject({
      messages: [
        { role: 'system', content: 'Answer in one sentence.' },
        { role: 'user', content: 'Convert 26.2 miles to km' },
      ],
    })
    await demo.settle()
    await page.getByText('System prompt, 4 words').waitFor()
  })
})

describe('the model picker', () => {
  it('is worked with the keyboard: open, narrow, choose; Escape changes nothing', async () => {
    const { page } = demo
    // The box of an empty conversation speaks of ways to begin instead of the model.
    await demo.ask('Decline this one')
    await demo.settle()
    const chip = modelChip(page)
    await chip.press('ArrowDown')
    await expect.poll(() => chip.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(20)
    const field = page.getByRole('dialog', { name: 'Model', exact: true }).getByRole('combobox')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('tools')
    await page.keyboard.press('ArrowDown')
    const active = page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`)
    expect(await active.innerText()).toContain('many-tools')
    await page.keyboard.press('Escape')
    await expect.poll(() => chip.getAttribute('aria-expanded')).toBe('false')
    expect(await chip.innerText()).toContain('antiphon-tour')
    await expect.poll(() => chip.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('many')
    await page.keyboard.press('Enter')
    await expect.poll(() => chip.innerText()).toContain('many-tools')
    await expect.poll(() => demo.box.getAttribute('placeholder')).toBe('Message many-tools')
  })

  it('has what the server says of each model, what was used last first, and closes with a press that still counts', async () => {
    const { page } = demo
    await pickModel(page, 'thinker')
    await openModels(page)
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await expect
      .poll(() => recent.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^thinker[^]*8k/),
        expect.stringMatching(/^antiphon-tour[^]*picks the scenario by what you write/),
      ])
    await page.getByRole('button', { name: 'Wire', exact: true }).click()
    await page.locator('[data-slot="wire-inspector"]').waitFor()
    expect(await page.getByRole('dialog', { name: 'Model', exact: true }).count()).toBe(0)
  })

  it('takes an id that is in no list, and sends it as it is', async () => {
    const { page } = demo
    await (await openModels(page)).fill('my-own:7b')
    await page.getByRole('option', { name: 'Use my-own:7b' }).click()
    const request = page.waitForRequest(/chat\/completions/)
    await demo.ask('hello')
    expect((await request).postDataJSON()).toMatchObject({ model: 'my-own:7b', stream: true })
    await demo.settle()
  })

  it('says why there is no list, and still takes an id', async () => {
    const { page } = demo
    await configure(demo, { baseUrl: locked.url, model: '' })
    const field = await openModels(page)
    await page.getByText('This server needs a key').waitFor()
    await field.fill('some-model')
    await field.press('Enter')
    await expect.poll(() => modelChip(page).innerText()).toContain('some-model')
  })
})
