import { execFile, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const bin = resolve(import.meta.dirname, '../../../packages/cli/bin/antiphon.mjs')

/** Runs `antiphon` under plain Node and gives what it printed. Rejects with its complaint when it fails. */
export function antiphon(...args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [bin, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      error ? fail(new Error(err || error.message)) : done(out),
    )
  })
}

const main = resolve(import.meta.dirname, '../../../packages/cli/dist/main.js')

/** Runs the command in this process. That saves a test with many of them the half second to start Node and load every format. */
export async function antiphonHere(...args: string[]): Promise<string> {
  const { run } = (await import(pathToFileURL(main).href)) as {
    run(args: readonly string[], io: object): Promise<number>
  }
  const out: string[] = []
  const err: string[] = []
  const code = await run(args, {
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
    stdin: [],
    signal: new AbortController().signal,
  })
  if (code !== 0) throw new Error(err.join('\n'))
  return out.join('\n')
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
