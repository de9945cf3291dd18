import { createChatServer, threadsOpenApi } from '@antiphon/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { sqliteFiles } from './engines.js'

const engine = sqliteFiles()
beforeAll(() => engine.start())
afterAll(() => engine.stop())

type Operation = { responses: Record<string, { content?: { 'application/json': { schema: object } } }> }
interface Asked {
  query?: string
  body?: unknown
  user?: string
  id?: string
}
const { paths } = threadsOpenApi() as { paths: Record<string, Record<string, Operation>> }
const methods = ['get', 'post', 'put', 'patch', 'delete']
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    methods.includes(method) ? [{ path, method: method.toUpperCase(), operation }] : [],
  ),
)

it('the document has the routes that the server answers and no other, and every answer is one of its answers', async () => {
  const server = createChatServer({
    database: await engine.open(),
    authorize: ({ headers }) => (headers.has('x-user') ? { id: 'ann' } : 401),
  })
  const message = { id: 'a', role: 'user', content: 'hello' }
  const node = { v: 1, threadId: 't', id: 'a', parent: null, order: 1, message }
  const bodies: Record<string, unknown> = {
    POST: { threadId: 't', known: false, nodes: [node], at: 1, durability: 'strict' },
    PATCH: { title: 'x' },
  }
  const ask = async (
    { path, method, operation }: (typeof operations)[number],
    { query = '', body = bodies[method], user = 'ann', id = 't' }: Asked = {},
  ): Promise<number> => {
    const response = await server.fetch(
      new Request(`https://chat.example${path.replace('{id}', id)}${query}`, {
        method,
        headers: { ...(user && { 'x-user': user }), 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const said = operation.responses[response.status]
    expect([method, path, response.status, said !== undefined]).toEqual([method, path, response.status, true])
    const schema = said!.content?.['application/json'].schema
    if (schema === undefined) expect(text).toBe('')
    else z.fromJSONSchema(schema as never).parse(JSON.parse(text))
    return response.status
  }
  const of = (method: string, path: string) =>
    operations.find((one) => one.method === method && one.path === path)!
  const [list, read] = [of('GET', '/threads'), of('GET', '/threads/{id}')]

  expect(await ask(of('POST', '/threads/{id}/nodes'))).toBe(200)
  for (const operation of operations) {
    expect(await ask(operation, { user: '' })).toBe(401)
    if (operation.method !== 'DELETE') expect(await ask(operation)).toBeLessThan(300)
  }
  for (const query of ['?q=hello', '?since=x.1']) await ask(list, { query })
  expect(await ask(read, { id: 'nobody' })).toBe(204)
  expect(await ask(of('PATCH', '/threads/{id}'), { body: { title: 5 } })).toBe(400)
  expect(await ask(of('DELETE', '/threads/{id}'))).toBe(204)

  // Each method that a path does not have is refused, with those that it has.
  for (const path of Object.keys(paths)) {
    const has = operations.filter((one) => one.path === path).map(({ method }) => method)
    const address = `https://chat.example${path.replace('{id}', 't')}`
    const answer = await server.fetch(new Request(address, { method: 'PUT', headers: { 'x-user': 'ann' } }))
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(has.sort())
  }
  expect(operations).toHaveLength(5)
})
