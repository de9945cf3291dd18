import { expect, test } from 'vitest'
import { run } from './main.js'

// Put together here, so that no scanner takes it for real.
const key = ['sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'].join('')
const transcript = JSON.stringify([
  { role: 'user', content: `cat /home/taavetti/tides.md, with ${key}` },
  { role: 'assistant', content: 'Ask jorinde@tides.org, or Windjammer, about T-1000.' },
])

async function antiphon(...args: string[]): Promise<{ code: number; out: string; err: string[] }> {
  const out: string[] = []
  const err: string[] = []
  async function* stdin() {
    yield new TextEncoder().encode(transcript)
  }
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stdin: stdin(),
    signal: AbortSignal.timeout(20_000),
  }
  return { code: await run(args, io), out: out.join('\n'), err }
}

test('render --redact replaces what was found and lists it on standard error, without the values', async () => {
  const { code, out, err } = await antiphon('render', '-', '--as', 'text', '--redact')
  expect([code, out]).toEqual([
    0,
    'You:\n\ncat <path-1>/tides.md, with <key-1>\n\nAssistant:\n\nAsk <email-1>, or Windjammer, about T-1000.',
  ])
  expect(err).toEqual([
    'redacted: <path-1> home-path (messages[0].content)',
    'redacted: <user-1> user-name (messages[0].content)',
    'redacted: <key-1> openai-key (messages[0].content)',
    'redacted: <email-1> email (messages[1].content)',
    '4 values replaced in 3 places.',
  ])
})

test('convert --redact does the same; kinds and names are kept, texts and patterns added', async () => {
  const { out, err } = await antiphon(
    'convert',
    '-',
    '--to=anthropic',
    '--redact',
    '--redact-keep=email',
    '--redact-keep=key-7',
    '--redact-text=Windjammer',
    '--redact-pattern=T-\\d+',
  )
  expect(out).toContain('Ask jorinde@tides.org, or <text-1>, about <text-2>.')
  expect(out).toContain('cat <path-1>/tides.md, with <key-1>')
  expect(err).toContain('kept: <email-1> email (messages[1].content)')
  expect(err).toContain('--redact-keep key-7: nothing of this kind or name was found.')
  expect(err.join()).not.toContain(key)
})

test('without --redact nothing is replaced; a pattern that is not a regular expression is refused', async () => {
  expect((await antiphon('render', '-', '--as', 'text')).out).toContain(key)
  expect((await antiphon('render', '-', '--redact-text', 'x')).err.join()).toMatch(/need --redact/)
  const refused = await antiphon('render', '-', '--redact', '--redact-pattern', '(')
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err.join()).toContain('--redact-pattern (: Invalid regular expression')
})
