import { createChat, type EndpointConfig, type Message, requestCompletion } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createEndpointMemory } from '@antiphon/core/provider'
import { describe, expect, it } from 'vitest'
import { refuses, says, serve, type Answer } from './local-server.js'

const hi: Message = { role: 'user', content: 'hi' }
/** Refuses what a strict server refuses, in one of the ways they word it; answers the rest. */
const strict =
  (...names: string[]): Answer =>
  (response, seen) => {
    const name = names.find(
      (field) => field in seen.body || seen.body.messages.some((message) => field in message),
    )
    const refusal = { message: `property '${name}' is unsupported`, type: 'invalid_request_error' }
    if (name) refuses(400, refusal)(response, seen)
    else says('fine')(response, seen)
  }

function asker(baseUrl: string, settings: Partial<EndpointConfig> = {}) {
  const memory = createEndpointMemory()
  const endpoint = { baseUrl, ...settings }
  const ask = (messages: Message[] = [hi], parameters = {}, model = 'm') =>
    requestCompletion(endpoint, { model, messages, tools: [], parameters }, { memory })
  return { ask, memory, endpoint }
}

/** test/contract/strict-servers has the refusals of each family, and their remedies. */
describe('a refused field is left out, the request sent once more, and the lesson kept', () => {
  it('docs/wire 1.1: stream_options; said on the message, remembered for the model and the address, and forgotten on demand', async () => {
    const { baseUrl, requests } = await serve(strict('stream_options'))
    const { ask, memory, endpoint } = asker(baseUrl)
    const { message, outcome } = await ask()
    expect(outcome).toBe('complete')
    expect(message.request).toEqual({
      profile: 'generic',
      healed: [
        {
          field: 'stream_options',
          change: 'sent without it',
          said: "property 'stream_options' is unsupported",
        },
      ],
    })
    expect(requests).toHaveLength(2)

    expect((await ask()).message.request).toEqual({ profile: 'generic' })
    expect(requests).toHaveLength(3)
    expect(memory.list({ baseUrl: `${baseUrl}/` }, 'm')).toHaveLength(1)
    expect(memory.list(endpoint, 'other')).toEqual([])
    memory.forget(endpoint, 'm')
    await ask()
    expect(requests).toHaveLength(5)
  })

  it('docs/wire 3.2: several fields in a row, each once; then the refusal stands', async () => {
    const three = await serve(strict('stream_options', 'seed', 'stop'))
    const { message } = await asker(three.baseUrl).ask([hi], { seed: 1, stop: 'x' })
    expect(message.request?.healed?.map(({ field }) => field)).toEqual(['stream_options', 'seed', 'stop'])
    expect(three.requests.at(-1)?.body).not.toHaveProperty('seed')
    expect(message.request?.adjustments?.map(({ where }) => where)).toEqual(['body.stop', 'body.seed'])

    const four = await serve(strict('stream_options', 'seed', 'stop', 'top_p'))
    const refused = await asker(four.baseUrl).ask([hi], { seed: 1, stop: 'x', topP: 1 })
    expect(refused.error).toMatchObject({ kind: 'unsupported_field', field: 'top_p' })
    expect(four.requests).toHaveLength(4)
  })

  it('docs/wire 3.2: a refusal inside a 200 is healed too', async () => {
    const { baseUrl } = await serve(
      refuses(200, { message: "property 'stream_options' is unsupported", code: 400 }),
      says('fine'),
    )
    expect((await asker(baseUrl).ask()).message.content).toBe('fine')
  })

  it('what did not help is not remembered', async () => {
    const refusal = { message: "property 'stream_options' is unsupported" }
    const { baseUrl, requests } = await serve(refuses(400, refusal))
    const { ask, memory, endpoint } = asker(baseUrl)
    expect((await ask()).error).toMatchObject({ kind: 'unsupported_field', field: 'stream_options' })
    expect(requests).toHaveLength(2)
    expect(memory.list(endpoint, 'm')).toEqual([])
  })
})

describe('what the user has set', () => {
  it('is sent as it is, and the refusal is told', async () => {
    const { baseUrl, requests } = await serve(strict('stream_options', 'top_k'))
    const chosen = asker(baseUrl, { overrides: { body: { includeUsage: true } } })
    expect((await chosen.ask()).error).toMatchObject({ field: 'stream_options' })
    const written = asker(baseUrl, { extraBody: { top_k: 3 }, overrides: { body: { includeUsage: false } } })
    expect((await written.ask()).error).toMatchObject({ field: 'top_k' })
    expect(requests).toHaveLength(2)
  })

  it('wins over what was learned before', async () => {
    const { baseUrl, requests } = await serve(strict('stream_options'), says('fine'))
    const { ask, memory, endpoint } = asker(baseUrl)
    await ask()
    const again = { ...endpoint, overrides: { body: { includeUsage: true } } }
    await requestCompletion(again, { model: 'm', messages: [hi], tools: [] }, { memory })
    expect(requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, true])
  })
})

it('chats of a page share what was learned, unless they are given a memory of their own', async () => {
  const { baseUrl, requests } = await serve(strict('stream_options'))
  const chat = (memory?: ReturnType<typeof createEndpointMemory>) =>
    createChat({ endpoint: { baseUrl }, model: 'm', memory, scheduler: immediateScheduler })
  await chat().send('one')
  await chat().send('two')
  expect(requests).toHaveLength(3)
  const other = chat(createEndpointMemory())
  await other.send('three')
  expect(requests).toHaveLength(5)
  expect(other.store.getMessages()[1]).toMatchObject({ request: { healed: [{ field: 'stream_options' }] } })
})

it('docs/wire 5: reasoning is noted under the profile and the model as asked for, whatever name the server gives', async () => {
  const thinking: Answer = (response) =>
    response.end(
      `data: ${JSON.stringify({ model: 'dated-2026', choices: [{ index: 0, delta: { reasoning: 'hm', content: 'x' }, finish_reason: 'stop' }] })}\n\n`,
    )
  const { baseUrl } = await serve(thinking)
  const { message } = await asker(baseUrl, { profile: 'vllm' }).ask()
  expect(message.reasoningSource).toEqual({ field: 'reasoning', provider: 'vllm', model: 'm' })
  expect(message.model).toBe('dated-2026')
})
