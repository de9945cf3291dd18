import { createEndpoint } from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  changeServer,
  configure,
  modelChip,
  showAdvanced,
  startDemo,
  untilStill,
  type DemoApp,
  type DemoPage,
} from './demo-app.js'
import { axeFindings } from './support/axe.js'

const KEY = 'sk-harbour-4f6d1c90b2e8'
let app: DemoApp
let demo: DemoPage
let locked: ServedEndpoint

beforeAll(async () => {
  // Played at once, an answer comes in one piece, as the check would say.
  app = await startDemo(4, { warnings: true })
  locked = await serveEndpoint(createEndpoint({ apiKey: KEY, speed: 0 }))
})
afterAll(async () => {
  await app?.close()
  await locked?.close()
})
beforeEach(async () => void (demo = await app.open()))
afterEach(() => demo.close())

const dialog = () => demo.page.getByRole('dialog', { name: 'Connect a model' })
const open = async () => {
  await demo.page.getByRole('button', { name: 'Settings', exact: true }).click()
  await dialog().waitFor()
}
const save = async () => {
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
}
const stores = () =>
  demo.page.evaluate(() => ({ tab: JSON.stringify(sessionStorage), browser: JSON.stringify(localStorage) }))
const violations = async () => {
  await untilStill(demo.page)
  return axeFindings(demo.page)
}

describe('the list of endpoints', () => {
  it('keeps several, switches between them with their models and keys, and forgets one with its key', async () => {
    const { page } = demo
    await configure(demo, { baseUrl: locked.url, key: KEY, model: 'thinker' })
    const choice = dialog().getByLabel('Saved endpoint')
    await open()
    await showAdvanced(dialog())
    await dialog().getByLabel('Name', { exact: true }).fill('Harbour')
    await dialog().getByRole('button', { name: 'Connection' }).click()
    await dialog().getByLabel('For this tab').check()
    await dialog().getByText('A reload keeps it.').waitFor()
    await dialog().getByLabel('Key', { exact: true }).fill(KEY)
    await save()
    await expect.poll(() => modelChip(page).innerText()).toContain('Harbour')
    await expect.poll(async () => (await stores()).tab).toContain(KEY)
    expect((await stores()).browser).not.toContain(KEY)

    await open()
    await choice.selectOption({ label: 'Scripted demo' })
    await save()
    await expect.poll(() => modelChip(page).innerText()).toContain('antiphon-tour')
    await page.reload()
    await demo.box.waitFor()
    await open()
    await choice.selectOption({ label: 'Harbour' })
    await dialog().getByText('A key is kept for this address until this tab closes.').waitFor()
    expect(await dialog().innerHTML()).not.toContain(KEY)
    await save()
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    expect(await modelChip(page).innerText()).toContain('thinker')
    expect(await demo.answer.getByText('The key was not accepted').count()).toBe(0)

    await open()
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await expect
      .poll(() => choice.locator('option').allInnerTexts())
      .toEqual(['New endpoint', 'Scripted demo'])
    await expect.poll(async () => (await stores()).tab).not.toContain(KEY)
    await expect.poll(async () => (await stores()).browser).not.toContain('Harbour')
  })

  it('a key that is stored in the browser leaves it when one chooses another place', async () => {
    await configure(demo, { baseUrl: locked.url, model: 'thinker' })
    await open()
    await dialog().getByLabel('For this browser').check()
    await dialog().getByText('Stored unencrypted.').waitFor()
    await dialog().getByLabel('Key', { exact: true }).fill(KEY)
    await save()
    await expect.poll(async () => (await stores()).browser).toContain(KEY)
    await open()
    await dialog().getByLabel('For this page').check()
    await save()
    await expect.poll(async () => JSON.stringify(await stores())).not.toContain(KEY)
  })

  it('settings of the version before are read as they were', async () => {
    const { page } = demo
    await page.evaluate(() =>
      localStorage.setItem(
        'antiphon-demo.settings',
        '{"version":1,"baseUrl":"http://127.0.0.1:9/v1","model":"old","temperature":0.5,"system":"Be brief."}',
      ),
    )
    demo.allow('http://127.0.0.1:9')
    await page.reload()
    await demo.box.waitFor()
    await open()
    expect(await (await changeServer(dialog())).inputValue()).toBe('http://127.0.0.1:9/v1')
    await showAdvanced(dialog())
    expect(await dialog().getByLabel('Temperature').inputValue()).toBe('0.5')
    expect(await dialog().getByLabel('System prompt').inputValue()).toBe('Be brief.')
  })

  it('a card fills the form, what it leaves open is asked for, and one that is complete is a line', async () => {
    await open()
    const address = await changeServer(dialog())
    // Who is on this machine was looked for by itself.
    await dialog().getByRole('button', { name: 'Look again' }).waitFor()
    expect(await violations()).toEqual([])
    await dialog()
      .getByRole('button', { name: /^Azure OpenAI/ })
      .click()
    await expect.poll(() => address.inputValue()).toContain('{resource}')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('The base URL still has {resource} in it.').waitFor()
    await dialog()
      .getByRole('button', { name: /^Scripted demo/ })
      .click()
    await address.waitFor({ state: 'detached' })
    await dialog().getByRole('heading', { name: 'No key needed' }).waitFor()
    expect(await (await changeServer(dialog())).inputValue()).toBe(`${app.url}v1`)
  })

  it('what was typed is not dropped without a question; Cancel drops it', async () => {
    const { keyboard } = demo.page
    await open()
    await showAdvanced(dialog())
    const tokens = dialog().getByLabel('Max tokens')
    await tokens.fill('700')
    await keyboard.press('Escape')
    const question = dialog().getByRole('alertdialog', { name: 'Your changes are not saved.' })
    await question.waitFor()
    expect(await violations()).toEqual([])
    await keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await tokens.inputValue()).toBe('700')
    await dialog().getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await dialog().waitFor({ state: 'detached' })
    await open()
    await showAdvanced(dialog())
    expect(await tokens.inputValue()).toBe('')
    // Nothing was changed: no question.
    await keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('extra headers and body are sent; a key among the headers is refused', async () => {
    await open()
    await showAdvanced(dialog())
    await dialog().getByText('More parameters, headers and body').click()
    await dialog().getByLabel('Extra headers').fill('Authorization: Bearer x')
    await dialog().getByLabel('Extra body').fill('{"top_k": 40')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('Put keys in the Key field.').waitFor()
    await dialog().getByText('Not valid JSON').waitFor()
    await dialog().getByLabel('Extra headers').fill('X-Title: Harbour')
    await dialog().getByLabel('Extra body').fill('{"top_k": 40}')
    await dialog().getByLabel('Stop at').fill('END\n###')
    await save()
    const sent = demo.page.waitForRequest(/chat\/completions/)
    await demo.ask('Convert 26.2 miles to km')
    const request = await sent
    expect(request.headers()['x-title']).toBe('Harbour')
    expect(request.postDataJSON()).toMatchObject({ top_k: 40, stop: ['END', '###'] })
    await demo.settle()
  })
})

describe('another address', () => {
  it('that does not have the model of the one before: it is cleared, and said so', async () => {
    await open()
    const model = dialog().getByRole('combobox', { name: 'Model' })
    const address = await changeServer(dialog())
    await model.fill('of-another-server')
    await address.fill(`${app.url}v1/`)
    await demo.page.keyboard.press('Tab')
    await dialog().getByText('This server has no model named of-another-server.').waitFor()
    await expect.poll(() => model.inputValue()).toBe('')
    await model.fill('thinker')
    await address.fill(`${app.url}v1`)
    await demo.page.keyboard.press('Tab')
    await expect.poll(() => dialog().getByText('has no model named').count()).toBe(0)
    expect(await model.inputValue()).toBe('thinker')
  })
})

describe('the check', () => {
  it('of the scripted endpoint passes, with what was seen of each', async () => {
    await open()
    await dialog().getByRole('button', { name: 'Check', exact: true }).click()
    await dialog().locator('[data-check="tools"]').waitFor()
    const lines = await dialog()
      .locator('[data-check]')
      .evaluateAll((all) =>
        all.map((line) => `${line.getAttribute('data-check')} ${line.getAttribute('data-state')}`),
      )
    expect(lines).toEqual([
      'models pass',
      'cors pass',
      'stream pass',
      'usage pass',
      // It shows its thoughts when asked to think.
      'reasoning note',
      // Played at once, its answer may be over before anybody can stop it.
      expect.stringMatching(/^stop (pass|note)$/),
      'tools pass',
    ])
    expect(await violations()).toEqual([])
  })

  it('tells a server that does not let this page in from one that is not there', async () => {
    const closed = createServer((_, response) => void response.end('{"data":[]}'))
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/v1`
    demo.allow(new URL(url).origin)
    await open()
    await (await changeServer(dialog())).fill(url)
    // The check begins by itself, once the field is left.
    await demo.page.keyboard.press('Tab')
    const cors = dialog().locator('[data-check="cors"]')
    await cors.getByText('does not let this page read it').waitFor()
    expect(await cors.innerText()).toContain(`The origin of this page is ${new URL(app.url).origin}.`)
    await new Promise((resolve) => closed.close(resolve))
    await dialog().getByRole('button', { name: 'Check again' }).click()
    await cors.getByText(`Nothing listens at 127.0.0.1:${port}`).waitFor()
    // The check knows the cause: nothing beside it guesses, and the failure has one card.
    const models = dialog().locator('[data-check="models"]')
    expect(await models.innerText()).toContain(`Could not reach 127.0.0.1:${port}`)
    expect(await dialog().getByText(`Could not reach 127.0.0.1:${port}`).count()).toBe(1)
    expect(await dialog().innerText()).not.toContain('likely causes')
  })

  it('names the key where it is missing', async () => {
    demo.allow(new URL(locked.url).origin)
    await open()
    await (await changeServer(dialog())).fill(locked.url)
    await demo.page.keyboard.press('Tab')
    const failed = dialog().locator('[data-state="fail"]')
    await failed.getByText('Check the key').first().waitFor()
    // The words of the chat would lead to where one is.
    await dialog().getByText('Add one above.').first().waitFor()
    expect(await dialog().innerText()).not.toContain('in the settings')
    await dialog().locator('[data-check="tools"][data-state="skipped"]').waitFor()
    expect(await violations()).toEqual([])
  })
})
