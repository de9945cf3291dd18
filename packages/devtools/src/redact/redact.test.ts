import { expect, test } from 'vitest'
import type { Message } from '@antiphon/core'
import { redactSecrets } from '../../../core/src/errors/secrets.js'
import { byPattern, leftovers, redact, redactionRules, review, runInSlices, reviewSteps } from './index.js'
import { startCpuTime } from '../../../../test/support/cpu-time.js'

// Put together here, so that no scanner takes them for real.
const key = ['sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'].join('')
const clean = <T>(
  subject: T,
  ...rest: Parameters<typeof review> extends [unknown, ...infer R] ? R : never
): T => redact(subject, review(subject, ...rest)).value

test('a value has the same name wherever it stands, and each value its own', () => {
  const subject = {
    title: 'For jorinde@tides.org',
    messages: [
      { role: 'user', content: `cat /home/taavetti/a.md; cat /home/bengt/b.md; export K=${key}` },
      {
        role: 'assistant',
        content: `Mail JORINDE@tides.org, with ${key}. Ask taavetti, in /home/taavetti/c`,
      },
    ],
  }
  expect(clean(subject)).toEqual({
    title: 'For <email-1>',
    messages: [
      { role: 'user', content: 'cat <path-1>/a.md; cat <path-2>/b.md; export K=<key-1>' },
      { role: 'assistant', content: 'Mail <email-1>, with <key-1>. Ask <user-1>, in <path-1>/c' },
    ],
  })
})

test('the password of an address is one value, and not a mail address with its host', () => {
  const subject = 'curl https://ulla:Tr0ub4dor@tides.example/v1; mail ulla@tides.org'
  const found = review(subject)
  expect(found.findings.map(({ name }) => name)).toEqual(['<password-1>', '<email-1>'])
  expect(redact(subject, found).value).toBe('curl https://ulla:<password-1>@tides.example/v1; mail <email-1>')
})

test('what is kept stays; a name that the text has already is not given again', () => {
  const subject = [`<key-1> is not ${key}, nor jorinde@tides.org`]
  const found = review(subject)
  expect(found.findings.map(({ name }) => name)).toEqual(['<key-2>', '<email-1>'])
  const { value, summary } = redact(subject, found, new Set([found.findings[1]!.id]))
  expect(value).toEqual(['<key-1> is not <key-2>, nor jorinde@tides.org'])
  expect(summary).toEqual({
    values: 1,
    places: 1,
    kinds: [{ kind: 'key', values: 1, places: 1 }],
    kept: 1,
    removed: [],
  })
})

test('arguments: what is around a value stays as it was written, cut or whole; a number becomes a text', () => {
  const call = (args: string) => ({ function: { arguments: args } })
  expect(clean([call(`{ "n":1.0, "c" : "a\\u00e9 ${key}\\n" , "password":73829104}`)])).toEqual([
    call('{ "n":1.0, "c" : "aé <key-1>\\n" , "password":"<password-1>"}'),
  ])
  expect(clean([call(`{"path":"/home/taavetti/x","more":"${key}`)])).toEqual([
    call('{"path":"<path-1>/x","more":"<key-1>'),
  ])
})

test('each place says where it is, what it is wrapped in, and what stands around it', () => {
  const encoded = btoa(`{"note":"${key}"}`)
  const { findings } = review({ messages: [{ role: 'user', content: `see ${encoded} there` }] })
  expect(findings).toMatchObject([
    {
      rule: 'openai-key',
      count: 1,
      places: [{ path: 'messages[0].content', inside: ['base64', 'json'], before: '', after: '', text: key }],
    },
  ])
})

test('segments, continuations and sources go along with the text', () => {
  const content = `Use ${key} now. And then rest.`
  const at = content.indexOf('And')
  const message: Message = {
    role: 'assistant',
    content,
    segments: [
      { type: 'text', start: 0, end: at },
      { type: 'text', start: at, end: content.length },
    ],
    request: { continued: [{ at, way: 'prefill' }] },
    annotations: [{ type: 'url_citation', url_citation: { start_index: at, end_index: at + 3 } }],
    logprobs: { content: [{ token: 'sk' }] },
  }
  const found = review([message])
  const { value, summary } = redact([message], found)
  const [made] = value
  const next = 'Use <key-1> now. '.length
  expect(made).toEqual({
    role: 'assistant',
    content: 'Use <key-1> now. And then rest.',
    segments: [
      { type: 'text', start: 0, end: next },
      { type: 'text', start: next, end: next + 14 },
    ],
    request: { continued: [{ at: next, way: 'prefill' }] },
    annotations: [{ type: 'url_citation', url_citation: { start_index: next, end_index: next + 3 } }],
  })
  expect(summary.removed).toEqual([{ what: 'logprobs', path: '[0]' }])
})

test('a text that the user adds is replaced', () => {
  expect(clean('Project Windjammer, PROJ-4711', { texts: ['Windjammer'] })).toBe(
    'Project <text-1>, PROJ-4711',
  )
})

test('the table is extended by value', () => {
  const rule = { name: 'berth', kind: 'berth', hints: ['berth'], find: byPattern(/berth (?<value>[A-Z]\d+)/) }
  expect(clean('at berth B72', { rules: [...redactionRules, rule] })).toBe('at berth <berth-1>')
})

test('what a finished text still holds is named, in base64 too', () => {
  const { findings } = review(key)
  expect(leftovers(`<p>${btoa(`\u0001${key}\u0001`)}</p>`, findings)).toEqual(findings)
  expect(leftovers('<p>&lt;key-1&gt;</p>', findings)).toEqual([])
})

test('all that an error text hides is found', () => {
  const others = [
    ['gs', 'k_a1B2c3D4e5F6g7'],
    ['pp', 'lx-a1B2c3D4e5F6g7'],
    ['nv', 'api-a1B2c3D4e5F6g7'],
    ['h', 'f_a1B2c3D4e5F6g7H'],
    ['AI', 'za', 'a1B2c3D4e5F6g7H8i9J0k'],
    ['bear', 'er a1B2c3D4e5F6'],
  ].map((parts) => parts.join(''))
  for (const text of [key, ...others]) {
    expect(redactSecrets(text)).toContain('[hidden]')
    expect([text, review(text).findings.length]).toEqual([text, 1])
  }
})

test('placeholders, code that speaks of secrets, versions and people who are nobody are no findings', () => {
  const code = `
    const apiKey = process.env.API_KEY; let token: string = nextToken();
    password: 'your-password-here', secret = "changeme", { token: options.token }
    Authorization: \`Bearer \${key}\`, max_tokens: 4096, "tokens": 123456, passwordHash
    /home/user/x /home/runner/work 127.0.0.1 0.0.0.0 version 1.12.3.4 git@github.com icon@2x.png
    postgres://user:password@localhost:5432/db sk-no-key-required 12:34:56 std::vector::iterator`
  expect(review(code).findings.map(({ rule, values }) => `${rule} ${values[0]!}`)).toEqual([])
})

test('4,000 levels, a field called __proto__ and bytes do no harm; the given value stays as it was', () => {
  let deep: unknown = key
  for (let i = 0; i < 4_000; i++) deep = [deep]
  const subject = JSON.parse(`{"__proto__":{"x":"${key}"}}`) as object
  const all = { deep, subject, bytes: new Uint8Array(3) }
  const { value } = redact(all, review(all))
  expect(JSON.stringify(value.subject)).toBe('{"__proto__":{"x":"<key-1>"}}')
  expect(value.bytes).toBe(all.bytes)
  let inner: unknown = value.deep
  while (Array.isArray(inner)) inner = inner[0]
  expect(inner).toBe('<key-1>')
  expect(JSON.stringify(subject)).toContain(key)
})

test('time grows with the text, whatever it is: no kind of run makes a rule go back and forth', () => {
  const hostile = [
    'a',
    'a.',
    '-',
    'a@',
    '1.',
    ':',
    'sk-',
    '%41',
    'password=',
    '"key":"',
    '-----BEGIN PRIVATE KEY-----',
    '\\',
    'A1',
    'token ',
    '+49 ',
    'https://a:',
    '{',
    'eyJ',
  ]
  const cost = (text: string): number => {
    const spent = startCpuTime()
    review(text)
    return spent()
  }
  for (const piece of hostile) {
    const of = (length: number): number => cost(piece.repeat(length / piece.length))
    of(5_000)
    const small = Math.max(of(50_000), 5)
    expect([piece, of(200_000) / small < 40]).toEqual([piece, true])
  }
}, 120_000)

test('a large text pauses again and again, and can be given up', async () => {
  const line = `echo tide ${'x'.repeat(60)}\n`
  let time = 0
  let pauses = 0
  const options = { now: () => (time += 5), pause: async () => void pauses++ }
  const found = await runInSlices(reviewSteps([line.repeat(20_000), key]), options)
  expect(found.findings).toHaveLength(1)
  expect(pauses).toBeGreaterThan(5)
  const signal = AbortSignal.abort(new Error('given up'))
  await expect(runInSlices(reviewSteps([line]), { ...options, signal })).rejects.toThrow('given up')
})

test('what is left is found however a page or a program writes it', () => {
  const secret = ['sk', 'proj', 'Ab3dEf6hIj9kLmN0pQr5tUvWx8yZ1aB4cD7eF'].join('-')
  const { findings } = review({ messages: [{ role: 'user', content: `My key is ${secret}` }] })
  expect(findings).toHaveLength(1)
  const bytes = Array.from(new TextEncoder().encode(secret))
  const hex = bytes.map((byte) => byte.toString(16))
  const [start, end] = [secret.slice(0, 12), secret.slice(12)]
  const spellings: Record<string, string> = {
    'half in a tag': `<p><strong>${start}</strong>${end}</p>`,
    'a tag around each character': secret
      .split('')
      .map((one) => `<i class="x">${one}</i>`)
      .join(''),
    'half in bold': `**${start}**${end}`,
    'half as code': `\`${start}\`${end}`,
    escaped: secret.replaceAll('-', '\\-'),
    'as entities': secret
      .split('')
      .map((one) => `&#${one.charCodeAt(0)};`)
      .join(''),
    'as hexadecimal entities': secret
      .split('')
      .map((one) => `&#x${one.charCodeAt(0).toString(16)};`)
      .join(''),
    'as entities by name': secret.replaceAll('-', '&hyphen;'),
    'as entities in an attribute': `<a title="${secret.replaceAll('-', '&#45;')}">`,
    'with soft hyphens': start + '\u00ad' + end,
    'with characters without width': secret.split('').join('\u200b'),
    'in upper case': secret.toUpperCase(),
    'in lower case': secret.toLowerCase(),
    'in hexadecimal': hex.join(''),
    'in upper hexadecimal': hex.join('').toUpperCase(),
    'as a dump': hex.join(' '),
    'as escapes of bytes': hex.map((byte) => `\\x${byte}`).join(''),
    'as escapes of characters': hex.map((byte) => `\\u00${byte}`).join(''),
    'as numbers in hexadecimal': hex.map((byte) => `0x${byte}`).join(', '),
    'all in percent': hex.map((byte) => `%${byte}`).join(''),
    'as a list of bytes': JSON.stringify(bytes),
    'as a long list of bytes': JSON.stringify(bytes, null, 2),
  }
  for (const [name, text] of Object.entries(spellings))
    expect([name, leftovers(`Before ${text} after`, findings)]).toEqual([name, findings])
  const harmless = `<p>My key is ${findings[0]!.name}; sk-proj, **AB3D**, ${'61 62 63 '.repeat(20)}</p>`
  expect(leftovers(harmless, findings)).toEqual([])
})
