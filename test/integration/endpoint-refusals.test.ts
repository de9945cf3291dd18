import { createEndpoint, type EndpointOptions } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import { afterEach, describe, expect, test } from 'vitest'
import { drain, post, user } from './endpoint-client.js'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(options: EndpointOptions = {}) {
  const served = await serveEndpoint(createEndpoint({ speed: Infinity, ...options }))
  closers.push(() => served.close())
  return served
}

const ok = { model: 'answer', messages: [user('hi')] }
const call = { id: 'call_1', type: 'function', function: { name: 'get_time', arguments: '{}' } }
const named = (name: string) => ({ type: 'function', function: { name } })
const asking = { role: 'assistant', content: null, tool_calls: [call] }

describe('a request that cannot be answered is refused in OpenAI’s words', () => {
  test.each([
    ['JSON that breaks off', '{"model":', 400, /could not parse the JSON body/, null],
    ['no model', { messages: [user('hi')] }, 400, /must provide a model/, null],
    [
      'no messages',
      { model: 'answer' },
      400,
      /Missing required parameter: 'messages'/,
      'missing_required_parameter',
    ],
    ['an empty array of messages', { ...ok, messages: [] }, 400, /empty array/, 'empty_array'],
    [
      'messages as text',
      { ...ok, messages: 'hi' },
      400,
      /expected an array of objects, but got a string/,
      'invalid_type',
    ],
    ['stream as text', { ...ok, stream: 'yes' }, 400, /'stream': expected a boolean/, 'invalid_type'],
    ['an unknown field', { ...ok, top_z: 3 }, 400, /Unrecognized request argument supplied: top_z/, null],
    [
      'an unknown role',
      { ...ok, messages: [{ role: 'robot', content: '' }] },
      400,
      /Invalid value: 'robot'/,
      'invalid_value',
    ],
    [
      'a local field',
      { ...ok, messages: [{ ...user('hi'), isError: false }] },
      400,
      /messages\[0\]\.isError/,
      'unknown_parameter',
    ],
    ['an empty tool list', { ...ok, tools: [] }, 400, /'tools': empty array/, 'empty_array'],
    [
      'a tool whose name has a dot',
      { ...ok, tools: [named('ok'), named('files.read')] },
      400,
      /'tools\[1\]\.function\.name': string does not match pattern/,
      'invalid_value',
    ],
    [
      'a tool with a name of 65 characters',
      { ...ok, tools: [named('x'.repeat(65))] },
      400,
      /maximum length 64, but got a string with length 65/,
      'invalid_value',
    ],
    [
      'a call under such a name',
      {
        ...ok,
        messages: [
          user('hi'),
          { ...asking, tool_calls: [{ ...call, function: { name: 'a b', arguments: '{}' } }] },
        ],
      },
      400,
      /'messages\[1\]\.tool_calls\[0\]\.function\.name': string does not match/,
      'invalid_value',
    ],
    ['max_tokens of 0', { ...ok, max_tokens: 0 }, 400, /below minimum/, 'integer_below_min_value'],
    ['an unknown model', { ...ok, model: 'gpt-9' }, 404, /'gpt-9' does not exist/, 'model_not_found'],
    [
      'a call without a result',
      { ...ok, messages: [user('hi'), asking, user('well?')] },
      400,
      /did not have response messages: call_1/,
      null,
    ],
    [
      'a result without a call',
      { ...ok, messages: [user('hi'), { role: 'tool', tool_call_id: 'x', content: '' }] },
      400,
      /must be a response to a preceeding message/,
      null,
    ],
    [
      'a result for another call',
      { ...ok, messages: [user('hi'), asking, { role: 'tool', tool_call_id: 'x', content: '' }] },
      400,
      /'tool_call_id' of 'x' not found/,
      null,
    ],
    [
      'arguments as an object',
      { ...ok, messages: [{ ...asking, tool_calls: [{ ...call, function: { name: 'f', arguments: {} } }] }] },
      400,
      /arguments': expected a string/,
      'invalid_type',
    ],
  ])('%s', async (_, body, status, message, code) => {
    const { url } = await serve()
    const response = await post(url, body)
    expect(response.status).toBe(status)
    const { error } = await response.json()
    expect(error.message).toMatch(message)
    expect(error.code).toBe(code)
    expect(error.type).toBe('invalid_request_error')
  })

  test('fields that it does not know pass when they are to be ignored', async () => {
    const { url } = await serve({ unknownFields: 'ignore' })
    expect((await post(url, { ...ok, top_z: 3, messages: [{ ...user('hi'), isError: false }] })).status).toBe(
      200,
    )
  })

  test('an unknown route is 404, a wrong method 405 with Allow', async () => {
    const { url } = await serve()
    const unknown = await fetch(`${url}/embeddings`, { method: 'POST', body: '{}' })
    expect([unknown.status, (await unknown.json()).error.message]).toEqual([
      404,
      'Invalid URL (POST /v1/embeddings)',
    ])
    const wrong = await fetch(`${url}/chat/completions`)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect((await fetch(`${url}/models`, { method: 'DELETE' })).status).toBe(405)
  })

  test('without or with a wrong key it is 401, and the key does not come back', async () => {
    const { url } = await serve({ apiKey: 'sk-right' })
    const key = 'sk-wrong-key-with-a-secret'
    for (const headers of [undefined, { authorization: `Bearer ${key}` }]) {
      const response = await fetch(`${url}/models`, { headers })
      const text = await response.text()
      expect([response.status, JSON.parse(text).error.code]).toEqual([401, 'invalid_api_key'])
      expect(text).not.toContain(key)
    }
    expect((await post(url, ok, { headers: { authorization: 'Bearer sk-right' } })).status).toBe(200)
  })
})

describe('/models', () => {
  test('lists every scenario, the tour first, and finds one by id under any prefix or none', async () => {
    const { url } = await serve()
    const { object, data } = await (await fetch(`${url}/models`)).json()
    expect(object).toBe('list')
    expect(data[0]).toMatchObject({ id: 'antiphon-tour', object: 'model', owned_by: 'antiphon' })
    const origin = new URL(url).origin
    for (const prefix of ['', '/v1', '/api/openai/v1']) {
      expect(await (await fetch(`${origin}${prefix}/models/stall`)).json()).toMatchObject({ id: 'stall' })
    }
    expect((await fetch(`${url}/models/nothing`)).status).toBe(404)
  })
})

describe('a page of another origin', () => {
  const preflight = (url: string, origin: string) =>
    fetch(`${url}/chat/completions`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })

  test('may call by default, with Authorization and Content-Type and nothing else', async () => {
    const { url } = await serve()
    const response = await preflight(url, 'https://app.example')
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type')
    const refused = await post(url, '{', { headers: { origin: 'https://app.example' } })
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('may call only when it is on the list, or never', async () => {
    const listed = await serve({ cors: ['https://app.example'] })
    expect(
      (await preflight(listed.url, 'https://app.example')).headers.get('access-control-allow-origin'),
    ).toBe('https://app.example')
    const other = await preflight(listed.url, 'https://other.example')
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null])
    const off = await serve({ cors: false })
    expect((await preflight(off.url, 'https://app.example')).headers.get('access-control-allow-origin')).toBe(
      null,
    )
  })
})

describe('a fault on request', () => {
  const faulty = (fault: string) => ({ headers: { 'x-antiphon-fault': fault } })

  test('answers with a status, or cuts the line after so many bytes', async () => {
    const { url } = await serve()
    expect((await post(url, ok, faulty('status=503'))).status).toBe(503)
    const { bytes, ended } = await drain(await post(url, { ...ok, stream: true }, faulty('drop=500')))
    expect([bytes.length, ended]).toEqual([500, 'failed'])
  })

  test('that makes no sense is refused', async () => {
    const { url } = await serve()
    const response = await post(url, ok, faulty('status=200'))
    expect([response.status, (await response.json()).error.param]).toEqual([400, 'x-antiphon-fault'])
  })
})
