import { collectCompletion } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

const frame = (chunk: unknown): string => `data: ${JSON.stringify(chunk)}\n\n`
const delta = (content: string): string =>
  frame({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const FINISH = frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })

const words = fc.constantFrom(
  'You are number 3 in the queue',
  'Loading the model',
  'success',
  'OK',
  'still working',
  '',
)
/** Values that a server writes into `error` where there is none. */
const noError = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'success', 0, false, [], {}),
  fc.record({
    message: fc.constantFrom('', 'ok', 'Success'),
    code: fc.constantFrom<unknown>(null, 0, 200, '0', '200'),
  }),
)
/** Events that a server or a proxy writes beside an answer (docs/wire 2.1, 2.9). */
const beside = fc.oneof(
  fc
    .record({ status: fc.constantFrom('queued', 'running', 200), message: words, position: fc.nat(9) })
    .map(frame),
  fc
    .record({ code: fc.constantFrom<unknown>(0, 200, '0', 'ok'), message: words, success: fc.constant(true) })
    .map(frame),
  fc.record({ detail: words }).map(frame),
  noError.map((error) => frame({ error, choices: [] })),
  noError.map((error) => frame({ choices: [{ index: 0, delta: {}, error }] })),
  fc
    .constantFrom(
      ': keepalive',
      'ping',
      '[HEARTBEAT]',
      'pong 12',
      '2026-11-28T20:44:01Z',
      '1764362641',
      'keep-alive',
      '"ping"',
    )
    .map((text) => `data: ${text}\n\n`),
  fc.constantFrom('event: ping\n\n', 'event: status\ndata: {"message":"queued"}\n\n', '\n\n', 'id: 4\n\n'),
)
/** Failures, with the words that must reach the reader. */
const failure = fc.constantFrom<[text: string, words: string]>(
  [frame({ error: { message: 'GPU out of memory', code: 0 } }), 'GPU out of memory'],
  [frame({ error: 'GPU out of memory' }), 'GPU out of memory'],
  [frame({ message: 'Engine died', type: 'server_error' }), 'Engine died'],
  [frame({ detail: 'Engine died', status: 500 }), 'Engine died'],
  [frame({ success: false, message: 'No credit left' }), 'No credit left'],
  ['{\n  "error": {\n    "message": "GPU out of memory"\n  }\n}\n', 'GPU out of memory'],
  [' data: {"error":"GPU out of memory"}\n\n', 'GPU out of memory'],
  ['data: {\ndata:   "error": "GPU out of memory"\ndata: }\n\n', 'GPU out of memory'],
  ['event: error\nid: 1\n\n', 'without saying what went wrong'],
  ['event: error\ndata: Engine died\n\n', 'Engine died'],
)

const texts = fc.array(fc.constantFrom('The ', 'capital ', 'is ', 'Oslo. '), { minLength: 1, maxLength: 6 })
/** The texts in order, with other events at any places between them. */
const mixed = fc
  .tuple(texts, fc.array(fc.tuple(fc.nat(9), beside), { maxLength: 6 }))
  .map(([pieces, extras]) => ({
    content: pieces.join(''),
    parts: pieces.flatMap((piece, at) => [
      ...extras.filter(([place]) => place % pieces.length === at).map(([, text]) => text),
      delta(piece),
    ]),
    after: extras.map(([, text]) => text),
  }))
const runs = { numRuns: amount(150, 2000) }

describe('what stands beside an answer', () => {
  it('neither fails a whole answer nor claims that something is missing', async () => {
    await assertProperty(
      fc.asyncProperty(mixed, fc.boolean(), async ({ content, parts, after }, isLate) => {
        const body = [...parts, ...(isLate ? [FINISH, ...after] : [...after, FINISH]), 'data: [DONE]\n\n']
        const { outcome, message } = await collectCompletion([body.join('')])
        expect([outcome, message.content, message.request?.unreadLines]).toEqual([
          'complete',
          content,
          undefined,
        ])
      }),
      runs,
    )
  })

  it('leaves a failure its words, wherever it comes', async () => {
    await assertProperty(
      fc.asyncProperty(
        mixed,
        failure,
        fc.nat(9),
        fc.boolean(),
        async ({ parts }, [text, said], place, ends) => {
          const at = place % (parts.length + 1)
          const body = [...parts.slice(0, at), text, ...parts.slice(at), ...(ends ? [FINISH] : [])]
          const { outcome, error } = await collectCompletion([body.join('')])
          expect([outcome, error?.message]).toEqual(['error', expect.stringContaining(said)])
        },
      ),
      runs,
    )
  })

  it('is the failure of an answer that goes no further', async () => {
    const last = fc.constantFrom(
      frame({ message: 'The worker was evicted' }),
      frame({ detail: 'The worker was evicted' }),
      'data: upstream error: The worker was evicted\n\n',
      'upstream error: The worker was evicted\n',
      '\n<html><body>502 Bad Gateway: The worker was evicted</body></html>\n',
    )
    await assertProperty(
      fc.asyncProperty(mixed, last, async ({ parts, content }, text) => {
        const { outcome, error, message } = await collectCompletion([[...parts, text].join('')])
        expect([outcome, error?.message, message.content]).toEqual([
          'error',
          expect.stringContaining('The worker was evicted'),
          content,
        ])
      }),
      runs,
    )
  })
})
