import { describe, expect, it } from 'vitest'
import type { ChatError } from '../errors/chat-error.js'
import { listModels } from './list-models.js'

const endpoint = { baseUrl: 'http://localhost:1234/v1', apiKey: 'k' }
const answers = (body: string, init?: ResponseInit) => async () => new Response(body, init)
const failure = (fetch: typeof globalThis.fetch) =>
  listModels(endpoint, { fetch }).catch((error: ChatError) => error.data)

describe('the list of models', () => {
  it('is what the endpoint names', async () => {
    const fetch = answers('{"object":"list","data":[{"id":"small","max_model_len":8192}]}')
    expect(await listModels(endpoint, { fetch })).toEqual([{ id: 'small', contextLength: 8192 }])
  })

  it.each([
    ['a refused key', answers('{"error":{"message":"Incorrect API key"}}', { status: 401 }), 'auth'],
    ['an error with status 200', answers('{"error":{"message":"Incorrect API key","code":401}}'), 'auth'],
    ['a wrong path', answers('Not Found', { status: 404 }), 'not_found'],
    ['a web page', answers('<!doctype html><title>Shop</title>'), 'not_found'],
    ['JSON of another kind', answers('{"greeting":"hello"}'), 'not_found'],
    ['nobody there', () => Promise.reject(new TypeError('Failed to fetch')), 'network_or_cors'],
  ] as const)('fails on %s with the kind that says so', async (_, fetch, kind) => {
    expect(await failure(fetch)).toMatchObject({ kind, host: 'localhost:1234' })
  })

  it('says of a web page that it holds no list, and where the list usually is', async () => {
    expect(await failure(answers('<!doctype html><title>Shop</title>'))).toMatchObject({
      message: 'localhost:1234 answered, but not with a list of models. The base URL often ends in /v1.',
    })
  })
})
