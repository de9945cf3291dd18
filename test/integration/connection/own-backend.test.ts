import { createChat, requestCompletion, type EndpointConfig } from '@antiphon/core'
import { listModels } from '@antiphon/providers'
import { createRecorder, recordChat, writeCapture } from '@antiphon/devtools'
import { afterEach, expect, it, vi } from 'vitest'
import { begin, refuses, says, serve } from './local-server.js'

afterEach(() => void vi.unstubAllGlobals())

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }
const models = { data: [{ id: 'm' }] }

/** As in a page of this server. */
function openPage(baseUrl: string): void {
  const { origin } = new URL(baseUrl)
  vi.stubGlobal('location', { href: `${origin}/app/`, origin })
}

/** A fetch that notes what it is given. */
function watched() {
  const seen: RequestInit[] = []
  const watch: typeof fetch = (url, init) => {
    seen.push(init!)
    return fetch(url, init)
  }
  return { fetch: watch, seen }
}

/** A text that comes when one says so. */
function late(): { promise: Promise<string>; resolve(text: string): void } {
  const resolvers: ((text: string) => void)[] = []
  const promise = new Promise<string>((resolve) => resolvers.push(resolve))
  return { promise, resolve: (text) => resolvers.forEach((resolve) => resolve(text)) }
}

it('a path of the page is asked on the page, with its cookies', async () => {
  const { baseUrl, requests } = await serve(says('fine'))
  openPage(baseUrl)
  const { fetch: watch, seen } = watched()
  const { message } = await requestCompletion({ baseUrl: '/api/v1' }, request, { fetch: watch })
  expect(message.content).toBe('fine')
  expect(requests.map(({ path }) => path)).toEqual(['/api/v1/chat/completions'])
  expect(seen[0]!.credentials).toBe('same-origin')
})

it('the port of the page says nothing of the family behind a path', async () => {
  const seen: string[] = []
  vi.stubGlobal('location', { href: 'http://localhost:11434/', origin: 'http://localhost:11434' })
  const answer = async (url: RequestInfo | URL): Promise<Response> => {
    seen.push(url as string)
    return new Response('data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n')
  }
  const { message } = await requestCompletion({ baseUrl: '/api' }, request, { fetch: answer })
  expect(seen).toEqual(['http://localhost:11434/api/chat/completions'])
  expect(message.request).toMatchObject({ profile: 'generic' })
})

it('without a page a path fails with the request, in words that say what to do', async () => {
  const { error } = await requestCompletion({ baseUrl: '/api/v1', apiKey: 'sk-secret' }, request)
  expect(error).toMatchObject({ kind: 'not_found' })
  expect(error?.message).toMatch(/path of a page.*runs on a server.*https:\/\/example\.com\/api\/v1/)
  await expect(listModels({ baseUrl: '/api/v1' })).rejects.toThrow(/path of a page/)
})

it.each([
  [{ path: 'chat' }, '/v1/chat'],
  [{ path: '' }, '/v1'],
])(
  'a route of one’s own, %j, is asked for answers, and the list of models stays where it is',
  async (own, path) => {
    const { baseUrl, requests } = await serve(says('fine'), (response) =>
      response.end(JSON.stringify(models)),
    )
    const { message } = await requestCompletion({ baseUrl, ...own }, request)
    expect(message.content).toBe('fine')
    await listModels({ baseUrl, ...own })
    expect(requests.map((asked) => asked.path)).toEqual([path, '/v1/models'])
    expect(requests[0]!.body.messages).toHaveLength(1)
  },
)

it('cookies go elsewhere only where one says so, for answers and for the list of models', async () => {
  const { baseUrl } = await serve(says('fine'), (response) => response.end(JSON.stringify(models)))
  const { fetch: watch, seen } = watched()
  const endpoint = { baseUrl, credentials: 'include' } as const
  await requestCompletion(endpoint, request, { fetch: watch })
  await listModels(endpoint, { fetch: watch })
  await listModels({ baseUrl }, { fetch: watch })
  expect(seen.map(({ credentials }) => credentials)).toEqual(['include', 'include', 'omit'])
})

it('a key and headers that are functions are asked before each request, those that wait too', async () => {
  const { baseUrl, requests } = await serve(says('one'), says('two'), (response) =>
    response.end(JSON.stringify(models)),
  )
  let turn = 0
  const endpoint: EndpointConfig = {
    baseUrl,
    apiKey: async () => `token-${++turn}`,
    extraHeaders: { 'x-turn': () => String(turn), 'x-none': () => undefined, 'x-fixed': 'yes' },
  }
  const chat = createChat({ endpoint, model: 'm' })
  await chat.send('one')
  await chat.send('two')
  await listModels(endpoint)
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
    'Bearer token-3',
  ])
  const last = requests.at(-1)!.headers
  expect([last['x-fixed'], 'x-none' in last]).toEqual(['yes', false])
})

it('a token that an attempt was refused with is asked for anew before the next', async () => {
  const { baseUrl, requests } = await serve(refuses(500, {}, { 'retry-after-ms': '1' }), says('fine'))
  let token = 0
  const { message } = await requestCompletion({ baseUrl, apiKey: () => `k${++token}` }, request)
  expect(message.content).toBe('fine')
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer k1', 'Bearer k2'])
})

it('a function for a key that fails is the failure of the answer, and nothing is sent', async () => {
  const { baseUrl, requests } = await serve(says('fine'))
  const refuse = () => Promise.reject(new Error('the session has ended'))
  const { error } = await requestCompletion({ baseUrl, apiKey: refuse }, request)
  expect(error).toMatchObject({ kind: 'auth' })
  expect(error?.message).toBe('Your function for apiKey failed: the session has ended')
  await expect(listModels({ baseUrl, extraHeaders: { 'x-own': refuse } })).rejects.toThrow(
    'Your function for the header x-own failed: the session has ended',
  )
  expect(requests).toEqual([])
})

it('a stop ends the waiting for a key, and the request that it was for is never made', async () => {
  const { baseUrl, requests } = await serve(says('fine'))
  const { promise, resolve } = late()
  const asked = vi.fn(() => promise)
  const chat = createChat({ endpoint: { baseUrl, apiKey: asked }, model: 'm' })
  const sent = chat.send('hi')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  chat.stop()
  await sent
  resolve('late')
  expect(chat.store.getMessages().at(-1)).toMatchObject({ finishReason: 'cancelled' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(requests).toEqual([])
})

it('a recording holds neither a key nor a header that a function gave', async () => {
  const { baseUrl } = await serve((response, { headers }) => {
    begin(response).end(
      `data: {"choices":[{"delta":{"content":"You are ${headers.authorization}, ${String(headers['x-own'])}."},"finish_reason":"stop"}]}\n\n`,
    )
  })
  const recorder = createRecorder()
  const chat = createChat({
    endpoint: {
      baseUrl,
      apiKey: () => 'q7Zk-04fVx_92LmWbT',
      extraHeaders: { 'x-own': async () => 'Jj20-pQ84vvKx' },
    },
    model: 'm',
  })
  recordChat(chat, recorder)
  await chat.send('hi', { headers: { 'x-once': 'uY5-3nnWq0zz' } })
  const file = writeCapture(recorder.getExchanges())
  expect(file).not.toMatch(/q7Zk|92LmWbT|Jj20|84vvKx|uY5|Wq0zz/)
})

it.each([
  ['more than a minute', { 'retry-after': '600' }, 1],
  ['no time', { 'retry-after-ms': '1' }, 3],
])('a server that is out of order for %s (%j) is asked %i times in all', async (_, headers, times) => {
  const outOfOrder = refuses(502, { error: { message: 'The assistant is out of order.' } }, headers)
  const { baseUrl, requests } = await serve(outOfOrder, outOfOrder, outOfOrder)
  const { error } = await requestCompletion({ baseUrl }, request)
  expect(requests).toHaveLength(times)
  expect(error).toMatchObject({ status: 502, message: 'The assistant is out of order.' })
})
