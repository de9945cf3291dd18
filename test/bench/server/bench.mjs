/**
 * `pnpm bench server`: answers of 50 tokens a second, held at once by a chat server over each engine, beside a bare Node proxy. Each
 * round has every subject, one after the other, and the table has ratios within a round, because the machine may be busy.
 *   --streams a,b   how many at once; default 10,100,1000
 *   --seconds n     how long each answer is; default 10
 *   --rounds n      default 3
 *   --only a,b      of proxy, memory, sqlite, postgres and redis; the first one is what the others are held against
 *   --profile x     a folder for profiles of the processor
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { createServer } from 'vite'
import { hold } from './hold.mjs'

const here = import.meta.dirname
const SUBJECTS = ['proxy', 'memory', 'sqlite', 'postgres', 'redis']
/** Packages that are not bundled, as a host has them. */
const external = ['libsql', 'kysely', 'pg', 'zod', 'ioredis', '@hono/node-server', '@opentelemetry/api']

export async function benchServer(words) {
  const option = (name, usual) => {
    const at = words.indexOf(`--${name}`)
    return at < 0 ? usual : words[at + 1]
  }
  const counts = option('streams', '10,100,1000').split(',').map(Number)
  const [seconds, rounds] = [Number(option('seconds', 10)), Number(option('rounds', 3))]
  const only = option('only', SUBJECTS.join(',')).split(',')
  const profile = option('profile')
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-load-'))
  // Where packages that are not bundled are found.
  const program = join(here, '../../node_modules/.cache', `load-${process.pid}.mjs`)
  await build({
    entryPoints: [join(here, 'subject.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['antiphon-source'],
    external,
  })
  // The starters of the engines are TypeScript.
  const loader = await createServer({ root: here, logLevel: 'error', server: { middlewareMode: true } })
  const support = (name) => loader.ssrLoadModule(join(here, '../../support', name))
  const needs = (...names) => names.some((name) => only.includes(name))
  const postgres = needs('postgres', 'redis') && (await (await support('postgres.ts')).startPostgres())
  const redis = needs('redis') && (await (await support('redis.ts')).startRedis())
  const upstream = fork(join(here, 'upstream.mjs'), [String(seconds)])
  try {
    const [{ port }] = await once(upstream, 'message')
    const model = `http://127.0.0.1:${port}/v1`
    console.log(`${cpus().length} x ${cpus()[0].model.trim()}, Node ${process.version}, ${rounds} rounds\n`)
    for (const streams of counts) {
      const before = loadavg()[0]
      const runs = Object.fromEntries(only.map((kind) => [kind, []]))
      for (let round = 0; round < rounds; round++)
        for (const kind of only) {
          const place = mkdtempSync(join(folder, `${kind}-`))
          const address = postgres ? await postgres.createDatabase() : ''
          const args = [kind, model, place, address, redis ? redis.url : '', profile ? resolve(profile) : '']
          runs[kind].push(await hold({ program, args, streams, seconds }))
          console.error(`${streams} streams, round ${round + 1}: ${kind}`)
        }
      print(streams, runs, `load ${before.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after`)
    }
  } finally {
    upstream.kill()
    if (redis) await redis.close()
    if (postgres) await postgres.close()
    await loader.close()
    rmSync(folder, { recursive: true, force: true })
    rmSync(program, { force: true })
  }
  return 0
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

function print(streams, runs, load) {
  const [base] = Object.values(runs)
  console.log(`${streams} streams, ${load}\n`)
  console.log(
    '| | tokens a second came | ms of processor, stream and second | times the proxy | ms to begin and end | kB live | kB RSS | p50 ms | p95 | p95 above the proxy |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [kind, all] of Object.entries(runs)) {
    const of = (name) => median(all.map((one) => one[name]))
    const times = median(all.map(({ cpu }, round) => cpu / base[round].cpu))
    const above = median(all.map(({ p95 }, round) => p95 - base[round].p95))
    const cells = [
      kind,
      of('rate').toFixed(0),
      of('cpu').toFixed(2),
      times.toFixed(2),
      of('ends').toFixed(1),
      of('live').toFixed(0),
      of('rss').toFixed(0),
      of('p50'),
      of('p95'),
      above,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log('')
}
