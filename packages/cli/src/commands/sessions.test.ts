import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { zipOf } from '../../../../test/support/zip.js'
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

test('a folder is read as its sessions, agents in the results of their calls', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sessions-'))
  const record = (value: object): string => `${JSON.stringify(value)}\n`
  const task = { type: 'tool_use', id: 't1', name: 'Task', input: {} }
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'found' }
  const said = (uuid: string, role: string, content: unknown, more?: object): string =>
    record({ type: role, uuid, sessionId: 's', message: { role, content }, ...more })
  await mkdir(join(home, 's/subagents'), { recursive: true })
  await writeFile(
    join(home, 's.jsonl'),
    said('a', 'user', 'hello') +
      said('b', 'assistant', [task]) +
      said('c', 'user', [result], { toolUseResult: { agentId: 'x' } }),
  )
  const agent = { agentId: 'x', isSidechain: true }
  await writeFile(
    join(home, 's/subagents/agent-x.jsonl'),
    said('d', 'user', 'look', agent) + said('e', 'assistant', [{ type: 'text', text: 'seen' }], agent),
  )
  await writeFile(join(home, 'package.json'), '{"name":"tide"}')
  const { code, out, err } = await call('read', home)
  await rm(home, { recursive: true })
  expect(code).toBe(0)
  expect(err).toEqual([expect.stringMatching(/package\.json: .+/)])
  expect(JSON.parse(out)).toEqual([
    expect.objectContaining({
      path: expect.stringMatching(/\/s\.jsonl$/) as string,
      agents: [expect.stringMatching(/agent-x\.jsonl$/)],
      messages: expect.arrayContaining([
        expect.objectContaining({
          tool_call_id: 't1',
          metadata: expect.objectContaining({
            'antiphon.transcript': expect.objectContaining({
              messages: [
                expect.objectContaining({ content: 'look' }),
                expect.objectContaining({ content: 'seen' }),
              ],
            }) as object,
          }) as object,
        }),
      ]) as unknown[],
    }),
  ])
})

test('a folder without a session is refused in one line', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sessions-'))
  await writeFile(join(home, 'a.json'), '{"name":"tide"}')
  const { code, err } = await call('read', home)
  await rm(home, { recursive: true })
  expect([code, err.length]).toEqual([1, 2])
  expect(err[1]).toMatch(/ is a folder without a session\. Name a file in it; .{20,}/)
})

test('an unknown format is answered with those that are written', async () => {
  const { code, err } = await call('convert', files[0]![1], '--to', 'openai', '--from', 'morse')
  expect(code).toBe(1)
  expect(err[0]).toMatch(/There is no format "morse"\. There are openai, .*; others are only read\.$/)
})

test('archives are read, converted, rendered and linted as the sessions in them', async () => {
  const home = await mkdtemp(join(tmpdir(), 'archives-'))
  const packed = async (name: string, inside: Record<string, string>): Promise<string> => {
    const path = join(home, name)
    const entries = Object.entries(inside).map(([name, file]) => ({
      name,
      bytes: readFileSync(join(folder, file)),
    }))
    await writeFile(path, zipOf(entries))
    return path
  }
  try {
    const one = await packed('export.zip', { 'conversations.json': 'chatgpt/export.json' })
    const plain = await call('read', join(folder, 'chatgpt/export.json'))
    expect((await call('read', one)).out).toBe(plain.out)
    for (const [command, ...options] of [
      ['convert', '--to', 'openai'],
      ['render', '--as', 'markdown'],
      ['lint'],
    ] as const)
      expect((await call(command, one, ...options)).out).toBe(
        (await call(command, join(folder, 'chatgpt/export.json'), ...options)).out,
      )

    const two = await packed('two.zip', { 'a.jsonl': 'goose/session.jsonl', 'b.json': 'chatgpt/export.json' })
    const listed = JSON.parse((await call('read', two)).out) as { path: string; format: string }[]
    expect(listed.map(({ path, format }) => [path, format])).toEqual([
      ['a.jsonl', 'goose'],
      ['b.json', 'chatgpt'],
    ])
    const { code, err } = await call('convert', two, '--to', 'openai')
    expect([code, err[0]]).toEqual([
      0,
      `${two} is an archive of 2 files that may be sessions; this is a.jsonl. Unpack it to name another.`,
    ])
    const cut = join(home, 'cut.eval')
    await writeFile(cut, readFileSync(two).subarray(0, 100))
    const failed = await call('read', cut)
    expect([failed.code, failed.err]).toEqual([
      1,
      [`antiphon: ${cut}: The archive breaks off before a file in it that may be a session.`],
    ])
  } finally {
    await rm(home, { recursive: true })
  }
})
