import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../main.js'

const fixtures = resolve(import.meta.dirname, '../../../../test/fixtures/transcripts')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function convert(args: string[], stdin = ''): Promise<{ code: number; out: string; err: string[] }> {
  const out: string[] = []
  const err: string[] = []
  async function* input() {
    yield new TextEncoder().encode(stdin)
  }
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stdin: input(),
    signal: AbortSignal.timeout(20_000),
  }
  return { code: await run(['convert', ...args], io), out: out.join('\n'), err }
}

test('a file that is written back to its own format is the same, and nothing is said', async () => {
  for (const name of [
    'agentkit/voyage.json',
    'clawtools/pi.json',
    'prompt-api/result.json',
    'openai/request.json',
  ]) {
    const file = join(fixtures, name)
    const format = name.split('/')[0]!
    const { code, out, err } = await convert([file, '--to', format])
    expect([code, JSON.parse(out)]).toEqual([0, JSON.parse(await readFile(file, 'utf8'))])
    expect(err.filter((line) => line.startsWith('writing'))).toEqual([])
  }
})

test('what is lost is on standard error, one line for each kind; every single one with --json', async () => {
  const file = join(fixtures, 'agentkit/voyage.json')
  const { code, out, err } = await convert([file, '--to', 'prompt-api'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toHaveLength(11)
  expect(err).toContainEqual(
    expect.stringMatching(/^writing: a part became a word in brackets \(messages\[3\]\.content\[5\], .+\)$/),
  )
  expect(new Set(err).size).toBe(err.length)
  const listed = await convert([file, '--to', 'prompt-api', '--json'])
  expect(JSON.parse(listed.err.join(''))).toContainEqual({
    stage: 'write',
    rule: 'usage',
    where: 'messages[4].usage',
    before: expect.objectContaining({ inputTokens: 310 }),
  })
})

test('recorded events of another system, and what was lost of the stream', async () => {
  const events = [
    { type: 'start' },
    { type: 'text-delta', id: '0', delta: 'Berth B ' },
    { type: 'text-delta', id: '0', delta: 'is deep enough.' },
    { type: 'finish', finishReason: 'stop' },
  ]
  const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const { code, out, err } = await convert(['-', '--to', 'clawtools'], stream)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Berth B is deep enough.' }] }],
  })
  expect(err).toContainEqual(expect.stringMatching(/^reading: how the answer was cut into chunks/))
})

test('standard input, a recorded stream, a shape and a style', async () => {
  const stream = await readFile(join(fixtures, 'openai/stream.sse'), 'utf8')
  const { out } = await convert(['-', '--to', 'clawtools', '--shape', 'message', '--style', 'pi'], stream)
  expect(JSON.parse(out)).toMatchObject({
    role: 'assistant',
    content: [
      { type: 'thinking' },
      { type: 'text', text: 'South of Bodø.' },
      { type: 'toolCall', arguments: { page: 3 } },
    ],
    model: 'harbour-1',
    stopReason: 'toolUse',
  })
})

test.each([
  [['-'], 'convert needs --to FORMAT'],
  [['-', '--to', 'morse'], 'There is no format "morse". There are openai,'],
  [['-', '--to', 'agentkit', '--shape', 'cube'], 'agentkit has no shape "cube". It has items, turn,'],
  [['a', 'b', '--to', 'openai'], 'takes one file'],
  [['no-such-file', '--to', 'openai'], 'There is no file no-such-file.'],
  [
    ['-', '--to', 'openai', '--from', 'agentkit'],
    'Standard input: [0].kind is nothing; a message of agentkit has System',
  ],
  [
    ['-', '--to', 'prompt-api', '--strict'],
    'Standard input: As prompt-api this transcript would lose or change: the mark of a failed tool',
  ],
])('%j is one clear line and exit code 1', async (args, message) => {
  const thread = [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'x', isError: true },
  ]
  const { code, out, err } = await convert(args, JSON.stringify(thread))
  expect([code, out, err.length]).toEqual([1, '', 1])
  expect(err[0]).toContain(message)
})

test.each([
  ['nothing', '', /Standard input: There is nothing to read: the text is empty\.$/],
  ['prose', 'Dear Ingrid', /The text is not JSON/],
  ['JSON that breaks off', '[{"role":"user"', /it breaks off at line 1, column 16/],
  ['JSON of something else', '{"name":"x"}', /is not a transcript that this kit reads/],
])('%s is one clear line', async (_, text, words) => {
  const { code, err } = await convert(['-', '--to', 'openai'], text)
  expect([code, err.length]).toEqual([1, 1])
  expect(err[0]).toMatch(words)
})

test('a refusal is one line of at most 200 characters, whatever the path', async () => {
  const deep = join(folder, 'a-folder-with-a-long-name/'.repeat(8))
  await mkdir(deep, { recursive: true })
  const file = join(deep, 'tides.json')
  await writeFile(file, JSON.stringify({ ['key '.repeat(50)]: 1, ['other '.repeat(50)]: 2 }))
  const { code, err } = await convert([file, '--to', 'openai'])
  expect([code, err.length]).toEqual([1, 1])
  expect(err[0]).toMatch(/^antiphon: ….*\/tides\.json: This is not a transcript.*\.$/)
  expect(err[0]!.length).toBeLessThanOrEqual(200)
})

test('a file with a byte order mark is read', async () => {
  const file = join(folder, 'bom.json')
  await writeFile(file, '\uFEFF[{"role":"user","content":"Tromsø 🌊"}]')
  expect(JSON.parse((await convert([file, '--to', 'openai'])).out)).toEqual([
    { role: 'user', content: 'Tromsø 🌊' },
  ])
})
