/** The network of the demo that runs in the page of the tests. */
import { createEndpoint, createEndpointFetch, type Endpoint, type EndpointModel } from '@antiphon/endpoint'
import { afterEach, beforeEach, vi } from 'vitest'
import { sleepAt, type Pace } from '../../support/pace.js'

/** The body of a request for an answer, as most wires have it. */
interface AskedBody extends Record<string, unknown> {
  messages: { role: string; content: unknown }[]
  tools: { function: { name: string; description: string } }[]
}

interface Asked {
  url: string
  headers: Headers
  body: AskedBody
}

/** Requests of the running test that ask for an answer. */
export const asked: Asked[] = []

/** How fast the demo's own endpoint plays its answers. A test may change it in the middle of one. */
export const pace: Pace = { speed: 0 }

/** The address of the demo's own endpoint. */
export const ownBaseUrl = `${location.origin}/v1`

type Fetch = typeof fetch
const servers = new Map<string, Fetch>()

/** Answers requests to an address from here on, until the end of the test. */
export const serve = (baseUrl: string, answer: Fetch): void => void servers.set(baseUrl, answer)

/** The same with a scripted endpoint. */
export const serveEndpointAt = (baseUrl: string, endpoint: Endpoint): void =>
  serve(baseUrl, createEndpointFetch(endpoint, { baseUrl }))

/** Puts models in place of the scenarios at the demo's own endpoint. */
export const serveModels = (models?: EndpointModel[]): void =>
  serveEndpointAt(ownBaseUrl, createEndpoint({ sleep: sleepAt(pace), ...(models && { models }) }))

const network = globalThis.fetch

const route: Fetch = async (input, init) => {
  const request = new Request(input, init)
  const { url, headers } = request
  // Files of the page.
  if (/^(?:blob|data):/.test(url)) return network(input, init)
  if (request.method === 'POST' && /[/:](?:completions|streamGenerateContent)\b/.test(url))
    asked.push({ url, headers, body: JSON.parse(String(init?.body)) as AskedBody })
  const [, answer] = [...servers].findLast(([baseUrl]) => url.startsWith(baseUrl)) ?? []
  if (answer) return withReason(await answer(input, init))
  if (url.startsWith(location.origin)) return new Response(null, { status: 404 })
  // Nobody is there.
  throw new TypeError('Failed to fetch')
}

/** A server over HTTP/1.1 names its status. An answer that is made in a page does not. */
function withReason(response: Response): Response {
  if (response.status !== 200 || response.statusText) return response
  return new Response(response.body, { status: 200, statusText: 'OK', headers: response.headers })
}

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(route)
  serveModels()
})

afterEach(() => {
  servers.clear()
  asked.length = 0
})
