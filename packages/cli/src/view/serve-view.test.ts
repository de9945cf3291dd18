import { execFileSync } from 'node:child_process'
import { symlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Manifest } from './manifest.js'
import type { ViewServer } from './serve-view.js'
import { ask, events, listOf, newFolder, startView, type Folder } from './testing/view-test-kit.js'

const SECRET = 'nobody may read this'
let own: Folder
let opened: Folder
let server: ViewServer
let base: string

beforeEach(async () => {
  own = await newFolder()
  opened = await newFolder()
  await own.write('secret.jsonl', SECRET)
  await opened.put('harbour/tide.jsonl', 'claude-code/tide.jsonl')
  server = await startView(own, [{ root: opened.path }])
  base = new URL(server.url).pathname
})
afterEach(async () => {
  await server.close()
  await Promise.all([own.remove(), opened.remove()])
})

const get = (path: string, headers?: Record<string, string>, method?: string) =>
  ask(server.url, path, headers, method)

describe('who is answered', () => {
  test('listens on this machine alone, under an address that is new each time', async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{40}\/$/)
    const other = await startView(own, [{ root: opened.path }])
    expect(new URL(other.url).pathname).not.toBe(base)
    await other.close()
    // Another address of the same machine, with all that it would take.
    const { host } = new URL(server.url)
    await expect(ask(server.url.replace('127.0.0.1', '127.0.0.2'), base, { host })).rejects.toThrow(
      /ECONNREFUSED|EADDRNOTAVAIL|ETIMEDOUT/,
    )
    expect(await get(base)).toMatchObject({ status: 200, body: expect.stringContaining('The page') })
  })

  test.each(['localhost', 'example.org', '127.0.0.1', '127.0.0.1.nip.io', '[::1]'])(
    'refuses the host %s, whose page may be another',
    async (name) => {
      const { port } = new URL(server.url)
      for (const host of [name, ...(name === '127.0.0.1' ? [] : [`${name}:${port}`])])
        expect(await get(`${base}api/sessions`, { host })).toMatchObject({ status: 403 })
    },
  )

  test('a ticket leads to the page once, from any page, and is good for nothing else', async () => {
    const path = new URL(server.once).pathname
    const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect(path).not.toContain(base.slice(1, -1))
    expect(await get(path, { host: 'example.org' })).toMatchObject({ status: 403 })
    expect(await get(path, elsewhere, 'POST')).toMatchObject({ status: 403 })
    expect(await get(`${path}/api/sessions`)).toMatchObject({ status: 403 })
    expect(await get(path, elsewhere)).toMatchObject({
      status: 200,
      body: expect.stringContaining(`url=${base}"`),
    })
    for (const headers of [undefined, elsewhere]) {
      const again = await get(path, headers)
      expect(again).toMatchObject({ status: 403, body: expect.not.stringContaining(base) })
    }
  })

  test('refuses pages of other origins, and what they may send', async () => {
    const { origin } = new URL(server.url)
    for (const headers of [
      { origin: 'http://localhost:5173' },
      { origin: 'null' },
      { origin: `${origin}.example.org` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      expect(await get(`${base}api/sessions`, headers)).toMatchObject({ status: 403 })
    expect(await get(base, { origin, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200 })
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await get(`${base}api/sessions`, {}, method)).toMatchObject({ status: 405 })
  })

  test('refuses every request without the token, the page included, and never says the token', async () => {
    const token = base.slice(1, -1)
    for (const path of ['/', '/api/sessions', `/${token.slice(1)}/`, `/${'0'.repeat(40)}/`, `/x/${token}/`]) {
      const { status, body, headers } = await get(path)
      expect(status).toBe(403)
      expect(JSON.stringify([body, headers])).not.toContain(token)
    }
  })

  test('lets no other page frame it, read it or learn its address, and lets its own load nothing from elsewhere', async () => {
    const { headers } = await get(base)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/https?:|\*|unsafe/)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('what is answered', () => {
  test('a path that climbs or is encoded leads nowhere', async () => {
    await listOf(server)
    for (const path of [
      '../secret.jsonl',
      '../../etc/passwd',
      'assets/../../secret.jsonl',
      '%2e%2e/secret.jsonl',
      '..%2fsecret.jsonl',
      '%252e%252e/secret.jsonl',
      String.raw`..\secret.jsonl`,
      '/etc/passwd',
      './/secret.jsonl',
      'api/sessions/../../secret.jsonl',
      'api/sessions/%2e%2e%2fsecret.jsonl',
      `api/sessions/${own.path}/secret.jsonl`,
      'api/sessions/0123456789abcdef0123/0',
      'index.html%00.js',
    ]) {
      const { status, body } = await get(`${base}${path}`)
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
      expect(body).not.toContain(SECRET)
    }
  })

  test('links in the folder lead to nothing outside of it', async () => {
    await symlink(join(own.path, 'secret.jsonl'), join(opened.path, 'harbour/link.jsonl'))
    await symlink(own.path, join(opened.path, 'away'))
    expect((await listOf(server)).map(({ name }) => name)).toEqual(['harbour/tide.jsonl'])
  })

  test('a session that becomes a link after it was listed is no longer read', async () => {
    const [session] = await listOf(server)
    const path = `${base}api/sessions/${session!.id}/0`
    expect((await get(path)).body).toContain('When is low water?')

    const file = join(opened.path, 'harbour/tide.jsonl')
    await rm(file)
    await symlink(join(own.path, 'secret.jsonl'), file)
    expect(await get(path)).toMatchObject({ status: 500, body: expect.not.stringContaining(SECRET) })

    // The same for a folder above it.
    await rm(join(opened.path, 'harbour'), { recursive: true })
    await own.write('tide.jsonl', SECRET)
    await symlink(own.path, join(opened.path, 'harbour'))
    expect(await get(path)).toMatchObject({ status: 500, body: expect.not.stringContaining(SECRET) })
    const search = await get(`${base}api/search?q=nobody`)
    expect(search.body).not.toContain(SECRET)
  })

  test.skipIf(process.platform === 'win32')('a pipe in place of a session holds nothing up', async () => {
    const [session] = await listOf(server)
    const file = join(opened.path, 'harbour/tide.jsonl')
    await rm(file)
    execFileSync('mkfifo', [file])
    // More than the threads that read files.
    const answers = Array.from({ length: 12 }, () => get(`${base}api/sessions/${session!.id}/0`))
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(500)
  })

  test('one file that was named opens that file and nothing beside it', async () => {
    await opened.write('harbour/other.jsonl', SECRET)
    const file = join(opened.path, 'harbour/tide.jsonl')
    const one = await startView(own, file)
    expect((await listOf(one)).map(({ name }) => name)).toEqual(['tide.jsonl'])
    await one.close()
  })

  test('bytes come from where the page asks, and no more of them than there are', async () => {
    const text = 'x'.repeat(600_000)
    const file = await opened.write('long.jsonl', text)
    const sessions = await listOf(server)
    const path = `${base}api/sessions/${sessions.find(({ name }) => name === 'long.jsonl')!.id}`
    expect((JSON.parse((await get(path)).body) as Manifest).parts).toMatchObject([
      { size: 600_000, grows: true },
    ])
    expect((await get(`${path}/0`)).body).toHaveLength(600_000)
    expect((await get(`${path}/0?from=599000&to=9999999`)).body).toHaveLength(1_000)
    expect((await get(`${path}/0?from=700000`)).body).toBe('')
    expect(await get(`${path}/7`)).toMatchObject({ status: 404 })
    await writeFile(file, `${text}more`)
    expect((await get(`${path}/0?from=600000`)).body).toBe('more')
  })

  test('a search finds words in values, in any case and any writing, and says where', async () => {
    await opened.write(
      'words.jsonl',
      [
        JSON.stringify({ role: 'user', content: 'Where is Tromsø? "quoted"' }),
        String.raw`{"role":"user","content":"Again Troms\u00f8"}`,
      ].join('\n'),
    )
    const find = async (words: string) =>
      events<{ id?: string; count?: number; searched?: number }>(
        (await get(`${base}api/search?q=${encodeURIComponent(words)}`)).body,
      )
    expect(await find('tromsø')).toMatchObject([
      { count: 2, excerpts: expect.arrayContaining([expect.objectContaining({ match: 'Tromsø' })]) },
      { searched: 2 },
    ])
    expect(await find('"QUOTED"')).toMatchObject([{ count: 1 }, { searched: 2 }])
    // Field names are not searched.
    expect(await find('content')).toEqual([{ searched: 2 }])
    expect(await get(`${base}api/search?q=`)).toMatchObject({ status: 400 })
  })
})
