import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './main.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Ran {
  code: number
  out: string
  err: string[]
}

async function antiphon(args: string[], stdin = ''): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  async function* input() {
    yield new TextEncoder().encode(stdin)
  }
  const signal = AbortSignal.timeout(20_000)
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stdin: input(),
    signal,
  }
  return { code: await run(args, io), out: out.join('\n'), err }
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

const stream = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: 'Tide at ' } }] },
  { choices: [{ index: 0, delta: { content: 'six.' }, finish_reason: 'stop' }] },
].map((chunk) => JSON.stringify(chunk))

describe('antiphon read', () => {
  test('prints the whole transcript that recorded events of another system make', async () => {
    const events = [
      { type: 'text_delta', delta: 'Tide at six.' },
      { type: 'done', stopReason: 'stop' },
    ]
    const { code, out } = await antiphon(
      ['read', '-'],
      events.map((event) => JSON.stringify(event)).join('\n'),
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      format: 'clawtools',
      messages: [{ role: 'assistant', content: 'Tide at six.', finishReason: 'stop' }],
      losses: [{ rule: 'stream' }],
    })
  })

  test.each([
    ['an event stream', stream.map((line) => `data: ${line}\n\n`).join('')],
    ['chunks line by line', stream.join('\n')],
    [
      'a body',
      JSON.stringify({
        choices: [
          { index: 0, message: { role: 'assistant', content: 'Tide at six.' }, finish_reason: 'stop' },
        ],
      }),
    ],
  ])('prints the completion of %s, from a file of any name and from standard input', async (_, text) => {
    const fromFile = await antiphon(['read', await file('recording', text)])
    expect(fromFile).toMatchObject({ code: 0, err: [] })
    expect(JSON.parse(fromFile.out)).toMatchObject({
      outcome: 'complete',
      message: { role: 'assistant', content: 'Tide at six.' },
    })
    expect(await antiphon(['read', '-'], text)).toEqual(fromFile)
  })

  test('takes a recorded error of the provider, and a stream that breaks off, as results', async () => {
    const refused = await antiphon(['read', '-'], '{"detail":"Invalid API Key"}')
    expect(refused.code).toBe(0)
    expect(JSON.parse(refused.out)).toMatchObject({ outcome: 'error', error: { message: 'Invalid API Key' } })
    const cut = await antiphon(['read', '-'], `data: ${stream[0]}\n\ndata: {"cho`)
    expect(JSON.parse(cut.out)).toMatchObject({ outcome: 'incomplete', message: { content: 'Tide at ' } })
  })

  test.each([
    ['prose', 'Dear Ingrid, the tide is at six.\n'],
    ['nothing', ''],
    ['white space', ' \n\n'],
    ['JSON of something else', '{"name":"antiphon","version":"1.0.0"}'],
    ['JSON that breaks off', '{"choices":[{"ind'],
    ['bytes', '\u0000\u0001\u0002\ufffd'],
  ])('%s is one clear line and exit code 1', async (_, text) => {
    const { code, out, err } = await antiphon(['read', await file('garbage', text)])
    expect([code, out, err.length]).toEqual([1, '', 1])
    expect(err[0]).toMatch(/^antiphon: .*garbage(?: is|:) [^\n]*\.$/)
  })

  test('a missing file, a folder and a missing argument are one clear line and exit code 1', async () => {
    expect(await antiphon(['read', join(folder, 'no.sse')])).toMatchObject({
      code: 1,
      err: [expect.stringContaining('There is no file')],
    })
    expect(await antiphon(['read', folder])).toMatchObject({
      code: 1,
      err: [expect.stringContaining('is a folder')],
    })
    expect(await antiphon(['read'])).toMatchObject({ code: 1, err: [expect.stringContaining('one file')] })
  })
})

describe('antiphon endpoint', () => {
  test('prints its address on a line of its own, serves scripts and recordings, and ends with code 0', async () => {
    const name = 'greeting.sse'
    const text = stream.map((line) => `data: ${line}\n\n`).join('')
    await file(name, text)
    const stop = new AbortController()
    const lines: string[] = []
    const io = {
      out: (line: string) => void lines.push(line),
      err: () => undefined,
      stdin: (async function* () {})(),
      signal: stop.signal,
    }
    const code = run(['endpoint', '--port', '0', '--speed', '0', '--play', folder, '--cut', '3'], io)
    await expect.poll(() => lines.at(-1)).toBe('Ctrl+C ends.')
    const url = lines.find((line) => /^http:\/\/127\.0\.0\.1:\d+\/v1$/.test(line))
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}antiphon-tour +\S/))
    const body = JSON.stringify({
      model: 'greeting',
      stream: true,
      messages: [{ role: 'user', content: 'hi' }],
    })
    expect(await (await fetch(`${url}/chat/completions`, { method: 'POST', body })).text()).toBe(text)

    const taken = await antiphon(['endpoint', '--port', new URL(url!).port])
    expect([taken.code, taken.err]).toEqual([
      1,
      [expect.stringMatching(/^antiphon: Port \d+ on 127\.0\.0\.1 is in use\./)],
    ])
    stop.abort()
    expect(await code).toBe(0)
    await expect(fetch(`${url}/models`)).rejects.toThrow('fetch failed')
  })

  test('--scenario serves what a module exports as default, in front of the others', async () => {
    const model = await file(
      'model.mjs',
      `export default { id: 'desk', description: 'Answers.', play: ({ prompt }) => [{ type: 'text', text: 'You said ' + prompt }] }`,
    )
    const stop = new AbortController()
    const lines: string[] = []
    const io = {
      out: (line: string) => void lines.push(line),
      err: () => undefined,
      stdin: (async function* () {})(),
      signal: stop.signal,
    }
    const code = run(['endpoint', '--port', '0', '--speed', '0', '--scenario', model], io)
    await expect.poll(() => lines.at(-1)).toBe('Ctrl+C ends.')
    const url = lines.find((line) => line.startsWith('http://'))
    const { data } = (await (await fetch(`${url}/models`)).json()) as { data: { id: string }[] }
    expect(data.slice(0, 2).map(({ id }) => id)).toEqual(['desk', 'antiphon-tour'])
    const body = JSON.stringify({ model: 'desk', messages: [{ role: 'user', content: 'tea' }] })
    const answer = await fetch(`${url}/chat/completions`, { method: 'POST', body })
    expect(await answer.text()).toContain('You said tea')
    stop.abort()
    expect(await code).toBe(0)
  })

  test('--scenario refuses a module without a scenario in one line', async () => {
    const empty = await file('empty.mjs', 'export const id = 1\n')
    const { code, err } = await antiphon(['endpoint', '--scenario', empty])
    expect([code, err]).toEqual([1, [expect.stringContaining('has to export a scenario as default')]])
  })

  test.each([
    [['--port', 'http'], '--port takes a whole number'],
    [['--port', '70000'], '--port takes a whole number'],
    [['--speed', 'fast'], '--speed takes a number'],
    [['--cut', '3'], 'needs --play'],
    [['--play', '/no/such/folder'], 'There is no folder'],
    [['--scenario', '/no/such/model.mjs'], 'could not be loaded'],
    [['--loud'], "Unknown option '--loud'. See: antiphon endpoint --help"],
    [['--host', '203.0.113.7', '--port', '0'], 'is not an address of this machine'],
  ])('%j is one clear line and exit code 1', async (args, message) => {
    const { code, out, err } = await antiphon(['endpoint', ...args])
    expect([code, out, err]).toEqual([1, '', [expect.stringContaining(message)]])
  })
})

test('--help lists the commands, --version prints it, an unknown command is one line and exit code 1', async () => {
  expect((await antiphon(['--help'])).out).toMatch(
    / {2}read .*\n {2}lint .*\n {2}convert .*\n {2}render .*\n {2}endpoint /,
  )
  expect((await antiphon(['read', '--help'])).out).toMatch(/^Usage: antiphon read FILE/)
  expect((await antiphon(['--version'])).out).toMatch(/^\d+\.\d+\.\d+$/)
  expect(await antiphon(['dance'])).toEqual({
    code: 1,
    out: '',
    err: ['antiphon: There is no command "dance". See: antiphon --help'],
  })
})
