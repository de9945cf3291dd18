import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bundleProgram, type ChatProcess, type ChatProgram } from '../../support/chat-process.js'
import { noPostgres, startPostgres, type Postgres } from '../../support/postgres.js'
import { hasRedis, startRedis, type RedisServer } from '../../support/redis.js'
import { startUpstream, type Upstream } from '../server/script-upstream.js'

const folder = join(import.meta.dirname, '../../../examples/chat-server')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('the files of examples/chat-server', () => {
  const program = textOf('server.mjs')
  const read = new Set([...program.matchAll(/env\.([A-Z_]+)/g)].map(([, name]) => name))

  it('compose.yaml sets variables that the program reads, and waits for engines that it declares', () => {
    const { services, volumes } = parse(textOf('compose.yaml')) as {
      services: Record<
        string,
        { environment?: object; volumes?: string[]; depends_on?: object; stop_grace_period?: string }
      >
      volumes: object
    }
    const { chat, postgres } = services
    const names = Object.keys(chat!.environment!)
    expect(names.filter((name) => !read.has(name))).toEqual([])
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(chat!.depends_on!)))
    expect(Object.keys(volumes)).toEqual(postgres!.volumes!.map((mount) => mount.split(':')[0]))
    const { GRACE_SECONDS: grace } = chat!.environment as Record<string, string>
    expect(Number.parseInt(chat!.stop_grace_period!)).toBeGreaterThan(Number(grace))
  })

  it('the Dockerfile copies what it runs, and README.md names each variable', () => {
    const docker = textOf('Dockerfile')
    expect(docker).toContain('COPY server.mjs ./')
    expect(docker.trim().split('\n').at(-1)).toBe('CMD ["node", "server.mjs"]')
    const readme = textOf('README.md')
    expect([...read].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
    // All that it imports is in its package.json, or comes with Node.
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: object }
    const imported = [...program.matchAll(/(?:from |import\()'([^']+)'/g)].flatMap(([, name = '']) =>
      name.startsWith('node:') ? [] : [name],
    )
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(imported))
  })
})

const missing = noPostgres ?? (hasRedis() ? undefined : 'redis-server is not installed')

describe.skipIf(missing)(`examples/chat-server as two processes${missing ? `: ${missing}` : ''}`, () => {
  let postgres: Postgres
  let redis: RedisServer
  let upstream: Upstream
  let program: ChatProgram
  let both: ChatProcess[]

  beforeAll(async () => {
    ;[postgres, redis, upstream, program] = await Promise.all([
      startPostgres(),
      startRedis(),
      startUpstream(),
      bundleProgram(join(folder, 'server.mjs')),
    ])
    const env = {
      ANTIPHON_DATABASE_URL: await postgres.createDatabase(),
      ANTIPHON_REDIS_URL: redis.url,
      MODEL_URL: upstream.url,
      MODEL_KEY: 'sk-do-not-log-me',
      MODELS: 'script',
    }
    both = await Promise.all([program.start(env), program.start(env)])
  })
  afterAll(async () => {
    upstream.open()
    await Promise.all(both.map((one) => one.end('SIGKILL')))
    await Promise.all([upstream.close(), program.remove(), redis.close()])
    await postgres.close()
  })
  const headers = { 'x-user': 'ann', 'content-type': 'application/json' }

  it('asks nobody without a user, and both are ready', async () => {
    expect((await fetch(`${both[0]!.url}/threads`)).status).toBe(401)
    for (const { operations } of both)
      expect(await (await fetch(`${operations}/ready`)).text()).toBe('ready\n')
  })

  it('an answer is read at the other process, which stays, while the first one lets it end and goes', async () => {
    const [one, two] = both
    const body = JSON.stringify({ id: 'r', message: { id: 'q', content: 'wait here' } })
    expect((await fetch(`${one!.url}/threads/t/runs`, { method: 'POST', headers, body })).status).toBe(201)
    const stream = fetch(`${two!.url}/threads/t/runs/r`, {
      headers: { ...headers, accept: 'text/event-stream' },
    })
    const text = stream.then((response) => response.text())
    const ended = one!.end('SIGTERM')
    await expect.poll(async () => (await fetch(`${one!.operations}/ready`)).status).toBe(503)
    upstream.open()
    expect(await text).toContain('"outcome":"done"')
    expect(await ended).toBe(0)
    expect(await (await fetch(`${two!.operations}/metrics`)).text()).toContain('antiphon_requests_total')
    const said = JSON.stringify(both.map((each) => each.said()))
    expect(said).toContain('"event":"run ended"')
    expect(said).not.toMatch(/sk-|wait here/)
  })
})
