import { createChat, type EndpointConfig, requestCompletion } from '@antiphon/core'
import { checkEndpoint, listModels } from '@antiphon/providers'
import { describe, expect, it } from 'vitest'
import { begin, refuses, serve } from './local-server.js'

/** Nothing in it is a word that an error could say of itself. */
const SECRET = 'q7Zk-04fVx_92LmWbT'

/** Returns the longest part of the secret, of six characters or more, that is in these words. */
function leaked(words: unknown): string | undefined {
  const text = JSON.stringify(words) ?? ''
  for (let length = SECRET.length; length >= 6; length--)
    for (let at = 0; at + length <= SECRET.length; at++)
      if (text.includes(SECRET.slice(at, at + length))) return SECRET.slice(at, at + length)
  return undefined
}

/** Wherever a user can put a key. The name is that of the header, or the place. */
const places: [name: string, (secret: string) => Partial<EndpointConfig>][] = [
  ['Authorization', (secret) => ({ apiKey: secret })],
  ['api-key', (secret) => ({ apiKey: secret, profile: 'azure' })],
  [
    'api-key',
    (secret) => ({ apiKey: secret, overrides: { headers: { keyHeader: 'api-key', keyPrefix: '' } } }),
  ],
  [
    'x-api-key',
    (secret) => ({ apiKey: secret, overrides: { headers: { keyHeader: 'x-api-key', keyPrefix: '' } } }),
  ],
  ['authorization', (secret) => ({ extraHeaders: { authorization: `Basic ${secret}` } })],
  ['api-key', (secret) => ({ extraHeaders: { 'api-key': secret } })],
  ['x-api-key', (secret) => ({ extraHeaders: { 'x-api-key': secret } })],
  ['x-own', (secret) => ({ extraHeaders: { 'x-own': `a=1; token=${secret}` } })],
  ['x-set', (secret) => ({ overrides: { headers: { extra: { 'x-set': secret } } } })],
  ['Authorization', (secret) => ({ apiKey: async () => secret })],
  ['x-own', (secret) => ({ extraHeaders: { 'x-own': () => `a=1; token=${secret}` } })],
]

/** Everything that is kept or shown of a failure at this endpoint. */
async function failures(
  endpoint: EndpointConfig,
  options: { fetch?: typeof fetch } = {},
): Promise<Record<string, unknown> & { words: string }> {
  const request = { model: 'm', messages: [{ id: 'u', role: 'user', content: 'hi' } as never], tools: [] }
  const { error, message } = await requestCompletion(endpoint, request, options)
  const chat = createChat({ endpoint: { ...endpoint, retry: { retries: 0 } }, model: 'm', ...options })
  await chat.send('hi')
  const listed = await listModels(endpoint, options).catch((thrown: unknown) => thrown)
  const checks = await checkEndpoint(endpoint, { ...options, pageOrigin: 'https://page.example' })
  return {
    words: error?.message ?? '',
    error,
    message,
    stored: chat.store.getMessages(),
    listed: [listed, String(listed), (listed as Error).stack],
    checks,
  }
}

describe('a key that cannot be sent', () => {
  const broken = ['\n', '\r\nHost: evil.example', '\0', '…', '\u001b[31m'].map(
    (piece) => [JSON.stringify(piece), piece] as const,
  )
  it.each(places.flatMap(([name, put]) => broken.map(([shown, piece]) => ({ name, put, shown, piece }))))(
    'as $name with $shown in it: the message names the header and says nothing of the key',
    async ({ name, put, piece }) => {
      const { baseUrl, requests } = await serve(refuses(401))
      const seen = await failures({ baseUrl, retry: { retries: 0 }, ...put(`${SECRET}${piece}${SECRET}`) })
      expect(leaked(seen)).toBeUndefined()
      expect(seen.words).toContain(`(header ${name})`)
      expect(seen.words).toMatch(/Copy it again, whole and on one line|Write it again, on one line/)
      expect(requests).toEqual([])
    },
  )

  it('in place of the name of a header is not repeated either', async () => {
    const { baseUrl } = await serve(refuses(401))
    const seen = await failures({ baseUrl, extraHeaders: { [`x ${SECRET}`]: '1' } })
    expect(leaked(seen)).toBeUndefined()
    expect(seen.words).toContain('has a name that cannot be sent')
  })

  it('but blanks around it, a tab and letters of Western Europe in a header of one’s own are sent', async () => {
    const { baseUrl, requests } = await serve(refuses(401))
    await requestCompletion(
      { baseUrl, apiKey: ` ${SECRET}\n`, extraHeaders: { 'x-own': 'Bücher\tund mehr' } },
      { model: 'm', messages: [], tools: [] },
    )
    expect(requests[0]!.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(requests[0]!.headers['x-own']).toBe('Bücher\tund mehr')
  })
})

it.each([
  `https://user:${SECRET}@host.example/v1`,
  `http://${SECRET}@127.0.0.1:9/v1`,
  `user:${SECRET}@host.example`,
])('an address with a password in it is refused without a word of it', async (baseUrl) => {
  const error = await requestCompletion({ baseUrl }, { model: 'm', messages: [], tools: [] })
  const listed = await listModels({ baseUrl }).catch((thrown: unknown) => thrown)
  expect(leaked([error, String(listed), (listed as { cause?: Error }).cause?.message])).toBeUndefined()
  expect(error.error?.message).toMatch(/name or a password.*key into its own field|not a web address/)
})

describe('a key that others repeat', () => {
  const words: [string, (value: string) => string][] = [
    ['Node', (value) => `Headers.append: "${value}" is an invalid header value.`],
    ['Firefox', (value) => `Window.fetch: ${value} is an invalid header value.`],
    ['Safari', (value) => `Header 'x-own' has invalid value: '${value}'`],
    [
      'Node, of an address',
      (value) =>
        `Request cannot be constructed from a URL that includes credentials: https://u:${value}@host/`,
    ],
    ['a proxy, in part', (value) => `The key ${value.slice(0, 9)}…${value.slice(-7)} is not known`],
  ]
  it.each(places.flatMap(([name, put]) => words.map(([who, say]) => ({ name, put, who, say }))))(
    'as $name, in the words of $who',
    async ({ put, say }) => {
      const seen = await failures(
        { baseUrl: 'http://127.0.0.1:9/v1', retry: { retries: 0 }, ...put(SECRET) },
        { fetch: () => Promise.reject(new TypeError(say(SECRET))) },
      )
      expect(leaked(seen)).toBeUndefined()
      expect(JSON.stringify(seen['stored'])).toContain('[hidden]')
    },
  )

  it.each(places)('as %s, by the server that refuses it', async (_, put) => {
    const { baseUrl } = await serve(
      refuses(
        401,
        { message: `Bad key: ${SECRET}`, code: SECRET, type: `t ${SECRET.slice(2)}`, param: SECRET },
        { 'x-request-id': SECRET },
      ),
    )
    const seen = await failures({ baseUrl, ...put(SECRET) })
    expect(leaked(seen)).toBeUndefined()
    expect(seen.words).toContain('Bad key: [hidden]')
  })

  it.each([
    ['in an event', `data: ${JSON.stringify({ error: { message: `Bad key: ${SECRET}` } })}\n\n`],
    ['as plain text', `Bad key: ${SECRET}`],
    ['in a page', `<!doctype html><title>Bad key: ${SECRET}</title><p>Bad key: ${SECRET}</p>`],
  ])('%s of an answer that began well', async (_, body) => {
    const { baseUrl } = await serve((response) => begin(response).end(body))
    const seen = await failures({ baseUrl, apiKey: SECRET, retry: { retries: 0 } })
    expect(leaked(seen)).toBeUndefined()
    expect(seen.words).toContain('Bad key: [hidden]')
  })

  it('and words that stand where a key could stay as they are', async () => {
    const { baseUrl } = await serve(
      refuses(404, { message: 'model not found, try ollama pull; Bearer is required' }),
    )
    const error = await requestCompletion(
      {
        baseUrl,
        apiKey: 'ollama',
        extraHeaders: { authorization: 'Bearer sk-no-key-required', 'x-title': 'not found' },
      },
      { model: 'm', messages: [], tools: [] },
    )
    expect(error.error?.message).toBe('model not found, try ollama pull; Bearer is required')
  })
})
