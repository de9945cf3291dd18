import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

async function render(args: string[], stdin = ''): Promise<{ code: number; out: string; err: string[] }> {
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
  return { code: await run(['render', ...args], io), out: out.join('\n'), err }
}

const voyage = join(fixtures, 'agentkit/voyage.json')

test('a transcript of another system becomes a page in the file that was named', async () => {
  const out = join(folder, 'voyage.html')
  expect(await render([voyage, '-o', out, '--title', 'A voyage', '--lang', 'de'])).toEqual({
    code: 0,
    out: '',
    err: [],
  })
  const page = await readFile(out, 'utf8')
  expect(page).toMatch(/^<!doctype html>\n<html lang="de"/)
  expect(page).toContain('<h1>A voyage</h1>')
  expect(page).not.toMatch(/<script/i)
})

test('standard input to standard output; the ending of the file or --as says what is written', async () => {
  const text = '[{"role":"user","content":"How deep?"},{"role":"assistant","content":"**4.2** m"}]'
  expect((await render(['-'], text)).out).toContain('<strong>4.2</strong>')
  expect((await render(['-', '--as', 'markdown'], text)).out).toBe(
    '## You\n\nHow deep?\n\n## Assistant\n\n**4.2** m',
  )
  const out = join(folder, 'a.txt')
  await render(['-', '-o', out], text)
  expect(await readFile(out, 'utf8')).toBe('You:\n\nHow deep?\n\nAssistant:\n\n**4.2** m\n')
})

test('of several conversations the first is rendered, which is said, or the one asked for', async () => {
  const two =
    '{"messages":[{"role":"user","content":"one"}]}\n{"messages":[{"role":"user","content":"two"}]}\n'
  const first = await render(['-', '--as', 'text'], two)
  expect([first.out, first.err]).toEqual([
    'You:\n\none',
    ['Standard input holds 2 conversations; this is the first. --conversation N renders another.'],
  ])
  expect((await render(['-', '--as', 'text', '--conversation', '2'], two)).out).toBe('You:\n\ntwo')
  expect((await render(['-', '--conversation', '3'], two)).err.join()).toMatch(
    /holds 2 conversations; there is no number 3/,
  )
})

test('a document that breaks off is rendered as far as it goes, which is said with its place', async () => {
  const { code, out, err } = await render(
    ['-', '--as', 'text'],
    '[{"role":"user","content":"hi"},\n {"role":',
  )
  expect([code, out]).toEqual([0, 'You:\n\nhi'])
  expect(err).toEqual(['reading: a line could not be read (line 2)'])
})

test('what cannot be read or written ends with 1 and one line', async () => {
  const cut = join(folder, 'cut.json')
  await writeFile(cut, '[{"role":')
  for (const [args, words] of [
    [[cut], /cut\.json: .*line 1, column \d+/],
    [[join(folder, 'nothing.json')], /There is no file/],
    [[voyage, '-o', folder], /could not be written/],
    [[voyage, '--as', 'pdf'], /--as takes html, markdown, text, not "pdf"/],
    [[], /render takes one file/],
  ] as const) {
    const { code, out, err } = await render([...args])
    expect([code, out, err.length]).toEqual([1, '', 1])
    expect(err[0]).toMatch(words)
  }
})
