import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { sharedFolder } from './shared-build.mjs'

/** Where Debian's packages have it. PostgreSQL 15 and later will do. */
const folders = ['15', '16', '17', '18'].map((version) => `/usr/lib/postgresql/${version}/bin`)
const bin = folders.find((folder) => existsSync(join(folder, 'postgres')))

/** Why tests with PostgreSQL are left out; undefined where they can run. */
export const noPostgres = bin ? undefined : 'PostgreSQL is not installed: apt-get install postgresql'

export interface Postgres {
  /** Creates an empty database; returns its address. */
  createDatabase(): Promise<string>
  /** Ends the server at once, as a power cut would, and starts it again on the same address. */
  crash(): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)

/** Starts a PostgreSQL of its own on loopback, with its data in a folder that goes with it. Root may not run it, so another user does. */
export async function startPostgres(): Promise<Postgres> {
  if (!bin) throw new Error(noPostgres)
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-postgres-'))
  const data = join(folder, 'data')
  const other: string[] = []
  if (process.getuid?.() === 0) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
    )
    chownSync(folder, uid!, gid!)
    other.push('setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups')
  }
  const asOther = (command: string, args: string[]): [string, string[]] => {
    const [first, ...rest] = [...other, join(bin, command), ...args]
    return [first!, rest]
  }
  const initdb = [
    '--auth=trust',
    '--username=test',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ]
  // A copy takes a tenth of the time.
  const empty = await sharedFolder('postgres', async (made) => {
    await run(...asOther('initdb', ['--pgdata', data, ...initdb]), { cwd: folder })
    await run('cp', ['-a', data, made])
    rmSync(data, { recursive: true })
  })
  await run('cp', ['-a', empty, data])
  const port = await freePort()
  const base = `postgres://test@127.0.0.1:${port}`

  const start = async () => {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 100,
      // A write outlives its process without this too. Only the end of the machine would take it.
      fsync: 'off',
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(...asOther('postgres', ['-D', data, ...flags]), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    await new Promise<void>((resolve, reject) => {
      let said = ''
      server.stderr.on('data', (piece: Buffer) => {
        said += piece.toString('utf8')
        if (said.includes('ready to accept connections')) resolve()
      })
      server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)))
    })
    return { server, ended }
  }
  let running = await start()
  const stop = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    running.server.kill(signal)
    await running.ended
  }
  let count = 0
  return {
    async createDatabase() {
      const name = `chat_${++count}`
      const client = new pg.Client({ connectionString: `${base}/postgres` })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return `${base}/${name}`
    },
    async crash() {
      await stop('SIGQUIT')
      running = await start()
    },
    async close() {
      await stop('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
