import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formats, openTranscript, rankFormats, type TranscriptReader } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { readFixtures } from './read-fixtures.js'
import { unrelatedKinds } from './unrelated-kinds.js'
import { unrelatedRecords } from './unrelated-records.js'
import { amount } from '../../support/amount.js'
import { assertProperty } from '../../support/property.js'

const root = resolve(import.meta.dirname, '../../..')
const sessionOf = (value: unknown): TranscriptReader | undefined =>
  rankFormats(value, sessionFormats).find(({ format }) => sessionFormats.some((one) => one === format))
    ?.format
const found = (value: unknown): string | undefined => sessionOf(value)?.name
const lines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')

/** Files that lie around where sessions do, and have nothing to do with them. */
const unrelated: Record<string, unknown> = {
  'package.json': readFileSync(resolve(root, 'package.json'), 'utf8'),
  'pnpm-lock.yaml': readFileSync(resolve(root, 'pnpm-lock.yaml'), 'utf8').slice(0, 20_000),
  'tsconfig.json': readFileSync(resolve(root, 'tsconfig.json'), 'utf8'),
  'README.md': readFileSync(resolve(root, 'README.md'), 'utf8'),
  'package-lock.json': {
    name: 'a',
    lockfileVersion: 3,
    packages: { '': { name: 'a' }, 'node_modules/b': { version: '1.0.0' } },
  },
  'an OpenAPI document': {
    openapi: '3.1.0',
    info: { title: 'Tides', version: '1' },
    paths: {
      '/tides': {
        get: { parameters: [{ name: 'day', in: 'query' }], responses: { 200: { description: 'ok' } } },
      },
    },
  },
  'a JSON Schema': {
    $schema: 'x',
    type: 'object',
    properties: { role: { type: 'string' }, content: { type: 'string' } },
  },
  'a log of pino': lines(
    { level: 30, time: 1, pid: 2, msg: 'started' },
    { level: 50, time: 2, msg: 'failed', err: { type: 'Error' } },
  ),
  'a log of events': lines(
    { type: 'created', payload: { id: 1 } },
    { type: 'moved', payload: { id: 1, to: 2 }, timestamp: 'x' },
  ),
  'actions of Redux': lines(
    { type: 'todos/added', payload: 'x', meta: {} },
    { type: 'todos/toggled', payload: 1 },
  ),
  'commits as lines': lines({ id: 'a', parent: 'b', message: 'Mend the tide', author: { name: 'I' } }),
  'an export of Slack': [
    { type: 'message', user: 'U1', text: 'Ahoy', ts: '1772352001.0001' },
    { type: 'message', user: 'U2', text: 'Aye', ts: '1772352002.0001', thread_ts: '1772352001.0001' },
  ],
  GeoJSON: {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} }],
  },
  'a HAR': {
    log: {
      version: '1.2',
      entries: [{ request: { method: 'GET', url: 'x' }, response: { status: 200 }, timings: {} }],
    },
  },
  'a notebook': {
    cells: [{ cell_type: 'code', source: ['1'], outputs: [], metadata: {} }],
    nbformat: 4,
    metadata: {},
  },
  'a collection of Postman': {
    info: { name: 'a', schema: 'x' },
    item: [{ name: 'b', request: { method: 'GET', url: 'x' } }],
  },
  'a source map': { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' },
  translations: { greeting: 'Ahoy', actions: { send: 'Send', stop: 'Stop' } },
  'a report of tests': { numTotalTests: 1, testResults: [{ name: 'a', status: 'passed', message: '' }] },
  'a list of users': [
    { id: 1, role: 'admin', name: 'Ingrid' },
    { id: 2, role: 'user', name: 'Bo' },
  ],
  'a trace without a model': {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: 'a',
                spanId: 'b',
                name: 'GET /',
                attributes: [{ key: 'http.method', value: { stringValue: 'GET' } }],
              },
            ],
          },
        ],
      },
    ],
  },
  'a table': 'day,low,high\n1,06:12,18:40\n2,07:01,19:28\n',
  'lines of a syslog': 'Mar  1 08:00:00 harbour sshd[1]: Accepted\nMar  1 08:00:01 harbour cron[2]: run\n',
  'a Markdown file': '# Tides\n\n#### Low water\n\n> 06:12\n',
  'an empty list': [],
  'an empty object': {},
  'a tree of files': { name: 'src', children: [{ name: 'a.ts', children: [] }], parent: null },
  'a mapping of something else': { mapping: { properties: { title: { type: 'text' } } } },
  'a queue of jobs': [{ id: 'j1', type: 'mail', data: { to: 'x' }, timestamp: 1, status: 'done' }],
}

test.each(Object.entries(unrelated))('%s is no session', (_, value) => {
  expect(found(value)).toBeUndefined()
  if (typeof value !== 'string') expect(found(JSON.stringify(value, null, 2))).toBeUndefined()
})

test.each(Object.entries({ ...unrelatedKinds, ...unrelatedRecords }))(
  '%s is refused in one line, whole and cut',
  async (_, text) => {
    for (const end of [text.length, Math.floor(text.length * 0.7)]) {
      const read = await openTranscript([text.slice(0, end)], { formats: sessionFormats })
      expect(read.conversations.map(({ format, messages }) => [format, messages])).toEqual([])
      expect(read.problems.at(-1)!.message).toMatch(/^[^\n]{10,160}\.$/)
    }
  },
)

/**
 * Lists the files that any checkout has: manifests, settings, sheets, licences, changes. Guides are left out, because their
 * examples are messages.
 */
function filesOfCheckout(): string[] {
  const endings = /\.(?:json|jsonc|yaml|yml|css|txt|map|csv)$|^(?:LICENSE|CHANGELOG|CONTRIBUTING)/i
  const folders = ['.', 'packages', 'examples', 'node_modules/.pnpm/node_modules']
  return folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { withFileTypes: true }).flatMap((entry): string[] => {
      const path = resolve(root, folder, entry.name)
      if (entry.isFile()) return endings.test(entry.name) ? [path] : []
      if (entry.name.startsWith('.') || folder === '.') return []
      // A package, which may be a link: its own files, not those below.
      return readdirSync(path, { withFileTypes: true }).flatMap((inner) =>
        inner.isFile() && endings.test(inner.name) ? [resolve(path, inner.name)] : [],
      )
    }),
  )
}

test('200 files of a checkout are no session, and each is refused in one line', async () => {
  const paths = filesOfCheckout().slice(0, 400)
  expect(paths.length).toBeGreaterThanOrEqual(200)
  for (const path of paths) {
    const text = readFileSync(path, 'utf8').slice(0, 60_000)
    if (text.trim() === '') continue
    const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
    expect([path, conversations.length]).toEqual([path, 0])
    expect([path, problems.at(-1)!.message.split('\n').length]).toEqual([path, 1])
  }
})

test('what the kit writes itself is read as what it is', () => {
  for (const { name } of formats)
    for (const { name: file, text } of readFixtures(name))
      expect([file, found(text)]).toEqual([file, undefined])
})

test('any JSON at all is no session, and nothing throws', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.array(fc.json()).map((list) => list.join('\n')),
      ),
      async (text) => {
        expect(found(text)).toBeUndefined()
        const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
        expect(conversations.length + problems.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: amount(30, 200) },
  )
})

test('keys of sessions with values of any kind throw nothing', () => {
  const keys =
    'type role message content uuid sessionId payload timestamp messages info parts mapping chat_messages requests history conversations conversation chosen rejected state exportType data id kind k v mes is_user loglines projectHash messagesTree prompt say ask ts created'.split(
      ' ',
    )
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(
        null,
        0,
        true,
        '',
        'user',
        'assistant',
        'message',
        'session',
        'response_item',
        'event_msg',
      ),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 6 }),
    ),
  }))
  assertProperty(
    fc.property(tree, (value) => {
      const format = sessionOf(value)
      if (format) expect(Array.isArray(format.parse(value).messages)).toBe(true)
    }),
    { numRuns: amount(200, 2000) },
  )
})
