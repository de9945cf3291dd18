import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openTranscript, type OpenedTranscript } from '@antiphon/transcripts'
import { openArchive, openSession, readUnpacked, sessionFormats } from '@antiphon/sessions'
import { someOf } from '../../support/some-of.js'
import { zipOf } from '../../support/zip.js'

const fixture = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../fixtures/sessions', name), 'utf8')
const open = (bytes: Uint8Array | readonly Uint8Array[]): Promise<OpenedTranscript> =>
  openSession(bytes as Iterable<Uint8Array>)
const textsOf = ({ conversations }: OpenedTranscript): unknown[] =>
  conversations.map(({ messages }) => messages.map(({ content }) => content))

const log = JSON.parse(fixture('inspect/log.json')) as { samples: object[] }
const { samples, ...header } = log
const evalFiles = [
  { name: '_journal/start.json', bytes: JSON.stringify({ version: 2, eval: { task: 'knots' } }) },
  ...samples.map((sample, i) => ({ name: `samples/${i}_epoch_1.json`, bytes: JSON.stringify(sample) })),
  { name: 'summaries.json', bytes: '[]' },
  { name: 'header.json', bytes: JSON.stringify(header) },
]

test('a log of an evaluation is read as the same log in one file', async () => {
  const packed = await open(zipOf(evalFiles))
  const plain = await openTranscript(JSON.stringify(log), { formats: sessionFormats })
  expect(packed.conversations).toEqual(plain.conversations)
  expect(packed.problems).toEqual([])
})

test('an archive that comes byte by byte is the same', async () => {
  const bytes = zipOf(evalFiles)
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
  expect(await open(pieces)).toEqual(await open(bytes))
})

test('the export of a chat app opens as its conversations, in one file or in several', async () => {
  const exported = fixture('chatgpt/export.json')
  const around = [
    { name: 'user.json', bytes: '{"id":"u"}' },
    { name: 'chat.html', bytes: '<html></html>' },
    { name: '__MACOSX/._conversations.json', bytes: 'x' },
  ]
  const plain = await openTranscript(exported, { formats: sessionFormats })
  const whole = await open(
    zipOf([...around, { name: 'conversations.json', bytes: exported, isStored: true }]),
  )
  expect(textsOf(whole)).toEqual(textsOf(plain))
  const [first, ...rest] = JSON.parse(exported) as object[]
  const split = await open(
    zipOf([
      { name: 'conversations-010.json', bytes: JSON.stringify(rest) },
      { name: 'conversations-002.json', bytes: JSON.stringify([first]) },
      ...around,
    ]),
  )
  expect(textsOf(split)).toEqual(textsOf(plain))
})

test('of any other archive each file that may be a session is read, and what cannot be is named', async () => {
  const opened = await open(
    zipOf([
      { name: 'a/goose.jsonl', bytes: fixture('goose/session.jsonl') },
      { name: 'a/secret.jsonl', bytes: 'x', isEncrypted: true },
      { name: 'a/new.jsonl', bytes: 'x', method: 93 },
      { name: 'a/notes.json', bytes: '{"dependencies":{}}' },
    ]),
  )
  expect(opened.conversations.map(({ format }) => format)).toEqual(['goose'])
  expect(opened.problems.map(({ message }) => message)).toEqual([
    'a/new.jsonl is packed in a way that is not read here (method 93).',
    'a/secret.jsonl is locked with a password.',
    expect.stringMatching(/^a\/notes\.json: /),
  ])
})

test('an archive that breaks off shows the files that are whole, and says so', async () => {
  const bytes = zipOf(evalFiles)
  const cut = await open(bytes.subarray(0, bytes.length - 400))
  expect(cut.conversations.length).toBe(samples.length)
  expect(cut.problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The archive breaks off before its directory\./),
  ])
})

test('nothing an archive holds makes reading throw, wherever it is cut or changed', async () => {
  const bytes = zipOf(evalFiles)
  const places = Array.from({ length: 120 }, (_, i) => 4 + Math.floor(((bytes.length - 4) * i) / 120))
  for (const at of someOf(places, 15)) {
    const broken = bytes.slice()
    broken[at] = broken[at]! ^ 0xff
    for (const tried of [bytes.subarray(0, at), broken]) {
      const { conversations, problems } = await open(tried)
      expect(conversations.length + problems.length).toBeGreaterThan(0)
    }
  }
})

test('a bomb is stopped at the limit, whatever its directory says', async () => {
  const bomb = zipOf([
    { name: 'small.jsonl', bytes: fixture('goose/session.jsonl') },
    { name: 'zeros.json', bytes: new Uint8Array(16 * 1024 * 1024) },
  ])
  expect(bomb.length).toBeLessThan(100_000)
  // The directory and the header claim one byte.
  const view = new DataView(bomb.buffer)
  for (let at = 0; at + 28 < bomb.length; at++)
    for (const [mark, field] of [
      [0x04034b50, 22],
      [0x02014b50, 24],
    ] as const)
      if (view.getUint32(at, true) === mark && view.getUint32(at + field, true) > 1e6)
        view.setUint32(at + field, 1, true)
  const { documents, problems } = await openArchive(bomb, { most: 1024 * 1024 })
  expect(documents.map(({ name }) => name)).toEqual(['small.jsonl'])
  expect(problems).toEqual([
    {
      name: 'zeros.json',
      message:
        'zeros.json was not read: the files of the archive are too large together when they are unpacked.',
    },
  ])
})

test('an archive without a session is refused in one line', async () => {
  const { problems } = await open(zipOf([{ name: 'photo.png', bytes: 'x' }]))
  expect(problems).toEqual([
    { message: 'This is an archive of 1 file, none of which may be a session by its name.' },
  ])
})

test('the texts of an archive can be searched as those of a file', async () => {
  const pieces: (string | Uint8Array)[] = []
  for await (const piece of readUnpacked(zipOf(evalFiles))) pieces.push(piece)
  expect(pieces.join('')).toContain('Which knot joins two ropes?')
})
