import { createEndpoint, createEndpointFetch } from '@antiphon/endpoint'
import { endpointWires } from '@antiphon/wires/endpoint'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { asked, ownBaseUrl, pace, serve, serveEndpointAt } from './support/demo-network.js'
import {
  all,
  ask,
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
import {
  changeServer,
  configure,
  modelChip,
  modelField,
  openSettings,
  save,
  setModel,
  showAdvanced,
} from './support/demo-settings-form.js'

const KEY = 'sk-harbour-4f6d1c90b2e8'
const LOCKED = 'http://locked.example/v1'
const serveLocked = (): void => serveEndpointAt(LOCKED, createEndpoint({ apiKey: KEY, speed: 0 }))
const form = dialog('Connect a model')
const stores = () => ({ tab: JSON.stringify(sessionStorage), browser: JSON.stringify(localStorage) })
const inForm = (text: string | RegExp) => expect.element(form.getByText(text).first()).toBeVisible()
const address = form.getByLabelText('Base URL')
const field = (label: string) => form.getByLabelText(label, { exact: true })
const options = (label: string): string[] =>
  [...(field(label).element() as HTMLSelectElement).options].map(({ text }) => text)
const step = (number: number) => all(`[data-step="${number}"]`)[0]!
const changesField = form.getByRole('textbox', { name: 'Changes to the profile' })
describe('the list of endpoints', () => {
  test('keeps several with their models and keys, and a key where one chose to keep it; one that is forgotten takes its key along', async () => {
    serveLocked()
    await openDemo()
    await configure({ baseUrl: LOCKED, key: KEY, model: 'thinker' })
    const choice = field('Saved endpoint')
    await openSettings()
    await showAdvanced()
    await field('Name').fill('Harbour')
    await form.getByLabelText('For this browser').click()
    await inForm('Stored unencrypted.')
    await field('Key').fill(KEY)
    await save()
    await expect.poll(() => stores().browser).toContain(KEY)
    await openSettings()
    await form.getByLabelText('For this tab').click()
    await inForm('A reload keeps it.')
    await save()
    await expect.poll(() => stores().tab).toContain(KEY)
    expect(stores().browser).not.toContain(KEY)

    await openSettings()
    await userEvent.selectOptions(choice, 'Scripted demo')
    await save()
    await expect.poll(() => textOf(modelChip)).toContain('antiphon-tour')
    await openDemo()
    await openSettings()
    await userEvent.selectOptions(choice, 'Harbour')
    await inForm('A key is kept for this address until this tab closes.')
    expect(form.element().innerHTML).not.toContain(KEY)
    await save()
    await hear('Convert 26.2 miles to km')
    expect(textOf(modelChip)).toMatch(/Harbour|thinker/)
    expect(asked.at(-1)!.headers.get('authorization')).toBe(`Bearer ${KEY}`)

    await openSettings()
    await form.getByLabelText('For this page').click()
    await save()
    await expect.poll(() => JSON.stringify(stores())).not.toContain(KEY)
    await openSettings()
    await form.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => options('Saved endpoint')).toEqual(['New endpoint', 'Scripted demo'])
    await expect.poll(() => stores().browser).not.toContain('Harbour')
  })

  test('settings of the version before are read as they were', { tags: 'hunt' }, async () => {
    const before = { version: 1, baseUrl: 'http://127.0.0.1:9/v1', model: 'old', temperature: 0.5 }
    localStorage.setItem('antiphon-demo.settings', JSON.stringify({ ...before, system: 'Be brief.' }))
    await openDemo()
    await openSettings()
    await expect.element(await changeServer()).toHaveValue('http://127.0.0.1:9/v1')
    await showAdvanced()
    await expect.element(field('Temperature')).toHaveValue('0.5')
    await expect.element(field('System prompt')).toHaveValue('Be brief.')
  })

  test('a card fills the form, what it leaves open is asked for, one that is complete is a line; what was typed is not dropped without a question', async () => {
    await openDemo()
    await openSettings()
    const address = await changeServer()
    // Who is on this machine was looked for by itself.
    await expect.element(form.getByRole('button', { name: 'Look again' })).toBeVisible()
    await form.getByRole('button', { name: /^Azure OpenAI/ }).click()
    await expect.poll(() => (address.element() as HTMLInputElement).value).toContain('{resource}')
    await form.getByRole('button', { name: /^Save/ }).click()
    await inForm('The base URL still has {resource} in it.')
    await form.getByRole('button', { name: /^Scripted demo/ }).click()
    await isGone(address)
    await expect.element(form.getByRole('heading', { name: 'No key needed' })).toBeVisible()
    await expect.element(await changeServer()).toHaveValue(ownBaseUrl)

    await showAdvanced()
    const tokens = field('Max tokens')
    await tokens.fill('700')
    await userEvent.keyboard('{Escape}')
    const question = form.getByRole('alertdialog', { name: 'Your changes are not saved.' })
    await expect.element(question).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await isGone(question)
    await expect.element(tokens).toHaveValue('700')
    await form.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await isGone(form)
    await openSettings()
    await showAdvanced()
    await expect.element(tokens).toHaveValue('')
    // Nothing was changed: no question.
    await userEvent.keyboard('{Escape}')
    await isGone(form)
  })

  test('extra headers and body and the system prompt are sent; a key among the headers is refused', async () => {
    await openDemo()
    await openSettings()
    await showAdvanced()
    await field('System prompt').fill('Answer in one sentence.')
    await form.getByText('More parameters, headers and body').click()
    await form.getByLabelText('Extra headers').fill('Authorization: Bearer x')
    await form.getByLabelText('Extra body').fill('{"top_k": 40')
    await form.getByRole('button', { name: /^Save/ }).click()
    await inForm('Put keys in the Key field.')
    await inForm('Not valid JSON')
    await form.getByLabelText('Extra headers').fill('X-Title: Harbour')
    await form.getByLabelText('Extra body').fill('{"top_k": 40}')
    await form.getByLabelText('Stop at').fill('END\n###')
    await save()
    await hear('Convert 26.2 miles to km')
    expect(asked[0]!.headers.get('x-title')).toBe('Harbour')
    expect(asked[0]!.body).toMatchObject({
      top_k: 40,
      stop: ['END', '###'],
      messages: [
        { role: 'system', content: 'Answer in one sentence.' },
        { role: 'user', content: 'Convert 26.2 miles to km' },
      ],
    })
    await expect.element(page.getByText('System prompt, 4 words')).toBeVisible()
  })
})

test('one field finds a server by a part of its name, and takes anything else for an address', async () => {
  const cards = () => all('[data-step="1"] [aria-pressed] .font-title').map(({ textContent }) => textContent)
  const state = () => all('[data-step="1"]')[0]!.innerText
  await openDemo()
  await openSettings()
  const search = await changeServer()
  await search.fill('mist')
  await expect.poll(cards).toEqual(['Mistral'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(state).toContain('api.mistral.ai')
  await (await changeServer()).fill('localhost:11434')
  await expect.poll(cards).toEqual(['Ollama'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(state).toContain('localhost:11434')
  await (await changeServer()).fill('http://127.0.0.1:9417/v1')
  await expect.poll(() => cards().length).toBeGreaterThan(8)
  await userEvent.keyboard('{Enter}')
  await expect.poll(state).toContain('127.0.0.1:9417')
  // Nobody chose a server, and a name is not an address.
  await (await changeServer()).fill('mist')
  await form.getByRole('button', { name: /^Save/ }).click()
  await expect.element(await changeServer()).toHaveAccessibleDescription(/Enter the address of an endpoint/)
})

describe('a step', () => {
  const typeKey = async (value: string): Promise<void> => {
    await field('Key').fill(value)
    await userEvent.keyboard('{Enter}')
  }

  test('a wrong key never looks right: its step fails beside its field, and Enter checks and does not save', async () => {
    serveLocked()
    await openDemo()
    await modelChip.click()
    await page.getByText('Connect another server').click()
    // Not the connection in use, but the field that finds another one.
    await untilFocused(address)
    await address.fill(LOCKED)
    await userEvent.keyboard('{Enter}')
    await isGone(address)
    await inForm('This server needs a key.')
    await untilFocused(field('Key'))
    await typeKey('sk-wrong')
    await expect.poll(() => step(2).dataset['state']).toBe('failed')
    await expect.element(field('Key')).toHaveAccessibleDescription(/Not accepted · 401/)
    await expect.element(form.getByRole('button', { name: 'Save without a check' })).toBeVisible()
    expect(step(2).getBoundingClientRect().bottom).toBeLessThan(innerHeight)
    expect(all('[data-class]')).toEqual([])
    await typeKey(KEY)
    await expect
      .poll(() => all('[data-step]').map(({ dataset }) => dataset['state']))
      .toEqual(['done', 'done', 'done'])
    await expect.element(form.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  })

  test('an answer to the question without a key says nothing about the key that was typed meanwhile', async () => {
    const answer = createEndpointFetch(createEndpoint({ apiKey: KEY, speed: 0 }), { baseUrl: LOCKED })
    let isTyped = (): void => {}
    const typed = new Promise<void>((resolve) => (isTyped = resolve))
    let asks = 0
    serve(LOCKED, async (...request) => {
      if (asks++ === 0) await typed
      return answer(...request)
    })
    await openDemo()
    await openSettings()
    await (await changeServer()).fill(LOCKED)
    await userEvent.keyboard('{Enter}')
    await untilFocused(field('Key'))
    await field('Key').fill(KEY)
    await inForm('Asking for its models…')
    isTyped()
    await isGone(form.getByText('Asking for its models…'))
    expect(step(2).dataset['state']).toBe('open')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => step(2).dataset['state']).toBe('done')
  })

  test('says one cause where it belongs, and offers to check again there', async () => {
    serve('http://silent.example', () => Promise.reject(new TypeError('Failed to fetch')))
    await openDemo()
    await openSettings()
    await (await changeServer()).fill('http://silent.example/v1')
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => step(1).dataset['state']).toBe('failed')
    expect(step(1).innerText).toContain('Nothing answers at silent.example.')
    expect(all('[data-class]')).toHaveLength(1)
    expect(all('[data-check]')).toEqual([])
    await expect.element(form.getByRole('button', { name: 'Check again' })).toBeVisible()
  })
})

describe('another address', () => {
  test(
    'that does not have the model of the one before: it is cleared, and said so',
    { tags: 'hunt' },
    async () => {
      await openDemo()
      await openSettings()
      await setModel('of-another-server')
      await (await changeServer()).fill(`${ownBaseUrl}/`)
      await userEvent.keyboard('{Tab}')
      await inForm('This server has no model named of-another-server.')
      await expect.element(modelField()).toHaveAccessibleName('Model: Pick a model')
      await setModel('thinker')
      await (await changeServer()).fill(ownBaseUrl)
      await userEvent.keyboard('{Tab}')
      await expect.poll(() => form.getByText('has no model named').elements().length).toBe(0)
      await expect.element(modelField()).toHaveAccessibleName('Model: thinker')
    },
  )

  test('is refused in the form, in words, with the focus on the field', { tags: 'hunt' }, async () => {
    await openDemo()
    await openSettings()
    const address = await changeServer()
    await address.fill('ftp://harbour.example')
    await form.getByRole('button', { name: /^Save/ }).click()
    await untilFocused(address)
    await expect.element(address).toHaveAttribute('aria-invalid', 'true')
    await expect.element(address).toHaveAccessibleDescription(/is not a web address/)
    await address.fill('not an address')
    await expect.element(address).toHaveAccessibleDescription(/is not a web address/)
  })

  test(
    'is tested before it is saved, found where it nearly is, and remembered without the key',
    { tags: 'hunt' },
    async () => {
      serveLocked()
      await openDemo()
      await openSettings()
      const address = await changeServer()
      await address.fill(LOCKED)
      await userEvent.keyboard('{Tab}')
      await inForm('This server needs a key')
      // The step of the key says so, and nothing is checked before.
      expect(step(2).dataset['state']).toBe('failed')
      expect(all('[data-check]')).toEqual([])
      await changeServer()
      await address.fill(`${location.origin}/`)
      await userEvent.keyboard('{Tab}')
      await inForm(`Found at ${ownBaseUrl}`)
      await form.getByRole('button', { name: 'Use it' }).click()
      await expect.element(await changeServer()).toHaveValue(ownBaseUrl)
      await address.fill(` ${LOCKED}/chat/completions`)
      await field('Key').fill(KEY)
      await userEvent.keyboard('{Tab}')
      await inForm(/^Reachable\. \d+ models\.$/)
      await setModel('thinker')
      await showAdvanced()
      await field('Max tokens').fill('900')
      await save()
      await untilFocused(button('Settings'))
      await openDemo()
      await expect.poll(() => textOf(modelChip)).toContain('locked.example')
      await expect.poll(() => textOf(modelChip)).toContain('thinker')
      await hear('Think about a puzzle first')
      await expect.element(lastAnswer.getByText('This server needs a key')).toBeVisible()
    },
  )
})

describe('the check', () => {
  test('of the scripted endpoint passes, with what was seen of each', { tags: 'hunt' }, async () => {
    // Played at once, an answer comes in one piece, as the check would say.
    pace.speed = 4
    await openDemo()
    await openSettings()
    await form.getByRole('button', { name: 'Check', exact: true }).click()
    await expect.poll(() => all('[data-check="tools"]').length).toBe(1)
    expect(all('[data-check]').map(({ dataset }) => `${dataset['check']} ${dataset['state']}`)).toEqual([
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
  })
})

describe('the profile', () => {
  test('and the wire are found by the address, named, and may be others', { tags: 'hunt' }, async () => {
    await openDemo()
    await openSettings()
    const address = await changeServer()
    const profile = () => options('Provider profile')[0]
    for (const [baseUrl, name] of [
      ['http://localhost:11434/v1', 'Ollama'],
      ['https://api.mistral.ai/v1', 'Mistral'],
    ] as const) {
      await address.fill(baseUrl)
      await expect.poll(profile).toBe(`Automatic: ${name}`)
    }
    for (const [baseUrl, name] of [
      ['https://api.anthropic.com/v1', 'Anthropic Messages'],
      ['https://generativelanguage.googleapis.com/v1beta', 'Gemini'],
      ['http://localhost:11434/api', 'Ollama'],
      ['http://localhost:11434/v1', 'Chat completions'],
    ] as const) {
      await (await changeServer()).fill(baseUrl)
      await expect.poll(() => options('API')[0]).toBe(`Automatic: ${name}`)
    }
  })

  test('learns which field a server refuses: it is asked again without it, says so, and is not asked in vain again until that is forgotten', async () => {
    const STRICT = 'http://strict.example/v1'
    serve(STRICT, async (input, init) => {
      if (String(input instanceof Request ? input.url : input).endsWith('/models'))
        return Response.json({ object: 'list', data: [{ id: 'strict-1', max_model_len: 8192 }] })
      const body = JSON.parse(String(init?.body)) as object
      const refused = ['stream_options', 'max_tokens'].find((name) => name in body)
      const message = `Unrecognized request argument supplied: ${refused}`
      if (refused)
        return Response.json({ error: { message, type: 'invalid_request_error' } }, { status: 400 })
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
      const text = `${chunk({ content: 'The harbour is open.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`
      return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
    })
    await openDemo()
    await configure({ baseUrl: STRICT, model: 'strict-1' })
    await hear('Is the harbour open?')
    const note = lastAnswer.getByRole('button', { name: /stream_options/ })
    await note.click()
    await expect.element(lastAnswer.getByText('The server said: ')).toBeVisible()
    await expect.element(lastAnswer.getByText('The harbour is open.')).toBeVisible()
    expect(asked.map(({ body }) => 'stream_options' in body)).toEqual([true, false])
    await lastAnswer.getByRole('button', { name: /^Usage/ }).click()
    expect(textOf(lastAnswer.getByRole('group', { name: 'Usage' }))).toMatch(/Profile\s+generic/)
    await hear('And now?')
    expect(asked).toHaveLength(3)
    expect(asked[2]!.body).not.toHaveProperty('stream_options')

    await openSettings()
    await showAdvanced()
    await inForm('Learned from this server')
    expect(textOf(form)).toContain('Unrecognized request argument supplied: stream_options')
    await form.getByRole('button', { name: 'Forget' }).click()
    await isGone(form.getByText('Learned from this server'))

    // A change made here is sent, and can be taken back.
    await changesField.fill('{"body": {')
    await form.getByRole('button', { name: /^Save/ }).click()
    await inForm(/^Not valid JSON/)
    await untilFocused(changesField)
    await changesField.fill('{"messages": ["no"]}')
    await inForm('An object with messages, body, headers or response, each an object.')
    await changesField.fill('{"body": {"includeUsage": false, "extra": {"top_k": 7}}}')
    await save()
    await ask('And then?')
    await expect.poll(() => asked.length).toBe(4)
    await settled()
    expect(asked[3]!.body).toMatchObject({ top_k: 7, model: 'strict-1' })
    expect(asked[3]!.body).not.toHaveProperty('stream_options')
    await openSettings()
    await showAdvanced()
    await changesField.fill('')
    await save()
    await ask('And at last?')
    await expect.poll(() => asked.length).toBeGreaterThan(4)
    await settled()
    expect(asked[4]!.body).toHaveProperty('stream_options')
    expect(asked[4]!.body).not.toHaveProperty('top_k')
  })

  test(
    'of another wire is chosen for an address that does not tell it, and asked on',
    { tags: 'hunt' },
    async () => {
      const base = 'http://gemini.example/v1beta'
      const endpoint = createEndpoint({ wires: endpointWires, speed: Infinity })
      serve(base, (input, init) => endpoint.fetch(new Request(input, init)))
      await openDemo()
      await openSettings()
      await showAdvanced()
      await userEvent.selectOptions(field('API'), 'gemini')
      await configure({ baseUrl: base, model: 'answer' })
      await openDemo()
      await hear('Show me an answer with a table')
      expect(asked.map(({ url }) => new URL(url).pathname)).toContain(
        '/v1beta/models/answer:streamGenerateContent',
      )
      await expect.element(lastAnswer.getByRole('table')).toBeVisible()
      await openSettings()
      await expect.element(field('API')).toHaveValue('gemini')
    },
  )
})

test(
  'the form of an MCP server is not dropped without a question once it was typed in, and says what is wrong',
  { tags: 'hunt' },
  async () => {
    await openDemo()
    await openSettings()
    await form.getByRole('button', { name: 'Tools' }).click()
    await dialog().getByRole('button', { name: 'Add a server' }).click()
    await dialog().getByRole('group', { name: 'Add a server' }).getByLabelText('Address').fill('depot')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog().getByText('The address must begin with http: or https:.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await isGone(dialog())
  },
)
