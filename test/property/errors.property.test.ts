import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectCompletion } from '@antiphon/core'
import { extractError } from '@antiphon/core/errors'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

const words = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    ' ',
    'boom',
    '<html><body>502</body></html>',
    "[{'type': 'extra_forbidden'}]",
    'null',
    '{}',
  ),
)
const json = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text))
const value = fc.oneof(words, json, fc.constantFrom(null, 0, 400, '400', true, [], {}))

/** Bodies with the keys that servers use for errors, and anything behind them (docs/wire 3.1). */
const inner = fc.record(
  {
    message: value,
    detail: fc.oneof(
      value,
      fc.array(fc.record({ loc: value, msg: value, type: value }, { requiredKeys: [] })),
    ),
    type: value,
    code: value,
    param: value,
    status: value,
    title: value,
    metadata: fc.oneof(value, fc.record({ raw: value, provider_name: value, headers: value })),
    details: value,
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  value,
  inner,
  fc.array(inner, { maxLength: 2 }),
  fc.record({ error: fc.oneof(inner, value), message: value, error_type: value }, { requiredKeys: [] }),
  fc.record({ errors: fc.oneof(fc.array(inner), inner, value) }),
  fc.record({ base_resp: fc.oneof(fc.record({ status_code: value, status_msg: value }), value) }),
  fc.record({ type: fc.constant('error'), error: fc.oneof(inner, value), request_id: value }),
)
const status = fc.constantFrom(undefined, 200, 400, 401, 402, 404, 413, 422, 429, 500, 503)

describe('any error body (docs/wire 3.1)', () => {
  test('becomes words that are never empty, with a kind, as plain data; the same from text and from JSON', () => {
    assertProperty(
      fc.property(body, status, (parsed, code) => {
        const data = extractError(parsed, { status: code })
        expect(data.message.trim()).not.toBe('')
        expect(data.message.length).toBeLessThanOrEqual(4000)
        expect(data.kind).toMatch(/^[a-z_]+$/)
        expect(JSON.parse(JSON.stringify(data))).toEqual(data)
        if (typeof parsed === 'object' && parsed !== null)
          expect(extractError(JSON.stringify(parsed), { status: code })).toMatchObject({
            kind: data.kind,
            message: data.message,
          })
      }),
      { numRuns: amount(300, 3000) },
    )
  })

  test('of a refused response is the error of the answer, whatever it holds', async () => {
    await assertProperty(
      fc.asyncProperty(body, status, async (parsed, code = 200) => {
        const text = typeof parsed === 'string' ? parsed : JSON.stringify(parsed)
        const { outcome, error, message } = await collectCompletion(new Response(text, { status: code }))
        expect(message.content).toBe('')
        if (code >= 400) expect([outcome, error?.status]).toEqual(['error', code])
        if (outcome === 'error') expect(error?.message.trim()).not.toBe('')
      }),
      { numRuns: amount(50, 500) },
    )
  })
})
