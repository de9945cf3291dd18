import { requestCompletion } from '@antiphon/core'
import { type ProviderProfile, createEndpointMemory } from '@antiphon/core/provider'
import { expect, it } from 'vitest'
import { refuses, says, serve } from './local-server.js'

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }

it.each([301, 302, 303, 307, 308])(
  'faults: redirect-cross-origin: a %i is not followed, and the words name where it led',
  async (status) => {
    const other = await serve(says('stolen'))
    const { baseUrl, requests } = await serve(
      refuses(status, '', { location: `${other.baseUrl}/chat/completions` }),
    )
    const { error, outcome } = await requestCompletion({ baseUrl, apiKey: 'sk-secret' }, request)
    expect([outcome, error?.kind, error?.code]).toEqual(['error', 'not_found', 'redirect'])
    expect(error?.message).toContain(`${other.baseUrl}/chat/completions`)
    expect(requests).toHaveLength(1)
    expect(other.requests).toHaveLength(0)
  },
)

it('faults: redirect-cross-origin: a browser hides where it leads; it is told all the same', async () => {
  const hidden = { type: 'opaqueredirect', status: 0, ok: false, headers: new Headers(), url: '', body: null }
  const fetch = async (): Promise<Response> => hidden as Response
  const { error } = await requestCompletion({ baseUrl: 'http://localhost/v1' }, request, { fetch })
  expect(error?.message).toMatch(/localhost sends requests on to another address.*not followed/)
})

it.each(['ftp://host/v1', '', 'sk-secret key'])(
  'the base URL "%s" is an error that says what one looks like and does not repeat it, without a request',
  async (baseUrl) => {
    const { error } = await requestCompletion({ baseUrl }, request)
    expect(error?.kind).toBe('not_found')
    expect(error?.message).toMatch(/not a web address.*localhost:1234\/v1/)
  },
)

it('a base URL is taken as people paste it, and is the same endpoint in the memory', async () => {
  const { baseUrl, requests } = await serve(
    refuses(400, { message: "property 'stream_options' is unsupported" }),
    says('fine'),
  )
  const memory = createEndpointMemory()
  const pasted = `"${baseUrl.replace('http://', '')}/chat/completions/"`
  const { outcome, message } = await requestCompletion({ baseUrl: pasted }, request, { memory })
  expect([outcome, message.content]).toEqual(['complete', 'fine'])
  expect(memory.list({ baseUrl }, 'm')).toHaveLength(1)
  expect(requests.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/chat/completions'])
})

it('an unknown profile is an error that lists the known ones', async () => {
  const { error } = await requestCompletion({ baseUrl: 'http://localhost/v1', profile: 'opanai' }, request)
  expect(error).toMatchObject({ kind: 'invalid_request' })
  expect(error?.message).toMatch(/no provider profile "opanai".*openai/)
})

it('a body that cannot be written is an error, not a crash', async () => {
  const parameters = { extraBody: { n: 1n } }
  const asked = await requestCompletion({ baseUrl: 'http://localhost/v1' }, { ...request, parameters })
  expect(asked.error?.message).toMatch(/request could not be made.*BigInt/)
})

it('a request carries no cookies, and its headers are only those it needs (docs/wire 0.10)', async () => {
  let seen: RequestInit | undefined
  const { baseUrl, requests } = await serve(says('fine'))
  const endpoint = { baseUrl, apiKey: 'k', extraHeaders: { 'x-mine': '1' } }
  await requestCompletion(endpoint, request, {
    fetch: (url, init) => {
      seen = init
      return fetch(url, init)
    },
  })
  expect(seen).toMatchObject({ method: 'POST', credentials: 'omit', redirect: 'manual' })
  expect(Object.keys(seen?.headers ?? {}).sort()).toEqual(['Authorization', 'Content-Type', 'x-mine'])
  expect(requests[0]!.path).toBe('/v1/chat/completions')
})

it('a profile decides how the answer is read: without finish reasons, with tags of its own', async () => {
  const { baseUrl } = await serve((response) => {
    response.end('data: {"choices":[{"delta":{"content":"[[hm]]yes"}}]}\n\n')
  })
  const profile: ProviderProfile = {
    id: 'mine',
    name: 'Mine',
    match: {},
    settings: { response: { sendsFinishReason: false, thinkTags: [{ open: '[[', close: ']]' }] } },
  }
  const { outcome, message } = await requestCompletion({ baseUrl, profile }, request)
  expect(outcome).toBe('complete')
  expect(message).toMatchObject({ content: 'yes', reasoning: 'hm', request: { profile: 'mine' } })
  expect(message.reasoningSource).toMatchObject({ provider: 'mine', model: 'm' })
})

it('a profile names a field of thinking: its deltas are reasoning, and go back under the same name', async () => {
  const delta = (fields: object): string => `data: ${JSON.stringify({ choices: [{ delta: fields }] })}\n\n`
  const { baseUrl, requests } = await serve((response) => {
    response.write(delta({ role: 'assistant', thoughts: 'Let me ' }))
    response.write(delta({ thoughts: 'see.' }))
    response.end(`${delta({ content: 'Yes.' })}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n`)
  }, says('fine'))
  const profile: ProviderProfile = {
    id: 'acme',
    name: 'Acme',
    match: {},
    settings: {
      messages: { reasoning: { turns: 'all' } },
      response: { reasoningFields: ['thoughts'] },
    },
  }
  const deltas: string[] = []
  const { message, repairs } = await requestCompletion({ baseUrl, profile }, request, {
    onEvent: (event) => event.type === 'reasoning_delta' && deltas.push(event.text),
  })
  expect(deltas).toEqual(['Let me ', 'see.'])
  expect(message).toMatchObject({
    content: 'Yes.',
    reasoning: 'Let me see.',
    reasoningSource: { field: 'thoughts', provider: 'acme' },
  })
  expect(message.metadata).toBeUndefined()
  expect(repairs).toEqual([])

  const next = { ...request, messages: [...request.messages, message, ...request.messages] }
  await requestCompletion({ baseUrl, profile }, next)
  expect(requests[1]!.body).toMatchObject({
    messages: [{}, { content: 'Yes.', thoughts: 'Let me see.' }, {}],
  })
})
