import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEnvelopes } from './envelopes.js'
import { createCompletionReader, type ReadOptions } from './pipeline.js'
import type { CompletionEvent } from './accumulate/types.js'

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('The', ' quick', '\n\n', ' é', '😀', '<think>', '</think>', 'x') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', '"', '\\', '{"a":', '"}', '\u2028', '","role":"', 'a'.repeat(20)),
  },
  fc.string({ unit: 'binary', maxLength: 24 }),
)
/** Fields around a delta. Most streams have the same in each chunk; some change, or say what ends an answer. */
const around = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.record({ created: fc.integer({ min: 1, max: 3 }), model: fc.constantFrom('m', 'n') }),
  },
  fc.constantFrom<object>(
    { error: null, usage: null },
    { usage: { prompt_tokens: 1, completion_tokens: 2 } },
    { error: { message: 'overloaded' } },
    { object: 'error' },
    { extra: { deep: 1 } },
  ),
)
const beside = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  fc.constantFrom<object>(
    { finish_reason: null, logprobs: null },
    { finish_reason: 'stop' },
    { index: 1 },
    { index: '0' },
    { stop_reason: 3 },
    { stop_reason: 4 },
    { logprobs: { content: [1] } },
  ),
)
const call = fc.record(
  {
    index: fc.integer({ min: 0, max: 3 }),
    id: fc.constantFrom('c0', 'c1', ''),
    function: fc.record(
      { name: fc.constantFrom('look', ''), arguments: text, other: fc.constant(1) },
      { requiredKeys: ['arguments'] },
    ),
  },
  { requiredKeys: ['function'] },
)
const delta = fc.oneof(
  { weight: 5, arbitrary: fc.record({ content: text }) },
  { weight: 4, arbitrary: fc.record({ tool_calls: fc.array(call, { minLength: 1, maxLength: 2 }) }) },
  fc.record({ role: fc.constantFrom('assistant', null), content: text }),
  fc.record({ content: text, reasoning_content: text }),
  fc.record({ reasoning_content: text }),
  fc.record({ content: fc.constant(null), tool_calls: fc.tuple(call) }),
)
const payload = fc
  .tuple(delta, around, beside, fc.constantFrom(undefined, undefined, 1))
  .map(([delta, around, beside, indent]) =>
    // Spaces after the colons, as servers in Python write them.
    JSON.stringify(
      { id: 'r', ...around, choices: [{ index: 0, delta, ...beside }] },
      null,
      indent,
    ).replaceAll(/\n */g, ''),
  )
const junk = fc.constantFrom(
  '[DONE]',
  '{"choices":[{"delta":{"content":"cut',
  'words of a proxy',
  '{"content":"x"}',
)
/** Each payload some times in a row, as streams have them, or in turns. */
const stream = fc
  .array(fc.oneof({ weight: 20, arbitrary: payload }, junk), { minLength: 1, maxLength: 5 })
  .chain((kinds) =>
    fc.array(fc.tuple(fc.nat(kinds.length - 1), text), { maxLength: 60 }).map((picks) =>
      picks.map(([at, said]) => {
        const body = JSON.stringify(said)
        // The same envelope with another text in it.
        return `data: ${kinds[at]!.replace(/("(?:content|arguments)": ?)"(?:[^"\\]|\\.)*"/, (_, head: string) => head + body)}\n\n`
      }),
    ),
  )

function read(events: readonly string[], options: ReadOptions): unknown {
  const told: CompletionEvent[] = []
  const reader = createCompletionReader({ ...options, onEvent: (event) => told.push(structuredClone(event)) })
  const shown: unknown[] = []
  for (const event of events) {
    reader.push(event)
    shown.push(structuredClone(reader.snapshot()))
  }
  return { told, shown, end: reader.end(), flags: [reader.sawOutput, reader.sawFinish, reader.sawEndAlone] }
}

describe('payloads that are compared', () => {
  it('give the same events, snapshots and end as payloads that are parsed', () => {
    fc.assert(
      fc.property(stream, (events) => {
        // A probe keeps payloads, so each is parsed for it.
        expect(read(events, {})).toEqual(read(events, { probe: {} }))
      }),
      { numRuns: 400 },
    )
  })

  it('are parsed once for each kind, whatever their number', () => {
    const envelopes = createEnvelopes()
    const frames = Array.from({ length: 200 }, (_, at) => [
      JSON.stringify({ id: 'r', choices: [{ index: 0, delta: { content: `word ${at}` } }] }),
      ...[0, 1, 2].map((index) =>
        JSON.stringify({
          choices: [{ delta: { tool_calls: [{ index, function: { arguments: `"${at}` } }] } }],
        }),
      ),
    ]).flat()
    let parsed = 0
    for (const frame of frames) {
      const value = envelopes.read(frame)
      if (value) {
        expect(value).toEqual(JSON.parse(frame))
        continue
      }
      parsed++
      envelopes.learn(frame, JSON.parse(frame))
    }
    expect(parsed).toBe(4)
  })
})
