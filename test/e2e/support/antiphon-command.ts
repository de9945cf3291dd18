import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const packages = resolve(import.meta.dirname, '../../../packages')
const bin = resolve(packages, 'cli/bin/antiphon.mjs')

/** The command runs from what is built, as it does for a user. Throws when that is not there. */
export function needsBuiltPackages(): void {
  const missing = ['core', 'endpoint', 'react', 'ui', 'cli'].filter(
    (name) => !existsSync(resolve(packages, name, 'dist')),
  )
  if (missing.length > 0) {
    throw new Error(`Not built: ${missing.join(', ')}. "npm test" builds first; by hand: pnpm run build.`)
  }
}

/** Runs `antiphon` under plain Node and gives what it printed. Rejects with its complaint when it fails. */
export function antiphon(...args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [bin, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      error ? fail(new Error(err || error.message)) : done(out),
    )
  })
}

export interface RunningEndpoint {
  /** The base URL. */
  url: string
  /** Ends it as Ctrl+C does. */
  stop(): Promise<void>
}

/** Starts `antiphon endpoint` on a free port and waits until it says where it is. */
export async function startEndpoint(...args: string[]): Promise<RunningEndpoint> {
  const child = spawn(process.execPath, [bin, 'endpoint', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('http://')) url = line
    if (line.includes('Ctrl+C')) break
  }
  if (!url) throw new Error('antiphon endpoint ended before it said where it listens.')
  child.stdout.resume()
  return {
    url,
    stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}
