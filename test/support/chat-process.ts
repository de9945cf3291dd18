import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

/** A program of a chat server, bundled from the sources, so that nothing has to be built first. Delete it with `remove`. */
export interface ChatProgram {
  /** Starts it, and resolves once it listens. */
  start(env: Record<string, string>): Promise<ChatProcess>
  remove(): Promise<void>
}

export interface ChatProcess {
  url: string
  operations: string
  child: ChildProcess
  /** All that it has said on its output: one JSON per line. */
  said(): readonly Record<string, unknown>[]
  /** Sends a signal and resolves with the code of its end. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

let programs = 0

export async function bundleProgram(file: string): Promise<ChatProgram> {
  // There packages that are not bundled are found.
  const outfile = join(
    import.meta.dirname,
    '../node_modules/.cache',
    `chat-process-${process.pid}-${++programs}.mjs`,
  )
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['antiphon-source'],
    nodePaths: [join(import.meta.dirname, '..', 'node_modules')],
    external: ['libsql', 'kysely', 'pg', 'zod', 'ioredis', '@hono/node-server', '@opentelemetry/api'],
    logLevel: 'error',
  })
  return {
    start: (env) => start(outfile, env),
    remove: () => rm(outfile, { force: true }),
  }
}

async function start(file: string, env: Record<string, string>): Promise<ChatProcess> {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], PORT: '0', OPERATIONS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: Record<string, unknown>[] = []
  const ports: number[] = []
  await new Promise<void>((resolve, reject) => {
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const entry = JSON.parse(line) as Record<string, unknown>
        said.push(entry)
        if (entry['event'] === 'listening' && ports.push(Number(entry['port'])) === 2) resolve()
      }
    })
    child.once('exit', (code) => reject(new Error(`The chat server did not start (${code}).`)))
  })
  const [port, operations] = ports
  return {
    url: `http://127.0.0.1:${port}/api`,
    operations: `http://127.0.0.1:${operations}`,
    child,
    said: () => said,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}
