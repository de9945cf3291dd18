import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formats, openTranscript, readTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { sharedFolder, sharedJson } from '../../replay/shared-data.js'
import { readFixtures } from './read-fixtures.js'
import { amount } from '../../support/amount.js'
import { assertProperty } from '../../support/property.js'

/** In pieces of seven characters, so that every cut inside of something happens. */
const inPieces = (text: string): string[] => text.match(/[^]{1,7}/g) ?? []
const open = (text: string) => openTranscript(inPieces(text))
const texts = (messages: readonly { content: unknown }[]): unknown[] => messages.map(({ content }) => content)
const user = (content: string): string => JSON.stringify({ role: 'user', content })

describe('a file that is fine', () => {
  test('every fixture of every format is read as it is from its whole text, without a word', async () => {
    for (const { name } of formats) {
      for (const { text } of readFixtures(name)) {
        const whole = readTranscript(text)
        const { conversations, problems } = await open(text)
        expect(conversations[0]!.messages).toEqual(whole.messages)
        expect([conversations[0]!.format, problems]).toEqual([whole.format, []])
        // Further choices are versions in the tree of their answer.
        const others = (whole.others ?? []).filter(({ isVersion }) => !isVersion)
        expect(conversations).toHaveLength(1 + others.length)
      }
    }
  })

  test('bytes are read across any cut, and progress is told', async () => {
    const bytes = new TextEncoder().encode(`[${user('tide — 🌊 at six')}]`)
    const told: number[] = []
    const pieces = Array.from(bytes, (byte) => new Uint8Array([byte]))
    const { conversations } = await openTranscript(pieces, { onProgress: (read) => told.push(read) })
    expect(texts(conversations[0]!.messages)).toEqual(['tide — 🌊 at six'])
    expect(told.at(-1)).toBe(bytes.length)
  })

  test('it can be cancelled; then the source is closed', async () => {
    const control = new AbortController()
    let closed = false
    async function* source() {
      try {
        for (;;) yield `${user('again')}\n`
      } finally {
        closed = true
      }
    }
    const reading = openTranscript(source(), {
      signal: control.signal,
      onProgress: (read) => read > 100_000 && control.abort(new Error('enough')),
    })
    await expect(reading).rejects.toThrow('enough')
    expect(closed).toBe(true)
  })
})

describe('a file that is not', () => {
  test('cut off anywhere, it shows all messages before the cut and says where it breaks off', async () => {
    const contents = ['one', 'two "quoted"', 'three\nlines', 'four {[']
    const text = `{"model":"m","messages":[${contents.map(user).join(',\n ')}]}`
    for (let end = 1; end < text.length; end++) {
      const { conversations, problems } = await open(text.slice(0, end))
      const shown = conversations.flatMap(({ messages }) => texts(messages))
      expect(contents.slice(0, shown.length)).toEqual(shown)
      const whole = contents.filter((content) => text.indexOf(user(content)) + user(content).length <= end)
      expect(shown).toHaveLength(whole.length)
      const place = problems.find(({ line }) => line !== undefined)
      expect(place).toMatchObject({
        line: text.slice(0, end).split('\n').length,
        message: expect.stringMatching(/breaks off|expected/),
      })
    }
  })

  test('cut off in its last line, a stream of Ollama is incomplete: half of its reason would be another one', async () => {
    const piece = (content: string, end: object): string =>
      JSON.stringify({ model: 'm', message: { role: 'assistant', content }, ...end })
    const first = piece('Noon', { done: false })
    const text = `${first}\n${piece('.', { done: true, done_reason: 'length', eval_count: 2 })}`
    for (let end = first.length + 2; end < text.length; end++) {
      const { conversations } = await openTranscript([text.slice(0, end)], { formats: sessionFormats })
      const said = conversations.flatMap(({ messages }) => messages)
      expect([end, said]).toMatchObject([end, [{ content: 'Noon', finishReason: 'incomplete' }]])
    }
  })

  test('cut off inside of a conversation that is one entry, its whole messages are shown', async () => {
    const mapping = JSON.stringify({
      q: {
        id: 'q',
        parent: null,
        message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['one'] } },
      },
      r: {
        id: 'r',
        parent: 'q',
        message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['two'] } },
      },
    })
    for (const text of [`{"title":"a","mapping":${mapping}}`, `[{"title":"a","mapping":${mapping}}]`]) {
      const end = text.indexOf('"two"')
      const { conversations, problems } = await openTranscript(inPieces(text.slice(0, end)), {
        formats: sessionFormats,
      })
      expect(conversations.map(({ messages }) => texts(messages))).toEqual([['one']])
      expect(problems).toEqual([{ line: 1, column: end + 1, message: expect.stringMatching(/breaks off/) }])
    }
  })

  test('a broken line among good ones is left out, with its line and column', async () => {
    const lines = [
      user('one'),
      '{"role":"user","content":"tw',
      user('three'),
      '{"role":"user","content":01}',
      user('five'),
      '{"role":"user"',
      user('seven'),
      '}',
      user('nine'),
    ]
    const { conversations, problems } = await open(lines.join('\n'))
    expect(conversations.flatMap(({ messages }) => texts(messages))).toEqual(
      expect.arrayContaining(['one', 'three', 'five', 'seven', 'nine']),
    )
    expect(problems.map(({ line }) => line)).toEqual([2, 4, 6, 8])
    for (const { message, column } of problems)
      expect([message, column]).toEqual([expect.stringMatching(/\S.*\.$/), expect.any(Number)])
  })

  test('an entry that is no JSON is left out, the others of its list are read', async () => {
    const { conversations, problems } = await open(
      `[${user('one')},\n {"role":"user","content":"\\q"},\n ${user('three')}]`,
    )
    expect(texts(conversations[0]!.messages)).toEqual(['one', 'three'])
    expect(problems).toEqual([
      { line: 2, column: 28, message: expect.stringContaining('a valid escape is expected') },
    ])
  })

  test('values side by side are conversations of their own', async () => {
    const { conversations, problems } = await open(
      `[${user('one')}][${user('two')}]{"messages":[${user('three')}]}`,
    )
    expect(conversations.map(({ messages }) => texts(messages))).toEqual([['one'], ['two'], ['three']])
    expect(problems).toEqual([])
  })

  test('two formats in one file are each read as what they are, and that is said', async () => {
    const item = (kind: string, text: string) =>
      JSON.stringify({ id: null, kind, parts: [{ Text: { text, metadata: {} } }], metadata: {} })
    const lines = [
      user('one'),
      JSON.stringify({ role: 'assistant', content: 'two' }),
      item('User', 'three'),
      item('Assistant', 'four'),
    ]
    for (const text of [lines.join('\n'), `[${lines.join(',\n')}]`]) {
      const { conversations, problems } = await open(text)
      expect(conversations.map(({ messages }) => texts(messages))).toEqual([['one', 'two', 'three', 'four']])
      expect(problems).toEqual([
        {
          line: 3,
          column: 1,
          message: expect.stringMatching(
            /^Two formats are mixed here\..*entries 1 to 2 as .*entries 3 to 4 as agentkit/,
          ),
        },
      ])
    }
  })

  test('lines of a session after messages of another system are read as the session', async () => {
    const record = (role: string, content: unknown, uuid: string) =>
      JSON.stringify({ type: role, uuid, sessionId: 's', message: { role, content } })
    const session = [record('user', 'one', 'a'), record('assistant', [{ type: 'text', text: 'two' }], 'b')]
    const many = Array.from({ length: 60 }, (_, at) => user(`four ${at}`))
    const lines = [...many, ...session]
    for (const text of [lines.join('\n'), `[${lines.join(',\n')}]`]) {
      const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
      const said = conversations.flatMap(({ messages }) => texts(messages))
      expect(said).toEqual([...many.map((_, at) => `four ${at}`), 'one', 'two'])
      expect(problems[0]).toMatchObject({
        line: 61,
        message: expect.stringMatching(/entries 1 to 60 as .*entries 61 to 62 as claude-code/) as string,
      })
    }
  })

  test('an entry of no format is left out, with its place', async () => {
    const { conversations, problems } = await open(
      `[${user('one')},\n 42,\n {"weather":"calm"},\n ${user('four')}]`,
    )
    expect(texts(conversations[0]!.messages)).toEqual(['one', 'four'])
    expect(problems).toMatchObject([
      { line: 2, column: 2 },
      { line: 3, column: 2 },
    ])
  })

  test('keys named __proto__ change nothing and are told', async () => {
    const { conversations, problems } = await open(
      '{"__proto__":{"polluted":1},"messages":[{"role":"user","content":"hi","__proto__":{"polluted":1}}]}',
    )
    expect(texts(conversations[0]!.messages)).toEqual(['hi'])
    expect([problems.length, conversations[0]!.losses.length]).toEqual([1, 1])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('what is no transcript at all is said in words', async () => {
    for (const text of [
      '',
      '   \n',
      'hello',
      '42',
      '{"a":1}',
      '[1,2]',
      '<html>',
      'data: {"a":1}\n\n',
      '\0\0\0',
      '}',
      ']]]',
      '"',
    ]) {
      const { conversations, problems } = await open(text)
      expect([text, conversations]).toEqual([text, []])
      expect([text, problems.at(-1)?.message]).toEqual([text, expect.stringMatching(/\S.*\.$/s)])
    }
  })
})

describe('a long file', () => {
  test('beyond what is kept, entries are read through and counted, and the beginning is shown', async () => {
    const lines = 20_000
    function* source() {
      for (let i = 0; i < lines; i++) yield `${user(`line ${i}`)}\n`
    }
    const { conversations, problems, characters } = await openTranscript(source(), { keep: 4000 })
    expect(conversations[0]!.messages.length).toBeLessThan(400)
    expect(texts(conversations[0]!.messages.slice(0, 2))).toEqual(['line 0', 'line 1'])
    expect(problems).toEqual([
      { message: expect.stringMatching(/^The file is long: the first \d+ of its 20,000 entries/) },
    ])
    expect(characters).toBeGreaterThan(600_000)
  })
})

test('any text at all gives conversations or words, never a throw', async () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\n',
    'data: ',
    '{"role":"user","content":"x"}',
    '"messages":',
    '1',
    'null',
    ' ',
    '{"kind":"User","parts":[]}',
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((list) => list.join('')),
    fc.string(),
    fc.json(),
  )
  await assertProperty(
    fc.asyncProperty(text, async (value) => {
      const { conversations, problems } = await open(value)
      expect(conversations.length + problems.length).toBeGreaterThan(0)
    }),
    { numRuns: amount(40, 300) },
  )
})

const suite = sharedFolder('corpora/json-test-suite')
const strings = sharedFolder('corpora/naughty-strings')

test.skipIf(!suite)(
  'every case of the JSON test suite: nothing throws, and there is always something to say',
  async () => {
    interface Case {
      name: string
      base64?: string
      repeat?: { text: string; times: number }
      suffix?: string
    }
    const cases = sharedJson(suite!, 'parsing.json') as Case[]
    expect(cases.length).toBeGreaterThan(200)
    for (const { name, base64, repeat, suffix = '' } of cases) {
      const bytes = repeat ? repeat.text.repeat(repeat.times) + suffix : Buffer.from(base64!, 'base64')
      const { conversations, problems } = await openTranscript([bytes])
      expect([name, conversations.length + problems.length > 0]).toEqual([name, true])
      for (const { message } of problems)
        expect([name, message]).toEqual([name, expect.stringMatching(/\S.*\.$/s)])
    }
  },
)

test.skipIf(!strings)('every string of the naughty list comes back as it is', async () => {
  const list = sharedJson(strings!, 'blns-dev.json') as { text: string }[]
  const lines = list.map(({ text }) => user(text))
  for (const text of [lines.join('\n'), `[${lines.join(',')}]`]) {
    const { conversations, problems } = await open(text)
    expect(problems).toEqual([])
    expect(texts(conversations[0]!.messages)).toEqual(list.map((one) => one.text))
  }
})

describe('text that is no transcript', () => {
  /** Prose as people write it: words, figures, punctuation, brackets and lines. */
  const word = fc.oneof(
    fc.stringMatching(/^[A-Za-zäöüß'’-]{1,12}[,.;:!?]?$/),
    fc.stringMatching(/^[("“]?[A-Za-z]{1,9}[)"”]?$/),
    fc.integer({ min: 0, max: 2030 }).map(String),
    fc.constantFrom('–', '…', '[1]', '{sic}', 'e.g.', '50 %', 'true', 'null'),
  )
  const prose = fc
    .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '\n', '\n\n')), { minLength: 3, maxLength: 300 })
    .map((parts) => `Dear ${parts.map((part) => part.join('')).join('')}`)

  test('is named once, however many words it has', async () => {
    await assertProperty(
      fc.asyncProperty(prose, async (text) => {
        const { conversations, problems } = await open(text)
        expect(conversations).toEqual([])
        expect(problems.length).toBeGreaterThan(0)
        expect(problems.map(({ message }) => message).slice(2)).toEqual([])
        expect(problems.at(-1)!.message).toMatch(
          /^The text is not JSON, JSON lines or an event stream\. It may be [^\n]+\.$/,
        )
      }),
      { numRuns: amount(20, 150) },
    )
  })
})

test.each([
  ['an SQLite database', 'SQLite format 3\0', 'opencode export'],
  ['a ZIP archive, which sessions open', 'PK\u0003\u0004', '@antiphon/sessions'],
  ['a gzip archive', '\u001F\u008B\b\0', 'unpack it'],
  ['a picture', '\u0089PNG\r\n\u001A\n', 'picture'],
  ['a Parquet file', 'PAR1\u0015\u0004', 'Parquet'],
])('%s is named as what it is, in one line', async (_, begins, says) => {
  const bytes = Uint8Array.from({ length: 9000 }, (_unused, i) =>
    i < begins.length ? begins.charCodeAt(i) : i % 256,
  )
  const { conversations, problems } = await openTranscript([bytes], { formats: sessionFormats })
  expect([conversations, problems.length]).toEqual([[], 1])
  expect(problems[0]!.message).toContain(says)
})
