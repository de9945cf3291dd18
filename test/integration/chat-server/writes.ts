import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'

/** Messages of each write of writer.ts. */
export const MESSAGES = 40

/** Runs writer.ts over a file and kills it at once when it has said so many writes. Returns the last one that it said. */
export async function writeUntilKilled(code: string, file: string, writes: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-', file, `${MESSAGES}`], {
    // Where its imports are found.
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let failure = ''
  child.stderr.on('data', (piece: Buffer) => void (failure += piece.toString('utf8')))
  child.stdin.end(code)
  let last = 0
  let count = 0
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (++count === writes) child.kill('SIGKILL')
  }
  if (count < writes) throw new Error(`The writer ended by itself: ${failure}`)
  return last
}

/** The code of writer.ts with the sources of the packages, as one module. */
export async function bundleWriter(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'writer.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['antiphon-source'],
    external: ['libsql'],
  })
  return outputFiles[0]!.text
}
