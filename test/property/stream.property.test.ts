import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectCompletion, type Completion, type CompletionSource } from '@antiphon/core'
import { createAccumulator } from '../../packages/core/src/wire/accumulate/accumulator.js'
import { perChannel } from '../../packages/core/src/message/text-channels.js'
import { TEXT_CHANNELS } from '@antiphon/core/channels'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

/** Number of runs with chunks; the bytes around them get a tenth. */
const runs = amount(300, 10_000)

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
    ...Object.fromEntries(
      TEXT_CHANNELS.flatMap(({ name, wire }) =>
        name === 'text' ? [] : wire.map((key) => [key, nearlyText]),
      ),
    ),
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

/** Lists what is wrong with a completion, in words. The checks are plain, because this runs some ten thousand times. */
function faultsOf({ message, choices, outcome, repairs }: Completion): string[] {
  const faults: string[] = []
  const check = (holds: boolean, what: string) => void (holds || faults.push(what))
  check(choices[0] === message, 'message is choice 0')
  check(['complete', 'incomplete', 'error', 'cancelled'].includes(outcome), 'outcome')
  check(repairs.length <= 200, 'number of repairs')
  check(({} as Record<string, unknown>).polluted === undefined, 'prototype')
  for (const choice of choices) {
    check(choice.role === 'assistant' && typeof choice.content === 'string', 'role and content')
    const calls = choice.tool_calls ?? []
    for (const { id, function: fn } of calls) {
      check(id !== '' && typeof id === 'string', 'id')
      check(typeof fn.name === 'string' && typeof fn.arguments === 'string', 'function')
    }
    const ends = perChannel(() => 0)
    let called = 0
    for (const segment of choice.segments ?? []) {
      if (segment.type === 'tool_call') check(segment.index === called++, 'order of calls')
      else {
        check(
          segment.start === ends[segment.type] && segment.end > segment.start,
          'segments follow each other',
        )
        ends[segment.type] = segment.end
      }
    }
    check(called === calls.length, 'each call has its segment')
    for (const { name, field } of TEXT_CHANNELS)
      check(ends[name] === (choice[field] ?? '').length, `segments cover the ${name}`)
  }
  return faults
}

/** So that whoever writes to it fails. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) freeze(child)
  }
  return value
}

describe('whatever comes, the reader holds', () => {
  test('any chunks, also nonsense, give a valid message, twice the same; neither they nor a snapshot change (R10)', () => {
    const run = (chunks: unknown[]) => {
      const accumulator = createAccumulator()
      for (const chunk of chunks) {
        accumulator.push(chunk)
        freeze(accumulator.snapshot())
      }
      return accumulator.finish()
    }
    assertProperty(
      fc.property(fc.array(nearlyChunk, { maxLength: 12 }), (chunks) => {
        const completion = run(freeze(chunks))
        const faults = faultsOf(completion)
        if (faults.length > 0) throw new Error(faults.join(', '))
        const again = run(chunks)
        if (JSON.stringify(again) !== JSON.stringify(completion)) expect(again).toEqual(completion)
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
    await assertProperty(
      fc.asyncProperty(bytes, fc.nat(), async (data, at) => {
        const cut = data.length === 0 ? 0 : at % data.length
        const completion = await collectCompletion([data.subarray(0, cut), data.subarray(cut)])
        const faults = faultsOf(completion)
        if (faults.length > 0) throw new Error(faults.join(', '))
        const whole = await collectCompletion([data])
        if (JSON.stringify(completion) !== JSON.stringify(whole)) expect(completion).toEqual(whole)
      }),
      { numRuns: runs / 10 },
    )
  })

  test('chunks as objects, as bytes cut anywhere, or some of each give the same completion', async () => {
    const isItem = (chunk: unknown): chunk is object => typeof chunk === 'object' && chunk !== null
    const item = fc.record({ chunk: nearlyChunk.filter(isItem), asObject: fc.boolean(), at: fc.nat() })
    await assertProperty(
      fc.asyncProperty(fc.array(item, { maxLength: 10 }), async (items) => {
        const frames = items.map(({ chunk }) => `data: ${JSON.stringify(chunk)}\n\n`)
        const mixed = items.flatMap(({ chunk, asObject, at }, index) => {
          const bytes = new TextEncoder().encode(frames[index])
          const cut = at % bytes.length
          return asObject ? [chunk] : [bytes.subarray(0, cut), bytes.subarray(cut)]
        })
        const asText = await collectCompletion(frames)
        for (const source of [mixed, items.map(({ chunk }) => chunk)]) {
          const completion = await collectCompletion(source as CompletionSource)
          if (JSON.stringify(completion) !== JSON.stringify(asText)) expect(completion).toEqual(asText)
        }
      }),
      { numRuns: runs / 10 },
    )
  })

  test('a whole body is read as one delta of the same content (docs/wire 4)', () => {
    const text = fc.constantFrom('', 'Ahoy', '<think>why</think>so', ' \n')
    const whole = fc.record(
      {
        content: fc.oneof(text, fc.constant(null), fc.array(fc.record({ type: fc.constant('text'), text }))),
        reasoning: text,
        reasoning_content: text,
        refusal: text,
        tool_calls: fc.array(
          fc.record({
            id: fc.constantFrom('a', 'b', 'c', 'd'),
            type: fc.constant('function'),
            function: fc.record({
              name: fc.constantFrom('f', 'get'),
              arguments: fc.constantFrom('{}', '{"x":1}'),
            }),
          }),
          { maxLength: 4 },
        ),
        annotations: fc.array(fc.record({ type: fc.constant('x'), url: text }), { maxLength: 2 }),
        images: fc.array(fc.record({ image_url: fc.record({ url: text }) }), { maxLength: 2 }),
        audio: fc.record({ id: text, data: text, transcript: text }),
      },
      { requiredKeys: [] },
    )
    const read = (field: string, value: unknown) => {
      const accumulator = createAccumulator()
      accumulator.push({ choices: [{ index: 0, [field]: value, finish_reason: 'stop' }] })
      const { message, outcome, repairs } = accumulator.finish('done')
      return { message, outcome, repairs: repairs.map(({ rule }) => rule) }
    }
    assertProperty(
      fc.property(whole, (message) => {
        // Two calls of one id side by side are two in both; a plain repetition in a stream is not told from a fragment.
        const ids = (message.tool_calls ?? []).map(({ id }) => id)
        fc.pre(new Set(ids).size === ids.length)
        expect(read('message', message)).toEqual(read('delta', message))
      }),
      { numRuns: amount(100, 1000) },
    )
  })
})
