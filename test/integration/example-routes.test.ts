import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

const BODY = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n'

let status = 200
let provider: Server
beforeAll(async () => {
  provider = createServer((request, response) => {
    response.writeHead(request.headers.authorization === 'Bearer key' ? status : 418, {
      'content-type': status === 200 ? 'text/event-stream' : 'application/json',
    })
    response.end(status === 200 ? BODY : '{"error":{"message":"No balance for sk-secret."}}')
  })
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void provider.close())
beforeEach(() => {
  vi.stubEnv('LLM_URL', `http://127.0.0.1:${(provider.address() as AddressInfo).port}`)
  vi.stubEnv('LLM_KEY', 'key')
})

const routes = {
  nextjs: 'nextjs/app/api/v1/chat/completions/route.ts',
  'react-router': 'react-router/app/routes/completions.ts',
  astro: 'astro/src/pages/api/v1/chat/completions.ts',
}
type Route = (given: Request | { request: Request }) => Promise<Response>

async function ask(name: keyof typeof routes, as: number): Promise<Response> {
  status = as
  // By a path that is worked out, because each example has types of its own framework, which are not installed here.
  const path = `../../examples/${routes[name]}`
  const route = (await import(path)) as { POST?: Route; action?: Route }
  const request = new Request('http://app.test/api', { method: 'POST', body: '{}' })
  return (route.POST ?? route.action)!(name === 'nextjs' ? request : { request })
}

it.each(Object.keys(routes) as (keyof typeof routes)[])(
  'the route of the %s example tells a refused key as a matter of the host',
  async (name) => {
    for (const refused of [401, 403]) {
      const answer = await ask(name, refused)
      expect(answer.status).toBe(502)
      expect(await answer.json()).toEqual({ error: { message: 'The provider refuses the key.' } })
    }
    // Everything else is passed on as it came.
    expect((await ask(name, 429)).status).toBe(429)
    const whole = await ask(name, 200)
    expect(whole.headers.get('content-type')).toBe('text/event-stream')
    expect(await whole.text()).toBe(BODY)
  },
)
