import { createChatServer, type ChatDatabase, type ChatServer } from '@antiphon/server'
import { createShareLinks } from '@antiphon/server-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from './engines.js'

const base = 'https://chat.example/api'
const page = '<!doctype html><p>What was looked through, ünïcödé 🎈.<script>alert(1)</script>'
const DAY = 86_400

/** Headers of a browser when somebody presses a link on another page. */
const pressed = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'upgrade-insecure-requests': '1',
  accept: 'text/html',
  referer: 'https://mail.example/',
}

const all = [
  ['memory', undefined, undefined],
  ...engines.filter(([name]) => name !== 'PostgreSQL by postgres'),
] as const

for (const [name, make, missing] of all) {
  describe.skipIf(missing)(`a link to a shared page: ${missing ?? name}`, () => {
    const engine = make?.()
    let database: ChatDatabase | 'memory' = 'memory'
    let server: ChatServer
    let now = 1_000_000
    beforeAll(async () => {
      await engine?.start()
      if (engine) database = await engine.open()
      server = createChatServer({
        database,
        basePath: '/api',
        authorize: ({ headers }) => (headers.has('x-user') ? { id: headers.get('x-user')! } : 401),
        clock: () => now,
      })
    })
    afterAll(() => engine?.stop())

    const as = (user: string) =>
      createShareLinks({
        baseUrl: base,
        headers: () => ({ 'x-user': user }),
        fetch: (url, init) => server.fetch(new Request(url, init)),
      })
    const open = (url: string, init?: RequestInit) =>
      server.fetch(new Request(url, { headers: pressed, ...init }))
    const statusOf = async (url: string): Promise<number> => (await open(url)).status
    let users = 0
    /** A user with a thread and a link to it. */
    const withLink = async (seconds = DAY) => {
      const user = `${name} ${++users}`
      const threads = server.threads.of({ id: user })
      const message = { id: 'a', role: 'user' as const, content: 'secret' }
      const node = { v: 1 as const, threadId: 't', id: 'a', parent: null, order: 1, message }
      await threads.write({ threadId: 't', known: false, nodes: [node], at: 1, durability: 'strict' })
      const links = as(user)
      return { user, threads, links, link: await links.create('t', page, seconds) }
    }

    it('shows the page, and nothing else, to whoever has it, from any page and without a user', async () => {
      const { link, links } = await withLink()
      expect(link.url).toMatch(/^https:\/\/chat\.example\/api\/shared\/[\w-]{43}$/)
      const answer = await open(link.url)
      expect(await answer.text()).toBe(page)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const policy = answer.headers.get('content-security-policy')
      expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; /)
      expect(policy).not.toMatch(/script|allow-same-origin|allow-forms/)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(await links.list('t')).toEqual([{ id: link.id, createdAt: now, expiresAt: now + DAY * 1000 }])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect((await open(link.url, { method, headers: { 'x-user': 'reader' } })).status).toBeGreaterThan(
          399,
        )
    })

    it('does not show what is written to the thread later', async () => {
      const { link, threads } = await withLink()
      await threads.update('t', { title: 'later' })
      expect(await (await open(link.url)).text()).toBe(page)
    })

    it('cannot be guessed, also not from what the database has', async () => {
      const { link } = await withLink()
      const token = link.url.slice(link.url.lastIndexOf('/') + 1)
      const other = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      for (const guess of [link.id, link.id.slice(0, 43), other, '', '%00', 'x'.repeat(43), `${token}/`])
        expect([guess, await statusOf(`${base}/shared/${guess}`)]).toEqual([guess, 404])
      if (database === 'memory') return
      const rows = await database.db.selectFrom('antiphon_shares').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
    })

    it('shows nothing after its end', async () => {
      const { link, links } = await withLink(60)
      expect(await statusOf(link.url)).toBe(200)
      now += 60_000
      const ended = await open(link.url)
      expect([ended.status, await ended.text()]).toEqual([
        404,
        'There is no such page, or its link has ended.\n',
      ])
      expect(await links.list('t')).toEqual([])
    })

    it('shows nothing once its user ends it, deletes the thread or is erased', async () => {
      const [ended, removed, purged, erased] = await Promise.all([1, 2, 3, 4].map(() => withLink()))
      await ended!.links.remove('t', ended!.link.id)
      await removed!.threads.update('t', { removedAt: 1 })
      await purged!.threads.purge('t')
      await server.threads.eraseUser(erased!.user)
      for (const { link } of [ended!, removed!, purged!, erased!]) expect(await statusOf(link.url)).toBe(404)
      await removed!.threads.update('t', { removedAt: null })
      expect(await statusOf(removed!.link.url)).toBe(200)
      await expect(purged!.links.create('t', page, 60)).rejects.toMatchObject({
        problem: { kind: 'removed' },
      })
    })

    it('is made, seen and ended by the user of the thread alone', async () => {
      const { link } = await withLink()
      const stranger = as('stranger')
      await expect(stranger.create('t', page, 60)).rejects.toMatchObject({ problem: { kind: 'removed' } })
      expect(await stranger.list('t')).toEqual([])
      await stranger.remove('t', link.id)
      expect(await statusOf(link.url)).toBe(200)
    })

    it('is refused for longer than the host allows, without an end, and for a page with a NUL', async () => {
      const { links } = await withLink()
      for (const [text, seconds] of [
        [page, 31 * DAY],
        [page, 0],
        [page, 1.5],
        [page, Number.NaN],
        ['a\0b', 60],
        ['', 60],
      ] as const)
        await expect(links.create('t', text, seconds)).rejects.toMatchObject({ problem: { kind: 'refused' } })
    })

    it.runIf(make)('is forgotten by the purge', async () => {
      const { link } = await withLink(60)
      const { db } = database as ChatDatabase
      const rows = () =>
        db.selectFrom('antiphon_shares').select('page').where('share_id', '=', link.id).execute()
      await server.threads.purgeRemoved(1e12)
      expect(await rows()).toHaveLength(1)
      now += 60_000
      await server.threads.purgeRemoved(1e12)
      expect(await rows()).toHaveLength(0)
    })
  })
}
