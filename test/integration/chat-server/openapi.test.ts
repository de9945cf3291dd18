import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createChatServer, createFolderFiles, threadsOpenApi } from '@antiphon/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { sqliteFiles } from './engines.js'

const engine = sqliteFiles()
beforeAll(() => engine.start())
afterAll(() => engine.stop())

type Operation = { responses: Record<string, { content?: Record<string, { schema?: object }> }> }
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
    files: createFolderFiles({ folder: join(engine.folder(), 'files') }),
    authorize: ({ headers }) => (headers.has('x-user') ? { id: 'ann' } : 401),
  })
  const message = { id: 'a', role: 'user', content: 'hello' }
  const node = { v: 1, threadId: 't', id: 'a', parent: null, order: 1, message }
  const fileId = createHash('sha256').update('a file').digest('hex')
  const ids: Record<string, string> = { fileId, shareId: 'none', token: 'none' }
  const bodies: Record<string, unknown> = {
    'POST /threads/{id}/nodes': { threadId: 't', known: false, nodes: [node], at: 1, durability: 'strict' },
    'PATCH /threads/{id}': { title: 'x', folder: 'Trips' },
    'POST /threads/{id}/files': { id: fileId, bytes: 6 },
    'PUT /threads/{id}/files/{fileId}': 'a file',
    'POST /threads/{id}/shares': { page: '<p>x', seconds: 60 },
  }
  const fill = (path: string): string => path.replaceAll(/{(\w+)}/g, (_, name: string) => ids[name] ?? 't')
  const ask = async (
    { path, method, operation }: (typeof operations)[number],
    { query = '', body = bodies[`${method} ${path}`], user = 'ann', id = 't' }: Asked = {},
  ): Promise<number> => {
    const response = await server.fetch(
      new Request(`https://chat.example${fill(path.replace('{id}', id))}${query}`, {
        method,
        headers: { ...(user && { 'x-user': user }), 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const said = operation.responses[response.status]
    expect([method, path, response.status, said !== undefined]).toEqual([method, path, response.status, true])
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const content = said!.content?.[type]
    expect([path, type, content !== undefined]).toEqual([path, type, type !== ''])
    const schema = content?.schema
    if (type === '') expect(text).toBe('')
    else if (type !== 'application/json') expect(text).not.toBe('')
    else z.fromJSONSchema(schema as never).parse(JSON.parse(text))
    return response.status
  }
  const of = (method: string, path: string) =>
    operations.find((one) => one.method === method && one.path === path)!
  const [list, read] = [of('GET', '/threads'), of('GET', '/threads/{id}')]

  expect(await ask(of('POST', '/threads/{id}/nodes'))).toBe(200)
  for (const operation of operations) {
    const isPublic = operation.path.startsWith('/shared/')
    if (!isPublic) expect(await ask(operation, { user: '' })).toBe(401)
    if (operation.method !== 'DELETE' && !isPublic) expect(await ask(operation)).toBeLessThan(300)
  }
  for (const query of ['?q=hello', '?since=x.1']) await ask(list, { query })
  expect(await ask(read, { id: 'nobody' })).toBe(204)
  expect(await ask(of('PATCH', '/threads/{id}'), { body: { title: 5 } })).toBe(400)
  const shared = of('GET', '/shared/{token}')
  expect(await ask(shared)).toBe(404)
  const made = await server.fetch(
    new Request('https://chat.example/threads/t/shares', {
      method: 'POST',
      headers: { 'x-user': 'ann', 'content-type': 'application/json' },
      body: JSON.stringify(bodies['POST /threads/{id}/shares']),
    }),
  )
  ids['token'] = ((await made.json()) as { path: string }).path.replace('/shared/', '')
  expect(await ask(shared, { user: '' })).toBe(200)
  expect(await ask(of('DELETE', '/threads/{id}/shares/{shareId}'))).toBe(204)
  expect(await ask(of('DELETE', '/threads/{id}'))).toBe(204)
  expect(await ask(of('PUT', '/threads/{id}/files/{fileId}'))).toBe(410)

  // Each method that a path does not have is refused, with those that it has.
  for (const path of Object.keys(paths)) {
    if (path.startsWith('/shared/')) continue
    const has = operations.filter((one) => one.path === path).map(({ method }) => method)
    const method = has.includes('PUT') ? 'PATCH' : 'PUT'
    const answer = await server.fetch(
      new Request(`https://chat.example${fill(path)}`, { method, headers: { 'x-user': 'ann' } }),
    )
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(has.sort())
  }
  const routes = server.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort())
  expect(operations).toHaveLength(12)
})
