import { createEndpoint } from '@antiphon/endpoint'
import { describe, expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { asked, ownBaseUrl, serve, serveEndpointAt } from './support/demo-network.js'
import {
  all,
  box,
  button,
  dialog,
  hear,
  isGone,
  lastAnswer,
  openDemo,
  settled,
  textOf,
  untilFocused,
} from './support/demo-page.js'
import { configure, modelChip, openModels, openSettings, save } from './support/demo-settings-form.js'

const KEY = 'sk-harbour-4f6d1c90b2e8'
const LOCKED = 'http://locked.example/v1'
const serveLocked = (): void => serveEndpointAt(LOCKED, createEndpoint({ apiKey: KEY, speed: 0 }))
/** The line of the model list that shows the scripted models. */
const scenarios = page.getByRole('option', { name: /^Show \d+ scenarios/ })
const activeOption = (field: Locator): HTMLElement | null =>
  document.getElementById(field.element().getAttribute('aria-activedescendant')!)
const says = (words: string | RegExp) => expect.poll(() => textOf(lastAnswer)).toMatch(words)
const card = (slot: 'title' | 'detail') =>
  all(`main article:last-of-type [data-slot="notice"] [data-slot="${slot}"]`).at(-1)?.innerText

/** Every place of the page where a key could lie: its markup, its stores and its address. */
const everywhere = (): string =>
  [
    document.documentElement.outerHTML,
    document.documentElement.innerText,
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    document.cookie,
    location.href,
  ].join('\n')

test('a wrong key is named as such, and the right one, entered from the card, gets the answer; it is nowhere in the page, and no other origin gets it', async () => {
  serveLocked()
  await openDemo()
  await configure({ baseUrl: LOCKED, key: 'sk-wrong-000000000000', model: 'antiphon-tour' })
  await hear('Convert 26.2 miles to km')
  await says('The key was not accepted')
  await lastAnswer.getByRole('button', { name: 'Open settings' }).click()
  await expect.poll(() => document.activeElement?.getAttribute('type')).toBe('password')
  await configure({ key: KEY })
  await lastAnswer.getByRole('button', { name: 'Retry this answer' }).click()
  await says(/42\.164813/)
  await settled()
  expect(document.activeElement).not.toBe(document.body)
  // An address that is complete is asked before there is a key.
  expect(asked.at(-1)!.headers.get('authorization')).toBe(`Bearer ${KEY}`)
  expect(everywhere()).not.toContain(KEY)

  const form = await openSettings()
  await expect.element(form.getByText('A key is kept for this address until this page closes.')).toBeVisible()
  expect(everywhere()).not.toContain(KEY)
  await userEvent.selectOptions(form.getByLabelText('Saved endpoint'), 'Scripted demo')
  await save()
  await hear('Convert 10 miles to km')
  const elsewhere = asked.filter(({ url }) => !url.startsWith(LOCKED))
  expect(elsewhere.length).toBeGreaterThan(0)
  expect(elsewhere.every(({ url, headers }) => !headers.has('authorization') && !url.includes(KEY))).toBe(
    true,
  )
  await openDemo()
  expect(everywhere()).not.toContain(KEY)
})

describe('an address that does not work', () => {
  test('a cause stays as it was: after a reload, when the server answers meanwhile', async () => {
    await openDemo()
    await configure({ baseUrl: 'http://127.0.0.1:9417/v1', model: 'm' })
    await hear('hello')
    const cause = 'Nothing listens at 127.0.0.1:9417. Start the server, or check that 9417 is its port.'
    await expect.poll(() => card('detail')).toBe(cause)
    serve('http://127.0.0.1:9417/', () => Promise.resolve(new Response()))
    await expect.poll(() => location.hash).not.toBe('')
    await openDemo()
    await expect.poll(() => card('detail')).toBe(cause)
  })

  test(
    'nobody there, or a server that does not let this page in: says which host and what to change, and leads to the settings',
    { tags: 'hunt' },
    async () => {
      await openDemo()
      await configure({ baseUrl: 'http://127.0.0.1:9417/v1', model: 'm' })
      await hear('hello')
      expect(card('title')).toBe('Could not reach 127.0.0.1:9417')
      const cause = 'Nothing listens at 127.0.0.1:9417. Start the server, or check that 9417 is its port.'
      await expect.poll(() => card('detail')).toBe(cause)
      await lastAnswer.getByRole('button', { name: 'Open settings' }).click()
      // The step of the server says the cause: nothing beside it guesses, and the failure has one card.
      const server = () => all('[data-step="1"]')[0]!.innerText
      await expect.poll(server).toContain('Nothing listens at 127.0.0.1:9417')
      const unreached = dialog().getByText('Could not reach 127.0.0.1:9417').elements()
      expect(unreached).toHaveLength(1)
      expect(textOf(dialog())).not.toContain('likely causes')
      await userEvent.keyboard('{Escape}')
      await isGone(dialog())
      await expect.poll(() => document.activeElement?.textContent).toBe('Open settings')

      // In no-cors mode a browser gives an opaque answer: it cannot be read, but shows that a server is there.
      serve('http://127.0.0.1:9417/', async (input, init) => {
        if (new Request(input, init).mode === 'no-cors') return new Response()
        throw new TypeError('Failed to fetch')
      })
      await hear('hello again')
      const seen = 'A server answers at 127.0.0.1:9417, and does not let this page read it.'
      await expect.poll(() => card('detail')).toContain(`${seen} The server must allow this page`)
      expect(card('detail')).toContain(`The origin of this page is ${location.origin}.`)
      await lastAnswer.getByRole('button', { name: 'Open settings' }).click()
      await expect.poll(server).toContain('does not let this page read it')
      expect(server()).toContain(`The origin of this page is ${location.origin}.`)
    },
  )

  test('a wrong path or model: says that there is no such thing, and offers the list of models', async () => {
    await openDemo()
    await configure({ baseUrl: `${ownBaseUrl}/wrong`, model: 'm' })
    await hear('hello')
    await says('No such model or address')
    await configure({ baseUrl: ownBaseUrl, model: 'no-such-model' })
    await hear('hello')
    await says('No model named no-such-model')
    await lastAnswer.getByRole('button', { name: 'Pick a model' }).click()
    await scenarios.click()
    await page.getByRole('option', { name: /^thinker/ }).click()
    await hear('hello')
    await says(/three weighings find the coin/)
  })
})

describe('the model picker', () => {
  test(
    'is worked with the keyboard: open, narrow, choose; Escape changes nothing',
    { tags: 'hunt' },
    async () => {
      await openDemo()
      // The box of an empty conversation speaks of ways to begin instead of the model.
      await hear('Decline this one')
      modelChip.element().focus()
      await userEvent.keyboard('{ArrowDown}')
      await expect.element(modelChip).toHaveAttribute('aria-expanded', 'true')
      const field = dialog('Model').getByRole('combobox')
      await untilFocused(field)
      await expect.element(scenarios).toBeVisible()
      await userEvent.keyboard('{ArrowDown}')
      expect(activeOption(field)?.innerText).toMatch(/^Show \d+ scenarios/)
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => page.getByRole('option').elements().length).toBeGreaterThan(20)
      await untilFocused(field)
      await userEvent.keyboard('tools{ArrowDown}')
      expect(activeOption(field)?.innerText).toContain('many-tools')
      await userEvent.keyboard('{Escape}')
      await expect.element(modelChip).toHaveAttribute('aria-expanded', 'false')
      expect(textOf(modelChip)).toContain('antiphon-tour')
      await untilFocused(modelChip)
      await userEvent.keyboard('{ArrowDown}')
      await untilFocused(field)
      await userEvent.keyboard('many{Enter}')
      await expect.poll(() => textOf(modelChip)).toContain('many-tools')
      await expect.poll(box).toHaveAttribute('placeholder', 'Message many-tools')
    },
  )

  test(
    'has what the server says of each model, what was used last first, takes an id that is in no list, and closes with a press that still counts',
    { tags: 'hunt' },
    async () => {
      await openDemo()
      await openModels()
      await scenarios.click()
      await page.getByRole('option', { name: /^thinker/ }).click()
      const field = await openModels()
      const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
      await expect
        .poll(() => recent.elements().map((option) => (option as HTMLElement).innerText))
        .toEqual([
          expect.stringMatching(/^thinker[^]*8k/),
          expect.stringMatching(/^antiphon-tour[^]*picks the scenario by what you write/),
        ])
      await field.fill('my-own:7b')
      await page.getByRole('option', { name: 'Use my-own:7b' }).click()
      await hear('hello')
      expect(asked[0]!.body).toMatchObject({ model: 'my-own:7b', stream: true })
      await openModels()
      await button('Wire').click()
      await expect.poll(() => all('[data-slot="wire-inspector"]').length).toBe(1)
      expect(dialog('Model').query()).toBeNull()
    },
  )

  test('says why there is no list, and still takes an id', { tags: 'hunt' }, async () => {
    serveLocked()
    await openDemo()
    await configure({ baseUrl: LOCKED, model: '' })
    const field = await openModels()
    await expect.element(page.getByText('This server needs a key').first()).toBeVisible()
    await field.fill('some-model')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => textOf(modelChip)).toContain('some-model')
  })
})
