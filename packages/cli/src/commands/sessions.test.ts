import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../main.js'

const folder = resolve(import.meta.dirname, '../../../../test/fixtures/sessions')
const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(join(folder, name)).map((file) => [name, join(folder, name, file)] as const),
  )

async function call(...args: string[]): Promise<{ code: number; out: string; err: string[] }> {
  const out: string[] = []
  const err: string[] = []
  async function* nothing(): AsyncGenerator<Uint8Array> {}
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stdin: nothing(),
    signal: AbortSignal.timeout(20_000),
  }
  return { code: await run(args, io), out: out.join('\n'), err }
}

test.each(files)('a session of %s is read, converted and rendered', async (name, file) => {
  const read = await call('read', file)
  expect([read.code, read.err]).toEqual([0, []])
  const { format, messages } = JSON.parse(read.out) as { format: string; messages: unknown[] }
  expect([format, messages.length > 0]).toEqual([name, true])
  const converted = await call('convert', file, '--to', 'openai')
  expect([converted.code, converted.out.startsWith('[') || converted.out.startsWith('{')]).toEqual([0, true])
  expect((await call('render', file, '--as', 'markdown')).code).toBe(0)
})

test('a session format cannot be written, which is said in one line', async () => {
  const { code, out, err } = await call('convert', files[0]![1], '--to', 'claude-code')
  expect([code, out]).toEqual([1, ''])
  expect(err).toEqual([
    'antiphon: claude-code is read and not written. Convert to another format, such as openai.',
  ])
})

test('an unknown format is answered with all there are', async () => {
  const { code, err } = await call('convert', files[0]![1], '--to', 'openai', '--from', 'morse')
  expect(code).toBe(1)
  expect(err[0]).toMatch(/There is no format "morse"\. There are openai, .*claude-code/)
})
