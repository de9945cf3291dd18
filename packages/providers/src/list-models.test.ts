import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChatError, EndpointConfig } from '@antiphon/core'
import { findBaseUrl, listModels } from './list-models.js'

const endpoint = { baseUrl: 'http://localhost:1234/v1', apiKey: 'k' }
const answers = (body: string, init?: ResponseInit) => async () => new Response(body, init)
const failureOf = (endpointConfig: EndpointConfig, fetch?: typeof globalThis.fetch) =>
  listModels(endpointConfig, { fetch }).then(
    () => expect.unreachable(),
    (error: ChatError) => error.data,
  )
const failure = (fetch: typeof globalThis.fetch) => failureOf(endpoint, fetch)

interface Answer {
  status?: number
  body?: string
  headers?: Record<string, string>
}
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** A server on this machine that answers by path, and 404 elsewhere. */
async function serve(paths: Record<string, Answer>) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const path = new URL(request.url!, 'http://x').pathname
    const { status = 200, body = '', headers = {} } = paths[path] ?? { status: 404, body: 'Not Found' }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => void server.close(() => resolve())))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, origin: `http://${host}`, requests, urls: () => requests.map(({ url }) => url) }
}

const list: Answer = { body: '{"object":"list","data":[{"id":"m"}]}' }
const page: Answer = { body: '<!doctype html><title>Shop</title>', headers: { 'content-type': 'text/html' } }

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
    const shop = answers('<!doctype html><title>Shop</title>')
    expect(await failureOf({ baseUrl: 'http://localhost:1234' }, shop)).toMatchObject({
      message: 'localhost:1234 answered, but not with a list of models. The base URL often ends in /v1.',
    })
    expect(await failure(shop)).toMatchObject({
      message: 'localhost:1234 answered, but not with a list of models.',
    })
  })

  it('is asked for with the key and nothing else, query and further headers apart', async () => {
    const { origin, requests } = await serve({ '/v1/models': list })
    await listModels({
      baseUrl: `${origin}/v1?a=1`,
      apiKey: ' secret ',
      extraHeaders: { 'x-mine': '2' },
      extraQuery: { b: '3' },
    })
    expect(requests[0]!.url).toBe('/v1/models?a=1&b=3')
    expect(requests[0]!.headers).toMatchObject({ authorization: 'Bearer secret', 'x-mine': '2' })
    expect(requests[0]!.headers['content-type']).toBeUndefined()
  })

  it('is not followed elsewhere with the key, and the words name no secret', async () => {
    const other = await serve({ '/v1/models': list })
    const location = `${other.origin}/v1/models?token=hidden`
    const { origin, host } = await serve({ '/v1/models': { status: 307, headers: { location } } })
    const data = await failureOf({ baseUrl: `${origin}/v1`, apiKey: 'secret-key' })
    expect(data).toMatchObject({ kind: 'not_found', code: 'redirect', host, status: 307 })
    expect(data.message).toContain(`${other.origin}/v1/models.`)
    expect(JSON.stringify(data)).not.toMatch(/secret-key|hidden/)
    expect(other.requests).toEqual([])
  })

  it('is refused in words where the base URL is none, without repeating it', async () => {
    const data = await failureOf({ baseUrl: 'sk-secret of mine' })
    expect(data).toMatchObject({ kind: 'not_found', message: expect.stringMatching(/not a web address/) })
    expect(JSON.stringify(data)).not.toContain('sk-secret')
  })
})

describe('docs/wire 3.2: a base URL without its /v1', () => {
  it.each([
    ['404', { '/v1/models': list }],
    ['a web page', { '/models': page, '/v1/models': list }],
    ['JSON of another kind', { '/models': { body: '{"hello":1}' }, '/v1/models': list }],
  ])('docs/wire 3.2: is found behind %s, and the caller is told which one to use', async (_, paths) => {
    const { origin, host, urls } = await serve(paths)
    expect(await findBaseUrl({ baseUrl: ` ${host}/ `, apiKey: 'k' })).toEqual({
      baseUrl: `${origin}/v1`,
      models: [{ id: 'm' }],
    })
    expect(urls()).toEqual(['/models', '/v1/models'])
    // A mere list would let the settings look right, and the first chat fail.
    const data = await failureOf({ baseUrl: `${origin}?key=hidden` })
    expect(data).toMatchObject({
      kind: 'not_found',
      code: 'no_version',
      message: expect.stringContaining(`There is one at ${origin}/v1: set that as the base URL.`),
    })
    expect(data.message).not.toContain('hidden')
  })

  it.each([
    ['https://host.io', ['https://host.io/models', 'https://host.io/v1/models']],
    ['https://host.io/api?a=b', ['https://host.io/api/models?a=b', 'https://host.io/api/v1/models?a=b']],
    ['https://host.io/v1', ['https://host.io/v1/models']],
    ['https://host.io/api/paas/v4', ['https://host.io/api/paas/v4/models']],
    ['https://host.io/v1beta/openai', ['https://host.io/v1beta/openai/models']],
  ])('docs/wire 3.2: of %s is looked for where a version is missing', async (baseUrl, addresses) => {
    const asked: string[] = []
    await failureOf({ baseUrl }, async (url) => {
      asked.push(String(url))
      return new Response('Not Found', { status: 404 })
    })
    expect(asked).toEqual(addresses)
  })

  it('docs/wire 3.2: of a server that has it at its root stays as it is', async () => {
    const { origin, urls } = await serve({ '/models': list, '/v1/models': list })
    expect(await findBaseUrl({ baseUrl: origin })).toMatchObject({ baseUrl: origin })
    expect(urls()).toEqual(['/models'])
  })

  it('docs/wire 3.2: the words name /v1 when it is not there either, and one more request is all', async () => {
    const { origin, urls } = await serve({})
    expect(await failureOf({ baseUrl: origin })).toMatchObject({
      kind: 'not_found',
      status: 404,
      message: expect.stringContaining('/v1'),
    })
    expect(urls()).toEqual(['/models', '/v1/models'])
  })

  it.each(['/v1', '/v1beta/openai', '/api/paas/v4'])('docs/wire 3.2: is not tried below %s', async (path) => {
    const { origin, urls } = await serve({})
    const { message } = await failureOf({ baseUrl: origin + path })
    expect(urls()).toEqual([`${path}/models`])
    expect(message).toBe(
      'There is no list of models at this address (“Not Found”). Not every server has such a list.',
    )
  })

  it('docs/wire 3.2: is not tried after a refused key or a failing server', async () => {
    for (const status of [401, 403, 429, 500]) {
      const { origin, urls } = await serve({ '/models': { status } })
      await failureOf({ baseUrl: origin })
      expect(urls()).toEqual(['/models'])
    }
  })

  it('docs/wire 3.2: is not tried where the address is known to be right without it', async () => {
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(String(url))
      return new Response('Not Found', { status: 404 })
    }
    await failureOf({ baseUrl: 'https://api.perplexity.ai/' }, fetch)
    expect(asked).toEqual(['https://api.perplexity.ai/models'])
  })

  it('stops between the two when it is aborted', async () => {
    const controller = new AbortController()
    const fetch: typeof globalThis.fetch = async (_, init) => {
      init?.signal?.throwIfAborted()
      controller.abort()
      return new Response('', { status: 404 })
    }
    const stopped = findBaseUrl({ baseUrl: 'http://localhost' }, { fetch, signal: controller.signal })
    await expect(stopped).rejects.toMatchObject({ data: { kind: 'aborted' } })
  })
})

describe('docs/wire 3.4: where the list is', () => {
  const asked = async (baseUrl: string) => {
    let seen: [url: string, headers: Record<string, string>] | undefined
    await listModels(
      { baseUrl, apiKey: 'k' },
      {
        fetch: async (url, init) => {
          seen = [String(url), init?.headers as Record<string, string>]
          return new Response('[]')
        },
      },
    )
    return seen!
  }

  it('docs/wire 3.4: GitHub: the catalogue beside the API', async () => {
    expect(await asked('https://models.github.ai/inference')).toEqual([
      'https://models.github.ai/catalog/models',
      { Authorization: 'Bearer k' },
    ])
  })

  it('of Anthropic is part of its own wire: without that, the failure says how to get it', async () => {
    const data = await failureOf({ baseUrl: 'https://api.anthropic.com/v1', api: 'chat' }, answers('{}'))
    expect(data).toMatchObject({ code: 'no_wire', host: 'api.anthropic.com' })
    expect(data.message).toContain("import { wires } from '@antiphon/wires'")
  })

  it('docs/wire 3.4: Gemini, Z.ai and OpenRouter: below their base URLs', async () => {
    for (const base of [
      'https://generativelanguage.googleapis.com/v1beta/openai',
      'https://api.z.ai/api/paas/v4',
      'https://openrouter.ai/api/v1',
    ])
      expect((await asked(base))[0]).toBe(`${base}/models`)
  })
})
