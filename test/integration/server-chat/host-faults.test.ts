/** Faults that only a host can mend, by real HTTP: its customers read nothing of them, and it gets the reason. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ChatError } from '@antiphon/core'
import { afterEach, expect, it } from 'vitest'
import { startChatService, type ChatService } from './chat-service.js'

let service: ChatService
let upstream: Server | undefined
afterEach(async () => {
  await service.close()
  upstream?.close()
})

/** A server of models that refuses each request. */
async function refusing(status: number, message: string): Promise<string> {
  upstream = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message, type: 'refused' } }))
  })
  await new Promise<void>((resolve) => upstream!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`
}

it.each([
  [401, 'Incorrect API key provided: shop***', 'auth'],
  [403, 'This key may not use the model.', 'auth'],
  [402, 'Your account has no credit left.', 'billing'],
  [404, 'The model `m` does not exist or you do not have access to it.', 'not_found'],
  [0, '127.0.0.1', 'network_or_cors'],
])('a refusal %i is told without the words "%s"', async (status, words, kind) => {
  const errors: unknown[] = []
  const baseUrl = status === 0 ? 'http://127.0.0.1:1/v1' : await refusing(status, words)
  service = await startChatService({
    upstreams: [{ endpoint: { baseUrl, apiKey: 'shop-secret', retry: { retries: 0 } }, models: ['m'] }],
    hooks: { error: (error) => void errors.push(error) },
  })
  const page = await service.page('t')
  await page.chat.send('hello')
  const told = page.chat.getError()
  expect(told).toMatchObject({ kind: 'provider', message: 'The assistant is not available at the moment.' })
  const thread = JSON.stringify((await service.page('t')).chat.store.getTree())
  for (const foreign of [words, 'shop-secret', 'firewall', 'CORS']) expect(thread).not.toContain(foreign)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toBeInstanceOf(ChatError)
  expect(errors[0]).toMatchObject({ kind })
  if (status > 0) expect((errors[0] as ChatError).message).toContain(words)
})

it('a tool of the server is told who asked, as authorize said', async () => {
  const users: unknown[] = []
  const authorize = () => ({ id: 'ann', shop: 'north' })
  service = await startChatService({
    authorize,
    tools: [
      {
        name: 'who',
        description: 'Who.',
        parameters: { type: 'object' },
        execute: (_, { user }) => void users.push(user),
      },
    ],
  })
  await (await service.page('t')).chat.send('use who {}')
  expect(users).toEqual([authorize()])
})
