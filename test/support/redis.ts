import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RedisServer {
  url: string
  /** Ends it at once and starts it again on the same address, with nothing in it. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Whether Redis is on this machine; Debian's package `redis-server` has it. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts a Redis of its own on loopback, with nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-redis-'))
  // Redis takes no port 0, so a number is tried until one is free.
  for (let tries = 0; tries < 20; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 30_000)
    const start = async () => {
      const flags = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
      const server = spawn('redis-server', ['--port', String(port), ...flags], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const ended = once(server, 'exit').then(() => false)
      const ready = new Promise<true>((resolve) => {
        server.stdout.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('Ready to accept connections')) resolve(true)
        })
      })
      const end = async () => {
        server.kill('SIGKILL')
        await ended
      }
      return { isReady: await Promise.race([ended, ready]), end }
    }
    let running = await start()
    if (!running.isReady) continue
    return {
      url: `redis://127.0.0.1:${port}`,
      async restart() {
        await running.end()
        running = await start()
      },
      async close() {
        await running.end()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  throw new Error('No port was free for Redis.')
}
