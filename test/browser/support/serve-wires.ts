import type { TestProject } from 'vitest/node'
import { createEndpoint, type Endpoint, type Scenario } from '../../../packages/endpoint/src/index.js'
import { serveEndpoint } from '../../../packages/endpoint/src/node/index.js'
import { endpointWires } from '../../../packages/wires/src/endpoint/index.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the scripted endpoint is: another origin than that of the page of the tests. */
    wiresOrigin: string
  }
}

/** The pause of an answer that ends when a page asks for `/seen`: it has seen the beginning. In ms; others are short. */
const UNTIL_SEEN = 1_000_000

const greeting: Scenario = {
  id: 'greeting',
  description: '',
  play: () => [
    { type: 'reasoning', text: 'Somebody says hello.' },
    { type: 'text', text: 'Good day! ' },
    { type: 'pause', ms: UNTIL_SEEN },
    { type: 'text', text: 'This answer comes bit by bit from another origin, over real HTTP.' },
  ],
}

/** Anthropic answers a page only where the page says that it knows what it does with its key. */
function asAnthropic(endpoint: Endpoint): Endpoint {
  const NAME = 'anthropic-dangerous-direct-browser-access'
  return {
    ...endpoint,
    async fetch(request) {
      const isMessages = request.method === 'POST' && new URL(request.url).pathname.endsWith('/messages')
      if (!isMessages || !request.headers.has('origin') || request.headers.get(NAME) === 'true')
        return endpoint.fetch(request)
      const message = `CORS requests must set '${NAME}' header`
      const error = { type: 'error', error: { type: 'authentication_error', message } }
      return Response.json(error, { status: 401, headers: { 'access-control-allow-origin': '*' } })
    },
  }
}

/** Serves the scripted endpoint over HTTP, for pages to ask. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const waiting: (() => void)[] = []
  /** Pages that were quicker than the pause. */
  let ahead = 0
  const endpoint = createEndpoint({
    wires: endpointWires,
    models: [greeting],
    apiKey: 'secret-key',
    // Nothing else waits.
    sleep(ms) {
      if (ms < UNTIL_SEEN) return Promise.resolve()
      if (ahead > 0) return Promise.resolve(void ahead--)
      return new Promise((resolve) => waiting.push(resolve))
    },
  })
  const answers = asAnthropic(endpoint)
  const server = await serveEndpoint({
    ...answers,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/seen') return answers.fetch(request)
      const resume = waiting.shift()
      if (resume) resume()
      else ahead++
      return new Response('', { headers: { 'access-control-allow-origin': '*' } })
    },
  })
  provide('wiresOrigin', new URL(server.url).origin)
  return () => server.close()
}
