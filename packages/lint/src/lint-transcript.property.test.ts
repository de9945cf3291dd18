import { type ToolCall, type ToolMessage } from '@antiphon/core'
import { CALL_INDEX_KEY, matchResults } from '@antiphon/core/message'
import { providerProfiles } from '@antiphon/core/provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixTranscript } from './fix-transcript.js'
import { lintRules } from './lint-rules.js'
import { lintTranscript } from './lint-transcript.js'
import { matchUnits } from './read-transcript.js'
import type { Finding, Unit } from './types.js'
import { amount } from '../../../test/support/amount.js'
import { assertProperty } from '../../../test/support/property.js'

const id = fc.constantFrom('a', 'b', 'c', '', 'call_0', 'x'.repeat(70))
const role = fc.constantFrom(
  'system',
  'developer',
  'user',
  'assistant',
  'tool',
  'toolResult',
  'human',
  'ai',
  'function',
  'model',
  'nobody',
)
const args = fc.constantFrom<unknown[]>(
  '{}',
  '{"a":1}',
  '',
  '{"a"',
  '[1]',
  '"{\\"a\\":1}"',
  '{"a":1,"a":2}',
  '{"__proto__":1}',
  { a: 1 },
  null,
)
const call = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        id,
        type: fc.constant('function'),
        function: fc.record({ name: fc.constantFrom('get', '', 'a b'), arguments: args }),
      },
      { requiredKeys: ['id', 'function'] },
    ),
  },
  fc.record({ id, name: fc.constant('get'), arguments: args }),
  fc.anything(),
)
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.string() }),
  fc.record({
    type: fc.constantFrom('toolCall', 'tool_use'),
    id,
    name: fc.constant('get'),
    arguments: args,
    input: args,
  }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: id, content: fc.string() }),
  fc.record({
    type: fc.constant('image_url'),
    image_url: fc.record({ url: fc.constantFrom('https://e.x/a.png', 'data:,') }),
  }),
  fc.record({ type: fc.constant('thinking'), thinking: fc.string() }),
  fc.anything(),
)
const content = fc.oneof(
  fc.string(),
  fc.array(part, { maxLength: 4 }),
  fc.constantFrom(null, undefined, 5, {}),
)
const detail = fc.record(
  {
    type: fc.constantFrom('reasoning.text', 'reasoning.encrypted', 'thinking'),
    format: fc.constant('anthropic-claude-v1'),
    signature: fc.constant('s'),
  },
  { requiredKeys: ['type'] },
)
const message = fc.record(
  {
    role,
    content,
    tool_calls: fc.oneof(fc.array(call, { maxLength: 3 }), fc.anything()),
    toolCalls: fc.array(call, { maxLength: 2 }),
    function_call: call,
    tool_call_id: id,
    toolCallId: id,
    reasoning: fc.constantFrom('', 'hm'),
    reasoning_content: fc.constantFrom('', 'so'),
    reasoning_details: fc.array(detail, { maxLength: 2 }),
    reasoningSource: fc.record({ field: fc.constant('reasoning'), model: fc.constantFrom('m', 'n') }),
    finishReason: fc.constantFrom('stop', 'length', 'error'),
    timestamp: fc.integer(),
    extra: fc.anything(),
  },
  { requiredKeys: ['role', 'content'] },
)
/** Messages that look like a real thread, so that pairing has something to do. */
const calm = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'system'), content: fc.string() }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.string(),
    tool_calls: fc.array(
      fc.record({
        id,
        type: fc.constant('function'),
        function: fc.record({ name: fc.constant('get'), arguments: fc.constant('{}') }),
      }),
      { maxLength: 4 },
    ),
  }),
  fc.record(
    {
      role: fc.constant('tool'),
      tool_call_id: id,
      content: fc.string(),
      metadata: fc.record({ [CALL_INDEX_KEY]: fc.nat(3) }),
    },
    { requiredKeys: ['role', 'tool_call_id', 'content'] },
  ),
)
const damaged = fc.oneof(
  fc.array(calm, { maxLength: 12 }),
  fc.array(fc.oneof({ weight: 2, arbitrary: calm }, message), { maxLength: 12 }),
  fc.array(fc.oneof(message, fc.anything()), { maxLength: 6 }),
)
const profile = fc.constantFrom(undefined, ...providerProfiles)
const options = fc.record({
  request: fc.boolean(),
  model: fc.constantFrom(undefined, 'm', 'claude'),
  tools: fc.constantFrom(undefined, ['get']),
})

const names = lintRules.map(({ name }) => name)
const errors = (findings: readonly Finding[]): number =>
  findings.filter(({ severity }) => severity === 'error').length

describe('whatever is in the array', () => {
  it('is linted without a throw, and unchanged', () => {
    assertProperty(
      fc.property(
        fc.oneof(
          damaged,
          fc.array(
            fc.anything({
              withNullPrototype: true,
              withBigInt: true,
              withDate: true,
              withMap: true,
              withSparseArray: true,
            }),
          ),
          fc.anything() as fc.Arbitrary<unknown[]>,
        ),
        profile,
        options,
        (messages, by, how) => {
          const before = structuredClone(messages)
          const findings = lintTranscript(messages, by, how)
          const { messages: fixed } = fixTranscript(messages, findings)
          expect(Array.isArray(fixed)).toBe(true)
          expect(messages).toEqual(before)
        },
      ),
      { numRuns: amount(50, 300) },
    )
  })

  it('fixing every rule leaves nothing that could be fixed, no error more, and is done once', () => {
    assertProperty(
      fc.property(damaged, profile, options, (messages, by, how) => {
        const { messages: fixed } = fixTranscript(messages, names, by, how)
        const left = lintTranscript(fixed, by, how)
        expect(left.filter(({ fix }) => fix)).toEqual([])
        expect(errors(left)).toBeLessThanOrEqual(errors(lintTranscript(messages, by, how)))
        expect(fixTranscript(fixed, names, by, how)).toEqual({ messages: fixed, applied: [] })
      }),
      { numRuns: amount(50, 300) },
    )
  })

  it('fixing one rule by name ends what it found and brings no new error', () => {
    assertProperty(
      fc.property(damaged, fc.constantFrom(...names), profile, options, (messages, name, by, how) => {
        const before = lintTranscript(messages, by, how)
        const { messages: fixed } = fixTranscript(messages, [name], by, how)
        const after = lintTranscript(fixed, by, how)
        expect(after.filter(({ rule, fix }) => rule === name && fix)).toEqual([])
        expect(errors(after)).toBeLessThanOrEqual(errors(before))
      }),
      { numRuns: amount(100, 1000) },
    )
  })

  it('any choice of findings is applied without a new error', () => {
    assertProperty(
      fc.property(damaged, fc.infiniteStream(fc.boolean()), profile, options, (messages, coins, by, how) => {
        const found = lintTranscript(messages, by, how)
        const chosen = found.filter(({ fix }) => fix && coins.next().value)
        const { messages: fixed, applied } = fixTranscript(messages, chosen)
        if (chosen.length > 0) expect(applied.length).toBeGreaterThan(0)
        expect(errors(lintTranscript(fixed, by, how))).toBeLessThanOrEqual(errors(found))
      }),
      { numRuns: amount(100, 1000) },
    )
  })
})

it('of a thread with its calls and results in disorder, what was chosen is gone and nothing new is wrong', () => {
  // Without notes of the call: where several results claim one call, moving one of them may pass it to another.
  const thread = fc.array(
    calm.map((one) => ({ ...one, metadata: undefined })),
    { maxLength: 12 },
  )
  assertProperty(
    fc.property(thread, fc.infiniteStream(fc.boolean()), profile, options, (messages, coins, by, how) => {
      const found = lintTranscript(messages, by, how)
      const chosen = found.filter(({ fix }) => fix && coins.next().value)
      const { messages: fixed, applied } = fixTranscript(messages, chosen)
      expect(errors(lintTranscript(fixed, by, how))).toBeLessThanOrEqual(errors(found) - errors(applied))
    }),
    { numRuns: amount(100, 1000) },
  )
})

it('results are paired as everywhere else in the kit, those that note their call too', () => {
  const text = fc.constantFrom('a', 'b', '')
  const noted = fc.record({ id: text, note: fc.constantFrom(undefined, 0, 1, 2, -1) })
  assertProperty(
    fc.property(fc.array(text, { maxLength: 6 }), fc.array(noted, { maxLength: 6 }), (calls, results) => {
      const messages = results.map(({ id, note }) => {
        const metadata = note === undefined ? {} : { metadata: { [CALL_INDEX_KEY]: note } }
        return { role: 'tool', tool_call_id: id, ...metadata } as unknown as ToolMessage
      })
      const units = messages.map(
        (raw, position) => ({ position, callId: raw.tool_call_id, raw }) as unknown as Unit,
      )
      const list = calls.map((one) => ({ id: one }) as ToolCall)
      const expected = matchResults(list, messages)
      const { slots, orphans } = matchUnits(list, units)
      expect(slots.map((unit) => unit?.raw)).toEqual(expected.slots)
      expect(orphans.map((unit) => unit.raw)).toEqual(expected.orphans)
    }),
    { numRuns: amount(100, 500) },
  )
})
