import { execFileSync } from 'node:child_process'
import type { CompletionChunk } from '@antiphon/core/wire'
import { manualClock, manualScheduler, sseText } from '@antiphon/core/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CaptureError, readCapture, writeCapture, type CaptureOptions } from './capture-file.js'
import { readDump, responseOf, toCurl } from './dumps.js'
import { exchangeFigures } from './exchange-figures.js'
import { exchangeOf } from './exchange.js'
import { createReplay, replayTransport } from './replay.js'
import { createTimeline } from './timeline.js'
import { createPlaceFinder, rowsOfPlace } from './wire-places.js'
import { assertProperty } from '../../../test/support/property.js'

const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] })
const call = (args: string, more: object = {}) =>
  delta({ tool_calls: [{ index: 0, function: { arguments: args, ...more } }] })
const answer = sseText([
  delta({ reasoning: 'Think' }),
  delta({ reasoning: 'ing.' }),
  ': keep-alive\n\n',
  delta({ content: 'Hello ' }),
  delta({ content: 'you.' }),
  'data: {"choi\n\n',
  call('{"a"', { name: 'add' }),
  call(':1}'),
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 9 } },
  'event: ping\n\n',
  { error: { message: 'Overloaded', code: 529 } },
])

describe('rows', () => {
  const timeline = createTimeline(exchangeOf(answer))
  const { rows } = timeline

  test('say what each line is and what it fed', () => {
    expect(rows.map(({ kind, isError }) => (isError ? `${kind}, error` : kind))).toEqual([
      'data',
      'data',
      'comment',
      'data',
      'data',
      'unparsed',
      'data',
      'data',
      'data',
      'ignored',
      'data, error',
      'done',
    ])
    expect(rows[1]!.feeds).toEqual([{ part: 'reasoning', choice: 0, start: 5, end: 9 }])
    expect(rows[4]!.feeds).toEqual([{ part: 'text', choice: 0, start: 6, end: 10 }])
    expect(rows[6]!.feeds).toMatchObject([{ part: 'tool_call', callIndex: 0, name: 'add' }])
    expect(rows[8]!.feeds).toEqual([{ part: 'usage' }])
    expect(rows[5]!.repairs).toMatchObject([{ rule: 'malformed_json' }])
  })

  test('a row leads to its place in the answer, and the place back to its rows', () => {
    const { message } = timeline.completion!
    const placeOf = createPlaceFinder(message)
    const places = rows.map(({ feeds }) => feeds.map(placeOf)[0])
    expect(places[1]).toEqual({ partKey: 'reasoning-0', type: 'reasoning', start: 5, end: 9 })
    expect(places[7]).toEqual({ partKey: 'calls-0', type: 'tool_calls', callIndex: 0 })
    expect(rowsOfPlace(timeline, message, { partKey: 'text-0', type: 'text' })).toEqual([3, 4])
    expect(rowsOfPlace(timeline, message, { ...places[4]!, start: 7 })).toEqual([4])
    expect(rowsOfPlace(timeline, message, places[6]!)).toEqual([6, 7])
  })

  test('follow each other without gaps in any bytes, cut anywhere', () => {
    const line = fc.constantFrom(
      'data: {"choices":[]}',
      ': c',
      '',
      'event: x',
      '{"a":{}}',
      '<p>',
      '[DONE]',
      'data: [DONE]',
    )
    const end = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '')
    const body = fc.array(fc.tuple(line, end), { maxLength: 20 }).map((lines) => lines.flat().join(''))
    assertProperty(
      fc.property(body, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const bytes = new TextEncoder().encode(text)
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => ({
          at: i,
          bytes: bytes.slice(i * size, (i + 1) * size),
        }))
        const cut = createTimeline(exchangeOf(bytes, { pieces }))
        const whole = createTimeline(exchangeOf(bytes))
        const places = (rowsOf: typeof rows) => rowsOf.map(({ start, end, kind }) => [start, end, kind])
        expect(places(cut.rows)).toEqual(places(whole.rows))
        expect(whole.rows.map(({ start }) => start)).toEqual(
          [0, ...whole.rows.map((row) => row.end)].slice(0, whole.rows.length),
        )
        if (text.trim() !== '') expect(whole.rows.at(-1)!.end).toBe(bytes.length)
      }),
    )
  })
})

test('figures: first byte, first token, rate and gaps; none where there are no times', () => {
  const pieces = [
    { at: 400, bytes: new TextEncoder().encode(': hold on\n\n') },
    { at: 900, bytes: new TextEncoder().encode(sseText([delta({ content: 'Hi' })], { done: false })) },
    {
      at: 2_900,
      bytes: new TextEncoder().encode(sseText([{ choices: [], usage: { completion_tokens: 50 } }])),
    },
  ]
  const timed = exchangeOf('', { pieces, startedAt: 1, end: { how: 'ended', at: 2_950 } })
  expect(exchangeFigures(createTimeline(timed))).toMatchObject({
    rows: 4,
    firstByteAt: 400,
    firstTokenAt: 900,
    durationMs: 2_950,
    longestGap: { from: 900, to: 2_900 },
    outputTokens: 50,
    tokensAre: 'reported',
    tokensPerSecond: expect.closeTo(50 / 2.95, 9) as number,
  })
  const { startedAt: _, ...untimed } = timed
  const figures = exchangeFigures(createTimeline(untimed))
  expect(figures.firstByteAt).toBeUndefined()
  expect(figures.tokensPerSecond).toBeUndefined()
})

describe('playing', () => {
  const pieces = ['a', 'b', 'c', 'd'].map((text, i) => ({
    at: i === 3 ? 60_000 : i * 100,
    bytes: new TextEncoder().encode(sseText([delta({ content: text })], { done: false })),
  }))
  const timeline = createTimeline(exchangeOf('', { pieces, startedAt: 0, end: { how: 'ended', at: 60_000 } }))
  const size = pieces[0]!.bytes.length

  function player() {
    const clock = manualClock()
    const scheduler = manualScheduler()
    const replay = createReplay(timeline, { now: clock, scheduler })
    const pass = (ms: number): number => {
      clock.advance(ms)
      scheduler.frame()
      return replay.getState().byte / size
    }
    return { replay, pass }
  }

  test('goes as it came, faster when told, and waits for no long silence', () => {
    const { replay, pass } = player()
    replay.play()
    expect(pass(50)).toBe(1)
    expect(pass(50)).toBe(2)
    replay.setSpeed(4)
    expect(pass(25)).toBe(3)
    replay.setSpeed(1)
    expect(pass(1_000)).toBe(3)
    expect(pass(1_999)).toBe(3)
    expect(pass(1)).toBe(4)
    expect(replay.getState().isPlaying).toBe(false)
  })

  test('steps from row to row both ways, also from inside one, and plays on from there', () => {
    const { replay, pass } = player()
    replay.seek(size * 2 + 5)
    replay.step(-1)
    expect(replay.getState().byte).toBe(size * 2)
    replay.step(-1)
    expect(replay.getState().byte).toBe(size)
    replay.seek(size + 1)
    replay.step(1)
    expect(replay.getState().byte).toBe(size * 2)
    replay.play()
    expect(pass(100)).toBe(3)
    replay.pause()
    expect(pass(9_000)).toBe(3)
    replay.seek(-3)
    expect(replay.getState().byte).toBe(0)
    replay.step(-1)
    expect(replay.getState().byte).toBe(0)
  })
})

describe('a pasted text', () => {
  const messages = [{ role: 'user', content: 'Hi' }]
  test.each([
    ['an array of messages', JSON.stringify(messages), 'messages'],
    ['a request body', JSON.stringify({ model: 'm', messages }), 'request'],
    ['a stream', answer, 'response'],
    ['one completion', '{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}', 'response'],
    ['an array of chunks', JSON.stringify([delta({ content: 'Hi' })]), 'response'],
    ['an error page', '<html><h1>502</h1></html>', 'response'],
    ['a capture file', writeCapture([exchangeOf(answer)]), 'capture'],
  ])('%s is taken for what it is', (_what, text, kind) => {
    expect(readDump(text).kind).toBe(kind)
  })

  test('a stream is given a pace, event by event, and loses no byte', () => {
    for (const text of [
      answer,
      answer.replaceAll('\n', '\r\n'),
      answer.replaceAll('\n', '\r'),
      `\n\n${answer}\n`,
    ]) {
      const { body } = responseOf(text)
      expect(new TextDecoder().decode(body.slice())).toBe(text)
      expect(body.pieces).toHaveLength(12)
    }
  })
})

describe('a capture file', () => {
  test('keeps every byte, also those that are no text', () => {
    const piece = fc.record({ at: fc.nat(100), bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }) })
    assertProperty(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const sorted = pieces.sort((a, b) => a.at - b.at)
        const exchange = exchangeOf('', { pieces: sorted, startedAt: 5, messageId: 'm' })
        const [read] = readCapture(writeCapture([exchange]))
        expect(read!.body.slice()).toEqual(exchange.body.slice())
        expect(read!.body.pieces).toEqual(exchange.body.pieces)
        const { body: _, ...rest } = exchange
        expect(read).toMatchObject(rest)
      }),
    )
  })

  test('is read again as the answer was, with the fields of thinking that its profile named', () => {
    const text = 'data: {"choices":[{"delta":{"thoughts":"Hm."}}]}\n\n'
    const exchange = exchangeOf(text)
    const reading = { reasoningFields: ['thoughts'] }
    const [read] = readCapture(writeCapture([{ ...exchange, reading }]))
    expect(createTimeline({ ...read!, end: { how: 'ended', at: 1 } }).completion!.message.reasoning).toBe(
      'Hm.',
    )
  })

  test('of another wire is read with its reader, and without one its answer is a failure that says so', async () => {
    const text = 'event: a\ndata: {"said":"Oslo"}\n\n'
    const saved = writeCapture([
      { ...exchangeOf(text), reading: { api: 'messages' }, end: { how: 'ended', at: 1 } },
    ])
    const read = (value: unknown): CompletionChunk[] => [
      {
        choices: [{ index: 0, delta: { content: (value as { said: string }).said }, finish_reason: 'stop' }],
      },
    ]
    const readers = { messages: () => ({ read, done: false }) }
    const answerOf = (options?: CaptureOptions) =>
      createTimeline(readCapture(saved, options)[0]!).completion!.message
    expect(answerOf({ readers })).toMatchObject({ content: 'Oslo' })
    expect(answerOf().error).toMatchObject({
      code: 'no_wire',
      message: expect.stringContaining('wireReaders'),
    })
    const transport = replayTransport(readCapture(saved), { speed: 0 })
    const { signal } = new AbortController()
    await expect(transport.send({ messages: [], tools: [] }, { signal })).rejects.toMatchObject({
      data: { code: 'no_wire' },
    })
  })

  test.each([
    ['not JSON', 'not a JSON object'],
    ['{"format":"har"}', 'its "format" is not "antiphon.capture"'],
    ['{"format":"antiphon.capture","version":9}', 'has version 9; this page reads up to 2'],
    ['{"format":"antiphon.capture","version":1}', 'no list of exchanges'],
    [
      '{"format":"antiphon.capture","version":1,"exchanges":[{}]}',
      'exchanges[0] is not an object with a list "body"',
    ],
    [
      '{"format":"antiphon.capture","version":1,"exchanges":[{"body":[[5,"a"],[4,"b"]]}]}',
      'exchanges[0].body[1] is not',
    ],
  ])('says what is wrong with %s', (text, words) => {
    expect(() => readCapture(text)).toThrow(CaptureError)
    expect(() => readCapture(text)).toThrow(words)
  })

  test('a key that somebody wrote into one is not kept', () => {
    const headers = { authorization: 'Bearer sk-hand-written', 'content-type': 'application/json' }
    const sent = { method: 'POST', url: 'http://u:p@h/v1?key=abc', headers, body: '{}' }
    const text = JSON.stringify({ format: 'antiphon.capture', version: 1, exchanges: [{ body: [], sent }] })
    const [read] = readCapture(text)
    expect(read!.sent).toMatchObject({
      url: 'http://h/v1?key=redacted',
      headers: { authorization: '[redacted]' },
    })
    expect(writeCapture([{ ...read!, sent }])).not.toContain('sk-hand-written')
  })
})

test('a copied curl command is one a shell reads back, whatever is in the body, with a variable for the key', () => {
  const body = JSON.stringify({ text: `it's $HOME \`x\` "q" \\ !\n` })
  const headers = { authorization: '[redacted]', 'content-type': 'application/json' }
  const command = toCurl({ method: 'POST', url: 'http://h/v1?a=redacted', headers, body })
  const args = execFileSync('sh', ['-c', command.replace(/^curl/, 'printf "%s\\0"')], {
    env: { API_KEY: 'k-1' },
  })
  expect(args.toString().split('\0').slice(0, -1)).toEqual([
    '-N',
    'http://h/v1?a=k-1',
    '-H',
    'authorization: Bearer k-1',
    '-H',
    'content-type: application/json',
    '--data-raw',
    body,
  ])
})
