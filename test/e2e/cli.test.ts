import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const bin = resolve(root, 'packages/cli/bin/antiphon.mjs')

interface Ran {
  code: number | null
  out: string
  err: string
}

/** Runs the command under plain Node, as a user of the packages does. */
function antiphon(args: string[], stdin = ''): Promise<Ran> {
  return new Promise((done) => {
    const child: ChildProcess = execFile(process.execPath, [bin, ...args], (_, out, err) => {
      done({ code: child.exitCode, out, err })
    })
    child.stdin?.end(stdin)
  })
}

describe('the command line under plain Node', () => {
  test('reads a stream from standard input and prints one completion', async () => {
    const chunk = JSON.stringify({
      choices: [{ index: 0, delta: { content: 'Tromsø 🌊' }, finish_reason: 'stop' }],
    })
    const { code, out, err } = await antiphon(['read', '-'], `data: ${chunk}\n\ndata: [DONE]\n\n`)
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({ outcome: 'complete', message: { content: 'Tromsø 🌊' } })
  })

  test('is what `npx antiphon` runs in this checkout', () => {
    const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { bin: object }
    expect(manifest.bin).toEqual({ antiphon: `./${relative(root, bin)}` })
  })

  test('says in one line what it cannot read or do, with exit code 1', { tags: 'hunt' }, async () => {
    expect(await antiphon(['read', 'no-such-file.sse'])).toEqual({
      code: 1,
      out: '',
      err: 'antiphon: There is no file no-such-file.sse.\n',
    })
    expect(await antiphon(['dance'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^antiphon: [^\n]+\n$/),
    })
    expect(await antiphon(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('antiphon COMMAND'),
    })
  })

  test('serves the endpoint until it is interrupted, also in the middle of a stream', async () => {
    const child = spawn(process.execPath, [bin, 'endpoint', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((done) => child.once('exit', done))
    let url = ''
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('http://')) url = line
      if (line.includes('Ctrl+C')) break
    }
    const { data } = (await (await fetch(`${url}/models`)).json()) as { data: { id: string }[] }
    expect(data[0]?.id).toBe('antiphon-tour')
    const body = JSON.stringify({ model: 'stall', stream: true, messages: [{ role: 'user', content: 'hi' }] })
    const response = await fetch(`${url}/chat/completions`, { method: 'POST', body })
    await response.body!.getReader().read()
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })
})
