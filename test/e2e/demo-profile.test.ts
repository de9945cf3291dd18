// @module-tag hunt
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configure, startDemo, type DemoApp, type DemoPage, showAdvanced } from './demo-app.js'

/** A server that refuses `stream_options` and `max_tokens`, as some do, and remembers what it was sent. */
async function serveStrict(): Promise<{ url: string; bodies: Record<string, unknown>[]; server: Server }> {
  const bodies: Record<string, unknown>[] = []
  const cors = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type',
  }
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    if (request.url === '/v1/models') {
      response.writeHead(200, { ...cors, 'content-type': 'application/json' })
      return void response.end('{"object":"list","data":[{"id":"strict-1","max_model_len":8192}]}')
    }
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, unknown>
      bodies.push(body)
      const refused = ['stream_options', 'max_tokens'].find((name) => name in body)
      if (refused) {
        response.writeHead(400, { ...cors, 'content-type': 'application/json' })
        const message = `Unrecognized request argument supplied: ${refused}`
        return void response.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }))
      }
      response.writeHead(200, { ...cors, 'content-type': 'text/event-stream' })
      const chunk = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
      response.end(`${chunk({ content: 'The harbour is open.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies, server }
}

let app: DemoApp
let demo: DemoPage
let strict: Awaited<ReturnType<typeof serveStrict>>

beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())
beforeEach(async () => {
  strict = await serveStrict()
  demo = await app.open()
})
afterEach(async () => {
  await demo.close()
  strict.server.close()
})

const openSettings = () => demo.page.getByRole('button', { name: 'Settings', exact: true }).click()
const dialog = () => demo.page.getByRole('dialog')
describe('the profile', () => {
  it('changes: what is set here goes out, survives a reload, and can be taken back', async () => {
    await configure(demo, { baseUrl: strict.url, model: 'strict-1' })
    await openSettings()
    await showAdvanced(dialog())
    const changes = dialog().getByRole('textbox', { name: 'Changes to the profile' })
    await changes.fill('{"body": {')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('Not valid JSON').waitFor()
    await expect.poll(() => changes.evaluate((field) => field === document.activeElement)).toBe(true)
    await changes.fill('{"body": {"includeUsage": false, "extra": {"top_k": 7}}}')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })

    await demo.page.reload()
    // Where the settings took long, their check has asked something too.
    strict.bodies.length = 0
    await demo.ask('Is the harbour open?')
    await demo.settle()
    expect(strict.bodies).toHaveLength(1)
    expect(strict.bodies[0]).toMatchObject({ top_k: 7, model: 'strict-1' })
    expect(strict.bodies[0]).not.toHaveProperty('stream_options')

    await openSettings()
    await showAdvanced(dialog())
    await changes.fill('')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    await demo.ask('And now?')
    await demo.settle()
    expect(strict.bodies[1]).toHaveProperty('stream_options')
    expect(strict.bodies[1]).not.toHaveProperty('top_k')
  })
})
