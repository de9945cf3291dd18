import * as fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { collectCompletion, createAccumulator, createCompletionReader, type Completion } from '@antiphon/core'
import { readPayloads, type OracleResult } from '../replay/oracle.js'
import { sharedFolder } from '../replay/shared-data.js'

vi.setConfig({ testTimeout: 60_000 })

/** More with `ANTIPHON_FUZZ_RUNS=10000`. */
const runs = Number(process.env.ANTIPHON_FUZZ_RUNS ?? 600)

const fixtures = join(import.meta.dirname, '../fixtures/streams')
const captures = sharedFolder('captures')
const streams = [fixtures, ...(captures ? [captures] : [])].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(?:sse|jsonl|json|html)$/.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) })),
)

function readCut(bytes: Uint8Array, cuts: number[]): Completion {
  const reader = createCompletionReader()
  let from = 0
  for (const cut of [...cuts, bytes.length]) {
    reader.push(bytes.subarray(from, cut))
    from = cut
  }
  return reader.end()
}

function everyByte(length: number, step: number): number[] {
  return Array.from({ length: Math.floor(length / step) }, (_, at) => at * step)
}

describe('cutting the bytes differently changes nothing', () => {
  test.each(streams)('$name: in tiny and in random pieces', ({ bytes }) => {
    const whole = readCut(bytes, [])
    const step = bytes.length < 8000 ? 1 : 13
    expect(readCut(bytes, everyByte(bytes.length, step))).toEqual(whole)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
        expect(
          readCut(
            bytes,
            cuts.sort((a, b) => a - b),
          ),
        ).toEqual(whole)
      }),
      { numRuns: 6 },
    )
  })

  const small = streams.filter(({ bytes }) => bytes.length < 2000)
  test.each(small)('$name: cut in two at every offset', ({ bytes }) => {
    const whole = readCut(bytes, [])
    for (let cut = 1; cut < bytes.length; cut++) expect(readCut(bytes, [cut]), `cut at ${cut}`).toEqual(whole)
  })
})

describe('a body that ends early', () => {
  // Not for the slow reader: frames over several lines, other line ends, error events cut inside, thoughts in tags.
  const odd = /bom-crlf|cr-only|^error-|think-tags|no-index|fragments-odd|llama-4-scout/
  const cuttable = streams.filter(
    ({ name, bytes }) => name.endsWith('.sse') && !odd.test(name) && bytes.length < 4500,
  )

  test('there are enough of them', () => expect(cuttable.length).toBeGreaterThanOrEqual(captures ? 20 : 10))

  test.each(cuttable)('$name: cut at every byte keeps every complete frame and nothing else', ({ bytes }) => {
    const wrong: unknown[] = []
    for (let end = 1; end <= bytes.length; end++) {
      const found = readCut(bytes.subarray(0, end), [])
      const slow = readPayloads(completePayloads(bytes.subarray(0, end)))
      const texts = found.choices.map((choice) => [
        choice.content,
        choice.reasoning ?? '',
        choice.refusal ?? '',
      ])
      const slowTexts = slow.choices.map((choice) => [choice.content, choice.reasoning, choice.refusal])
      const same = slowTexts.length === 0 ? texts.join() === ',,' : texts.join('|') === slowTexts.join('|')
      if (!same || !outcomes(slow).includes(found.outcome)) wrong.push([end, found.outcome, texts, slowTexts])
    }
    expect(wrong).toEqual([])
  })
})

/** How a body with these complete frames may end. Without any frame it may be an empty answer. */
function outcomes(slow: OracleResult): string[] {
  if (slow.error) return ['error']
  if (slow.choices.length === 0) return ['incomplete', 'error']
  return slow.choices.some((choice) => !choice.finish) ? ['incomplete'] : ['complete']
}

/** Payloads of the frames that are whole, as text and as JSON. */
function completePayloads(bytes: Uint8Array): string[] {
  return new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .filter((payload) => payload === '[DONE]' || isJson(payload))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const anyJson = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text))
const nearlyText = fc.oneof(
  fc.string(),
  fc.constantFrom('', null, '<think>', '</think>', '{', '}', '{"a":1}', 0, false, [], {}),
  anyJson,
)
const nearlyCall = fc.record(
  {
    id: fc.oneof(fc.constantFrom('', 'a', 'b', null), anyJson),
    index: fc.oneof(fc.constantFrom(0, 1, 7, null, '0'), anyJson),
    type: fc.constantFrom('function', null, 3),
    function: fc.oneof(fc.record({ name: nearlyText, arguments: nearlyText }, { requiredKeys: [] }), anyJson),
    extra_content: anyJson,
    ['__proto__']: fc.constant({ polluted: true }),
  },
  { requiredKeys: [] },
)
const nearlyDelta = fc.record(
  {
    content: fc.oneof(
      nearlyText,
      fc.array(
        fc.record({ type: fc.constantFrom('text', 'thinking', 'x'), text: nearlyText, thinking: nearlyText }),
      ),
    ),
    reasoning: nearlyText,
    reasoning_content: nearlyText,
    reasoning_details: fc.oneof(
      fc.array(
        fc.record({
          type: fc.constantFrom('reasoning.text', 'reasoning.summary', 'y'),
          text: nearlyText,
          summary: nearlyText,
          signature: nearlyText,
          index: nearlyText,
        }),
      ),
      anyJson,
    ),
    thinking_blocks: fc.oneof(
      fc.array(fc.record({ type: fc.constant('thinking'), thinking: nearlyText })),
      anyJson,
    ),
    refusal: nearlyText,
    tool_calls: fc.oneof(fc.array(nearlyCall, { maxLength: 3 }), nearlyCall, anyJson),
    function_call: fc.oneof(nearlyCall, anyJson),
    images: anyJson,
    annotations: anyJson,
    audio: fc.record({ id: nearlyText, data: nearlyText, transcript: nearlyText }),
  },
  { requiredKeys: [] },
)
const nearlyChunk = fc.oneof(
  anyJson,
  fc.record(
    {
      id: nearlyText,
      model: nearlyText,
      usage: fc.oneof(
        fc.record({ prompt_tokens: fc.oneof(fc.nat(), nearlyText), completion_tokens: fc.nat() }),
        anyJson,
      ),
      error: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyJson }),
      choices: fc.oneof(
        fc.array(
          fc.record(
            {
              index: fc.oneof(fc.constantFrom(0, 1), nearlyText),
              delta: fc.oneof(nearlyDelta, anyJson),
              message: fc.oneof(nearlyDelta, anyJson),
              finish_reason: fc.oneof(fc.constantFrom('stop', 'tool_calls', 'length', null), nearlyText),
              logprobs: anyJson,
            },
            { requiredKeys: [] },
          ),
          { maxLength: 3 },
        ),
        anyJson,
      ),
    },
    { requiredKeys: [] },
  ),
)

function expectValid({ message, choices, outcome, repairs }: Completion): void {
  expect(choices[0]).toBe(message)
  expect(['complete', 'incomplete', 'error', 'cancelled']).toContain(outcome)
  for (const choice of choices) {
    expect(choice.role).toBe('assistant')
    expect(typeof choice.content).toBe('string')
    const calls = choice.tool_calls ?? []
    for (const call of calls) {
      expect(call.id).not.toBe('')
      expect(typeof call.function.name).toBe('string')
      expect(typeof call.function.arguments).toBe('string')
    }
    const texts = { reasoning: choice.reasoning ?? '', text: choice.content, refusal: choice.refusal ?? '' }
    const ends = { reasoning: 0, text: 0, refusal: 0 }
    const seen: number[] = []
    for (const segment of choice.segments ?? []) {
      if (segment.type === 'tool_call') seen.push(segment.index)
      else {
        expect(segment.start).toBe(ends[segment.type])
        ends[segment.type] = segment.end
      }
    }
    expect(ends).toEqual({
      reasoning: texts.reasoning.length,
      text: texts.text.length,
      refusal: texts.refusal.length,
    })
    expect(seen).toEqual(calls.map((_, index) => index))
  }
  expect(repairs.length).toBeLessThanOrEqual(200)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
}

describe('whatever comes, the reader holds', () => {
  test('any sequence of chunks, also nonsense, gives a valid message, twice the same', () => {
    fc.assert(
      fc.property(fc.array(nearlyChunk, { maxLength: 12 }), (chunks) => {
        const run = () => {
          const accumulator = createAccumulator()
          for (const chunk of chunks) {
            accumulator.push(chunk)
            accumulator.snapshot()
          }
          return accumulator.finish()
        }
        const completion = run()
        expectValid(completion)
        expect(run()).toEqual(completion)
      }),
      { numRuns: runs },
    )
  })

  test('any bytes give a completion and never an exception', async () => {
    const line = fc.oneof(
      fc.string(),
      nearlyChunk.map((chunk) => `data: ${JSON.stringify(chunk)}`),
      fc.constantFrom(
        'data: [DONE]',
        'event: error',
        ': ping',
        'error: x',
        '',
        '{',
        '[',
        '<html>',
        'data:',
        '\r',
        '\uFEFF',
      ),
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(line, { maxLength: 12 }).map((lines) => new TextEncoder().encode(lines.join('\n'))),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(), async (data, at) => {
        const cut = data.length === 0 ? 0 : at % data.length
        const completion = await collectCompletion([data.subarray(0, cut), data.subarray(cut)])
        expectValid(completion)
        expect(completion).toEqual(await collectCompletion([data]))
      }),
      { numRuns: runs },
    )
  })
})
