import { sseText } from '@antiphon/core/testing'
import * as fc from 'fast-check'
import { leftovers, redact, review } from './redact/index.js'
import { describe, expect, test } from 'vitest'
import { readCaptureFile, writeCapture } from './capture-file.js'
import { captureSubject, withSubject } from './capture-subject.js'
import { exchangeOf } from './exchange.js'
import { createTimeline } from './timeline.js'
import type { CaptureFile, WireReading } from './types.js'
import { assertProperty } from '../../../test/support/property.js'

const key = 'sk-proj-4pT9xQ2mZr7Lw1Vb8Ny3Kd6Hs5Gf0Ja'
const home = '/home/annegret/ledger'

/** The text in pieces of a few characters, so that each secret is cut. */
const cut = (text: string, size = 5): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

const said = `Use ${key} in ${home}/notes.md, then ask annegret@ledger.example.`
const args = JSON.stringify({ path: `${home}/a b.md`, password: 'tangerine-dream-77', text: 'plain' })

const event = (fields: object & { type: string }): string =>
  `event: ${fields.type}\ndata: ${JSON.stringify(fields)}\n\n`

const chat = sseText([
  ...cut(said).map((content) => ({ id: 'c1', choices: [{ index: 0, delta: { content } }] })),
  // Two calls whose arguments come by turns.
  ...cut(args).flatMap((part, i) =>
    [0, 1].map((index) => ({
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              {
                index,
                ...(i === 0 && { id: `k${index}` }),
                function: { name: i === 0 ? 'write' : undefined, arguments: part },
              },
            ],
          },
        },
      ],
    })),
  ),
  `: the key was ${key}\n\n`,
  `data: {"broken": "${key}\n\n`,
])

const messages = [
  event({ type: 'message_start', message: { id: 'm1', role: 'assistant', content: [], usage: {} } } as never),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never),
  ...cut(said).map((text) =>
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as never),
  ),
  event({
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 't', name: 'write', input: {} },
  } as never),
  ...cut(args).map((partial_json) =>
    event({
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json },
    } as never),
  ),
  event({ type: 'message_stop' }),
].join('')

const ollama = cut(said)
  .map((content) => `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`)
  .join('')

const whole = JSON.stringify(
  { choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }] },
  null,
  2,
)

const cases: [name: string, body: string, reading: WireReading][] = [
  ['chat completions', chat, {}],
  ['messages', messages, { api: 'messages' }],
  ['ollama', ollama, { api: 'ollama' }],
  ['one whole completion', whole, {}],
  ['an error page', `<html><h1>502</h1>\n<p>${key} at ${home}</p></html>`, {}],
]

function fileOf(body: string, reading: WireReading, size = 37): CaptureFile {
  const bytes = new TextEncoder().encode(body)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => ({
    at: i * 10,
    bytes: bytes.slice(i * size, (i + 1) * size),
  }))
  const exchange = exchangeOf('', { id: 'x1', pieces, reading, startedAt: 5 })
  return {
    exchanges: [exchange],
    report: { note: `It fails with ${key}.`, at: { exchange: 'x1', byte: 900 } },
  }
}

describe.each(cases)('a capture of %s', (_name, body, reading) => {
  test('tells nothing that was replaced, though each value came in pieces', () => {
    const file = fileOf(body, reading)
    const subject = captureSubject(file)
    const found = review(subject)
    const values = found.findings.flatMap((finding) => finding.values)
    expect(values).toContain(key)
    const { value } = redact(subject, found)
    const left = withSubject(file, value)
    const text = writeCapture(left.exchanges, left.report)
    const again = readCaptureFile(text)
    expect(leftovers(text, found.findings)).toEqual([])
    // The answer that a reader builds from the pieces must not contain them either.
    const answer = JSON.stringify([
      captureSubject(again),
      createTimeline(again.exchanges[0]!).completion!.message,
    ])
    expect(leftovers(answer, found.findings)).toEqual([])
    expect(answer).not.toContain(key)

    // All else is as it was: as many rows, each when it came.
    const before = createTimeline(file.exchanges[0]!)
    const after = createTimeline(again.exchanges[0]!)
    expect(after.rows.map(({ kind }) => kind)).toEqual(before.rows.map(({ kind }) => kind))
    expect(after.rows.at(-1)!.at).toBe(before.rows.at(-1)!.at)
    const row = before.rowWith(900)
    if (row >= 0) expect(after.rowWith(left.report!.at!.byte)).toBe(row)
  })

  test('is the same to the byte where nothing is replaced', () => {
    const file = fileOf(body, reading)
    const left = withSubject(file, captureSubject(file))
    expect(left.exchanges[0]!.body.slice()).toEqual(file.exchanges[0]!.body.slice())
    expect(left.exchanges[0]!.body.pieces).toEqual(file.exchanges[0]!.body.pieces)
  })
})

test('an answer of any text and cuts reads as its redacted text', () => {
  const word = fc.constantFrom(key, home, ' ', 'and ', '<key-1>', '"', '\\', 'é', '\n', 'x')
  assertProperty(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (words, size) => {
        const text = words.join('')
        const body = sseText(
          cut(text, size).map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
        )
        const file = fileOf(body, {}, 11)
        const subject = captureSubject(file)
        const { value } = redact(subject, review(subject))
        const [content] = value.exchanges[0]!.texts.flatMap((one) => one['content'] ?? [])
        const left = withSubject(file, value)
        expect(createTimeline(left.exchanges[0]!).completion!.message.content).toBe(content)
      },
    ),
  )
})
