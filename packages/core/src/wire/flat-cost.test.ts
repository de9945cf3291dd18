import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCompletionReader, type CompletionReader } from './pipeline.js'

/** Longer than a piece with the frame it begins in. */
const LONG = 4096

/*
 * Cost without a clock: what the engine's text functions are made to look at or copy while a body is read, in
 * characters. A path that goes over what is there already for each new piece makes the sum grow with the square.
 * Times are measured by `pnpm bench core`.
 */
function countWork(run: () => void): number {
  let work = 0
  const text = String.prototype
  const looked: [keyof typeof text, (self: string, args: unknown[], result: unknown) => number][] = [
    [
      'indexOf',
      (self, [, from], at) => ((at as number) < 0 ? self.length : (at as number) + 1) - Number(from ?? 0),
    ],
    ['includes', (self) => self.length],
    ['startsWith', (_self, [prefix]) => String(prefix).length],
    ['endsWith', (_self, [suffix]) => String(suffix).length],
    // A text that grew in pieces is copied into one before a part of it is taken.
    [
      'slice',
      (self, _args, result) =>
        result === self ? 0 : Math.max(self.length > LONG ? self.length : 0, (result as string).length),
    ],
    ['trim', (self, _args, result) => (result === self ? 1 : self.length)],
    ['trimStart', (self, _args, result) => (result === self ? 1 : self.length)],
    ['trimEnd', (self, _args, result) => (result === self ? 1 : self.length)],
    ['replace', (self) => self.length],
    ['split', (self) => self.length],
    ['matchAll', (self) => self.length],
  ]
  for (const [name, cost] of looked) {
    const original = text[name as 'slice'] as (...args: unknown[]) => unknown
    vi.spyOn(text, name as 'slice').mockImplementation(function (this: string, ...args: unknown[]) {
      const result = original.apply(this, args)
      work += cost(this, args, result)
      return result as string
    })
  }
  const { parse } = JSON
  vi.spyOn(JSON, 'parse').mockImplementation((source: string) => {
    work += source.length
    return parse(source) as unknown
  })
  const { exec } = RegExp.prototype
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, source: string) {
    work += source.length
    return exec.call(this, source)
  })
  run()
  vi.restoreAllMocks()
  return work
}

afterEach(() => vi.restoreAllMocks())

const encoder = new TextEncoder()

function* cut(body: string, size: number): Generator<Uint8Array> {
  const bytes = encoder.encode(body)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const frame = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`

/** Work for each character of the body, with a snapshot after each piece. */
function workPerCharacter(body: string, size: number): number {
  const pieces = [...cut(body, size)]
  const work = countWork(() => {
    const reader = createCompletionReader()
    for (const piece of pieces) {
      reader.push(piece)
      reader.snapshot()
    }
    reader.end()
  })
  return work / body.length
}

const call = (index: number, fn: object) => ({ tool_calls: [{ index, function: fn }] })
const many = (count: number, one: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => frame(one(n))).join('')

const bodies: Record<string, (count: number) => string> = {
  text: (count) => many(count, (n) => ({ content: ` word ${n}` })),
  reasoning: (count) => many(count, (n) => ({ reasoning_content: ` thought ${n}` })),
  'reasoning in tags': (count) =>
    frame({ content: '<think>' }) + many(count, (n) => ({ content: ` < ${n}` })),
  'reasoning details': (count) =>
    many(count, (n) => ({
      reasoning_details: [{ type: 'reasoning.text', index: 0, text: ` thought ${n}` }],
    })),
  'parts of content': (count) => many(count, (n) => ({ content: [{ type: 'text', text: ` word ${n}` }] })),
  'argument fragments': (count) =>
    frame({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '[' } }] }) +
    many(count, (n) => call(0, { arguments: `${n},` })),
  'fragments that repeat the name': (count) =>
    many(count, (n) => call(0, { name: 'f', arguments: n === 0 ? '{"a":"' : `{${n}}` })),
  'fragments of 20 calls in turn': (count) =>
    many(count, (n) => call(n % 20, n < 20 ? { name: `f${n}`, arguments: '[' } : { arguments: `${n},` })),
  'one frame': (count) => frame({ content: 'x'.repeat(count * 60) }),
  'one JSON document': (count) =>
    JSON.stringify({
      choices: [{ message: { content: 'x\\"{'.repeat(count * 12) }, finish_reason: 'stop' }],
    }),
  'data over many lines': (count) => `data: {"choices": [\n${'data: \n'.repeat(count)}data: ]}\n\n`,
  'keep-alives': (count) => ': keep-alive\n\n'.repeat(count) + frame({ content: 'a' }),
}

describe('reading four times as much looks at four times as many characters', () => {
  test.each(Object.keys(bodies))('%s', (name) => {
    const body = bodies[name]!
    const [few, more] = [500, 2000].map((count) => workPerCharacter(body(count), 512))
    expect(more! / few!).toBeLessThan(1.3)
    expect(more!).toBeLessThan(12)
  })

  test('a line that comes byte by byte is looked at once, not with each byte', () => {
    const [few, more] = [200, 800].map((count) => workPerCharacter(frame({ content: 'x'.repeat(count) }), 1))
    expect(more! / few!).toBeLessThan(1.3)
  })
})

/** Objects that can be reached from a value. */
function objectsIn(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return seen.size
  seen.add(value)
  for (const child of Object.values(value)) objectsIn(child, seen)
  return seen.size
}

describe('a snapshot', () => {
  test.each([
    'text',
    'reasoning',
    'reasoning in tags',
    'reasoning details',
    'argument fragments',
    'parts of content',
  ])('of an answer of 2,000 chunks of %s has as many objects as one of 20', (name) => {
    const [few, more] = [20, 2000].map((count) => {
      const reader = createCompletionReader()
      reader.push(bodies[name]!(count))
      return objectsIn(reader.snapshot())
    })
    expect(more).toBe(few)
  })

  test('is the same object after chunks that bring nothing new', () => {
    const reader = createCompletionReader()
    const chunk = (delta: object) =>
      `data: ${JSON.stringify({ id: 'i', created: 1, model: 'm', choices: [{ index: 0, delta }] })}\n\n`
    reader.push(chunk({ content: 'a' }))
    const before = reader.snapshot()
    reader.push(chunk({}) + ': keep-alive\n\n' + chunk({ content: '' }) + chunk({ content: null }))
    expect(reader.snapshot()).toBe(before)
  })
})

test('a reader has no getters of its own: they would make a hidden class for each answer and keep it in memory', () => {
  const reader: CompletionReader = createCompletionReader()
  const own = Object.values(Object.getOwnPropertyDescriptors(reader))
  expect(own.filter((property) => property.get)).toEqual([])
  expect([reader.failed, reader.sawOutput, reader.sawFinish, reader.done]).toEqual([
    false,
    false,
    false,
    false,
  ])
})
