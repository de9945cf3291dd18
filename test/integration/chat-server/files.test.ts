import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createChatServer,
  createFolderFiles,
  createS3Files,
  createThreadStore,
  type ChatDatabase,
  type ChatServerOptions,
  type FileStore,
} from '@antiphon/server'
import { fileCases } from '@antiphon/server/testkit'
import { createHttpStorage } from '@antiphon/server-client'
import { type NodeRecord, type ThreadStorage, type ThreadWrite } from '@antiphon/threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3, type S3Server } from '../../support/s3.js'
import { sqliteFiles } from './engines.js'

const place = mkdtempSync(join(tmpdir(), 'antiphon-files-'))
const newFolder = () => mkdtempSync(join(place, 'files-'))
const engine = sqliteFiles()
let database: ChatDatabase
let s3: S3Server
beforeAll(async () => {
  await engine.start()
  database = await engine.open()
  s3 = await startS3()
})
afterAll(async () => {
  await Promise.all([engine.stop(), s3.close()])
  rmSync(place, { recursive: true, force: true })
})
const newBucket = async (): Promise<FileStore> =>
  createS3Files({ client: s3.client, bucket: await s3.createBucket(), prefix: 'chat/' })

describe('the contract of files', () => {
  it.each(fileCases)('in a folder: $name', ({ run }) => {
    const folder = newFolder()
    return run({ files: createFolderFiles({ folder }), other: createFolderFiles({ folder }) })
  })
  it.each(fileCases)('in S3: $name', async ({ run }) => {
    const files = await newBucket()
    return run({ files, other: files })
  })
})

it('a folder refuses a key that leads out of it', async () => {
  const files = createFolderFiles({ folder: newFolder() })
  for (const key of ['../a', '/a', 'a/../b', 'a//b', ''])
    await expect((async () => files.get(key))()).rejects.toThrow('The key of a file')
})

const base = 'https://chat.example'
const picture = `data:image/png;base64,${Buffer.alloc(30_000, 'picture').toString('base64')}`
const node = (id: string, url = picture): NodeRecord => ({
  v: 1,
  threadId: 't',
  id,
  parent: null,
  order: 1,
  message: {
    id,
    role: 'user',
    content: [
      { type: 'text', text: 'look' },
      { type: 'image_url', image_url: { url } },
    ],
  },
})
const write = (nodes: readonly NodeRecord[], rest: Partial<ThreadWrite> = {}): ThreadWrite => ({
  threadId: 't',
  known: false,
  nodes,
  at: 1,
  durability: 'strict',
  ...rest,
})

/** A server with its page, and the requests that the page sends. */
function open(files: FileStore | undefined, options: Partial<ChatServerOptions> = {}) {
  const server = createChatServer({
    database,
    authorize: ({ headers }) => ({ id: headers.get('x-user') ?? 'nobody' }),
    ...(files && { files }),
    ...options,
  })
  const requests: { line: string; size: number }[] = []
  const as = (user: string): ThreadStorage =>
    createHttpStorage({
      baseUrl: base,
      headers: () => ({ 'x-user': user }),
      channel: () => undefined,
      async fetch(url, init) {
        const size = (init?.body as { length?: number } | undefined)?.length ?? 0
        const { origin, pathname } = new URL(url as string)
        const isOwn = origin === base
        requests.push({
          line: `${init?.method ?? 'GET'} ${isOwn ? pathname.replace(/[0-9a-f]{64}$/, 'ID') : 'away'}`,
          size,
        })
        if (!isOwn) expect(new Headers(init?.headers).has('x-user')).toBe(false)
        return isOwn ? server.fetch(new Request(url, init)) : fetch(url, init)
      },
    })
  return { server, as, requests }
}
const rowsOf = async (userId: string): Promise<string> => {
  const rows = await database.db
    .selectFrom('antiphon_nodes')
    .select('node')
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row['node'] as string).join()
}

describe.each([
  ['in a folder', async () => createFolderFiles({ folder: newFolder() })],
  ['in S3', newBucket],
])('files %s', (where, make) => {
  it('are uploaded once and read by the page, and the thread has a reference', async () => {
    const user = `once ${where}`
    const { as, requests } = open(await make())
    const page = as(user)
    expect(await page.write(write([node('a'), node('b')]))).toBe('written')
    expect((await rowsOf(user)).length).toBeLessThan(1_500)
    expect(await page.write(write([node('a')], { known: true }))).toBe('written')
    const away = where === 'in S3'
    const put = away ? 'PUT away' : 'PUT /threads/t/files/ID'
    const lines = requests.map(({ line }) => line)
    expect(lines.filter((line) => line.startsWith('PUT')).every((line) => line === put)).toBe(true)
    for (const { line, size } of requests) if (line.endsWith('nodes')) expect(size).toBeLessThan(2_000)
    const before = requests.length
    // A page that was loaded again, such as on another device.
    expect((await as(user).read('t'))?.nodes).toEqual([node('a'), node('b')])
    const reads = requests.slice(before).map(({ line }) => line)
    expect(reads).toEqual(['GET /threads/t', 'GET /threads/t/files/ID', ...(away ? ['GET away'] : [])])
  })

  it('are read by nobody else, are deleted with their thread, and with their user', async () => {
    const files = await make()
    const [ann, bob] = [`ann ${where}`, `bob ${where}`]
    const { as, server } = open(files)
    await as(ann).write(write([node('a')]))
    await as(bob).write(write([node('a', `${picture.slice(0, -4)}AAAA`)]))
    const filesOf = async (user: string) =>
      (JSON.parse(await rowsOf(user)) as { files: { id: string }[] }).files
    const [ofAnn, ofBob] = [await filesOf(ann), await filesOf(bob)]
    const isThere = async (user: string, [file]: { id: string }[], thread = 't'): Promise<boolean> => {
      const address = `${base}/threads/${thread}/files/${file!.id}`
      const answer = await server.fetch(new Request(address, { headers: { 'x-user': user } }))
      if (answer.headers.get('content-type') !== 'application/json' || !answer.ok) return answer.ok
      return (await fetch(((await answer.json()) as { url: string }).url)).ok
    }
    expect(await isThere(ann, ofAnn)).toBe(true)
    expect([await isThere(bob, ofAnn), await isThere(ann, ofAnn, 'u')]).toEqual([false, false])
    // A reference to a file of somebody else finds nothing.
    const at = ['content', 1, 'image_url', 'url']
    const forged = { ...node('f', ''), files: ofAnn.map((file) => ({ ...file, at })) }
    await as(bob).write(write([forged], { known: true }))
    const [found] = (await as(bob).read('t', ['f']))!.nodes as NodeRecord[]
    expect(found).toEqual(node('f', 'data:image/png;base64,'))

    await as(ann).purge('t')
    expect([await isThere(ann, ofAnn), await isThere(bob, ofBob)]).toEqual([false, true])
    expect(await as(ann).write(write([node('late')]))).toBe('removed')
    expect(await server.threads.of({ id: ann }).write(write([node('late')]))).toBe('removed')
    expect(await isThere(ann, ofAnn)).toBe(false)
    await server.threads.eraseUser(bob)
    expect(await isThere(bob, ofBob)).toBe(false)
  })

  it('are whole for code of the host, in an export, and where a message came with its file inside', async () => {
    const user = `whole ${where}`
    const { as, server } = open(await make())
    const threads = server.threads.of({ id: user })
    await threads.write(write([node('a')]))
    expect((await rowsOf(user)).length).toBeLessThan(1_000)
    await as(user).write(write([node('b')], { known: true, leaving: true }))
    expect((await rowsOf(user)).length).toBeLessThan(2_000)
    expect((await threads.read('t'))?.nodes).toEqual([node('a'), node('b')])
    const pieces: string[] = []
    for await (const piece of server.threads.exportUser(user)) pieces.push(piece)
    expect(JSON.parse(pieces.join(''))).toMatchObject({ threads: [{ nodes: [node('a'), node('b')] }] })
  })
})

describe('files', () => {
  it('that are too long are refused in words, by the page’s upload and inside of a message', async () => {
    const { as, server } = open(createFolderFiles({ folder: newFolder() }), { limits: { fileBytes: 1_000 } })
    await expect(as('long').write(write([node('a')]))).rejects.toMatchObject({
      problem: { kind: 'too-large' },
    })
    await expect(as('long').write(write([node('a')], { leaving: true }))).rejects.toMatchObject({
      problem: { kind: 'too-large' },
    })
    expect(await server.threads.of({ id: 'long' }).list()).toEqual([])
  })

  it('of which the bytes are not those of the id are refused', async () => {
    const { server } = open(createFolderFiles({ folder: newFolder() }))
    const put = (id: string) =>
      server.fetch(
        new Request(`${base}/threads/t/files/${id}`, {
          method: 'PUT',
          body: 'hello',
          headers: { 'x-user': 'h' },
        }),
      )
    expect((await put('0'.repeat(64))).status).toBe(400)
    expect((await put('..%2F..%2Fetc')).status).toBe(400)
    expect((await put('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')).status).toBe(204)
  })

  it('stay in their messages where a server keeps none, and it is asked once', async () => {
    const { as, requests } = open(undefined)
    const page = as('inline')
    await page.write(write([node('a')]))
    await page.write(write([node('b')], { known: true }))
    expect((await page.read('t'))?.nodes).toEqual([node('a'), node('b')])
    expect(requests.filter(({ line }) => line.includes('files'))).toEqual([
      { line: 'POST /threads/t/files', size: expect.any(Number) },
    ])
  })

  it('are not lost when a hook refuses the purge, and the thread is not purged when they cannot be deleted', async () => {
    const folder = newFolder()
    const files = createFolderFiles({ folder })
    const refusing = createThreadStore(database, {
      files,
      hooks: {
        change({ type }) {
          if (type === 'purged') throw new Error('not now')
        },
      },
    }).of({ id: 'kept' })
    await refusing.write(write([node('a')]))
    await expect(refusing.purge('t')).rejects.toThrow('Storing failed')
    expect((await refusing.read('t'))?.nodes).toEqual([node('a')])

    const broken = { ...files, deleteAll: () => Promise.reject(new Error('the disk is gone')) }
    const store = createThreadStore(database, { files: broken, clock: () => 1_000 })
    await store.of({ id: 'kept' }).update('t', { removedAt: 1 })
    await expect(store.purgeRemoved(10)).rejects.toThrow('Storing failed')
    const again = createThreadStore(database, { files, clock: () => 1_000 })
    expect(await again.purgeRemoved(10)).toBe(1)
    expect(readdirSync(folder).flatMap((user) => readdirSync(join(folder, user)))).toEqual([])
  })

  it('that are gone leave a message that can be read', async () => {
    const folder = newFolder()
    const store = createThreadStore(database, { files: createFolderFiles({ folder }) }).of({ id: 'lost' })
    await store.write(write([node('a')]))
    rmSync(folder, { recursive: true })
    expect(existsSync(folder)).toBe(false)
    expect((await store.read('t'))?.nodes).toEqual([node('a', 'data:image/png;base64,')])
  })
})
