import { fork } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sharedBuild } from '../../support/shared-build.mjs'

export interface ServedProcess {
  port: number
  /** Output so far, on both streams. */
  printed(): string
  /** Bytes in memory now, and at most since the process began. */
  memory(): Promise<{ now: number; most: number }>
  close(): Promise<void>
}

/** Answers each message with the memory of the process that it was loaded into. The most is looked for every 10 ms. */
const reporter = `
  let most = 0
  const look = () => { const now = process.memoryUsage.rss(); most = Math.max(most, now); return now }
  setInterval(look, 10).unref()
  process.on('message', () => { const now = look(); process.send({ now, most }) })
  process.channel.unref()`

/** The demo's server in a process of its own, built from its sources as `npm run serve` has it: for what a process uses and prints. */
export async function startProcess(
  config: unknown,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<ServedProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-process-'))
  const configFile = resolve(import.meta.dirname, '../../../apps/demo/server/vite.config.ts')
  await cp(await sharedBuild('server', { configFile }), join(folder, 'main'), { recursive: true })
  await mkdir(join(folder, 'app'))
  await writeFile(join(folder, 'app/index.html'), '<!doctype html><title>app</title>')
  await writeFile(join(folder, 'server.json'), JSON.stringify(config))
  const child = fork(
    join(folder, 'main/main.js'),
    ['--port', '0', '--speed', '0', '--config', join(folder, 'server.json')],
    {
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(reporter)}`],
      env: { ...process.env, ...env },
      silent: true,
    },
  )
  let printed = ''
  const started = new Promise<number>((found, fail) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        printed += piece
        const port = /^Antiphon demo: http:\/\/localhost:(\d+)\//m.exec(printed)?.[1]
        if (port) found(Number(port))
      })
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}: ${printed}`)))
  })
  return {
    port: await started,
    printed: () => printed,
    memory: () =>
      new Promise((told) => {
        child.once('message', (memory) => told(memory as { now: number; most: number }))
        child.send('memory')
      }),
    async close() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Sends a POST whose body of `size` bytes comes in chunks of `chunk` bytes, and gives the answer. */
export function postInChunks(
  port: number,
  { path, size, chunk }: { path: string; size: number; chunk: number },
): Promise<string> {
  const one = `${chunk.toString(16)}\r\n${'x'.repeat(chunk)}\r\n`
  const each = 10_000
  const many = Buffer.from(one.repeat(each))
  const end = `1\r\nx\r\n`.repeat(size % chunk) + '0\r\n\r\n'
  return new Promise((found, fail) => {
    let answer = ''
    let left = Math.floor(size / chunk)
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
      )
      more()
    })
    const more = (): void => {
      let goes = true
      while (goes && left > 0) {
        const count = Math.min(each, left)
        left -= count
        goes = socket.write(many.subarray(0, count * one.length))
      }
      if (left > 0) socket.once('drain', more)
      else socket.write(end)
    }
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
    socket.on('close', () => found(answer))
    socket.on('error', (error) => (answer === '' ? fail(error) : found(answer)))
  })
}
