import type { TestProject } from 'vitest/node'
import { createEndpoint, type Endpoint, type Scenario } from '../../../packages/endpoint/src/index.js'
import { serveEndpoint } from '../../../packages/endpoint/src/node/index.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the scripted endpoint is: another origin than that of the page of the tests. */
    wiresOrigin: string
  }
}

const greeting: Scenario = {
  id: 'greeting',
  description: '',
  play: () => [
    { type: 'reasoning', text: 'Somebody says hello.' },
    { type: 'text', text: 'Good day! This answer comes bit by bit from another origin, over real HTTP.' },
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
  const endpoint = createEndpoint({ models: [greeting], speed: 2, apiKey: 'secret-key' })
  const server = await serveEndpoint(asAnthropic(endpoint))
  provide('wiresOrigin', new URL(server.url).origin)
  return () => server.close()
}
