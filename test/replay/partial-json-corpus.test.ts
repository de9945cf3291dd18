import { isDeepStrictEqual } from 'node:util'
import { createPartialJsonReader, readPartialJson, type JsonValue } from '@antiphon/core/partial-json'
import { describe, expect, test } from 'vitest'
import { sharedFolder, sharedJson } from './shared-data.js'

interface ParsingCase {
  name: string
  expect: 'accept' | 'reject' | 'either'
  base64?: string
  repeat?: { text: string; times: number }
  suffix?: string
}

interface ArgumentsCase {
  name: string
  text?: string
  prefix?: string
  repeat?: string
  times?: number
  suffix?: string
  json: 'valid' | 'invalid' | 'empty'
}

const suite = sharedFolder('corpora/json-test-suite')
const parsing = suite ? (sharedJson(suite, 'parsing.json') as ParsingCase[]) : []
const args = sharedFolder('corpora/tool-args')
const calls = args ? (sharedJson(args, 'cases.json') as { cases: ArgumentsCase[] }).cases : []

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const documentOf = ({ base64, repeat, suffix = '' }: ParsingCase): string =>
  base64 === undefined
    ? repeat!.text.repeat(repeat!.times) + suffix
    : decoder.decode(Buffer.from(base64, 'base64'))
const argumentsOf = ({ text, prefix = '', repeat = '', times = 1, suffix = '' }: ArgumentsCase): string =>
  text ?? prefix + repeat.repeat(times) + suffix

/** Parses a text with `JSON.parse`, and returns the result as the reader reports it. */
function oracle(text: string): { value: JsonValue } | { offset: number | undefined } {
  try {
    return { value: JSON.parse(text) as JsonValue }
  } catch (error) {
    const place = /at position (\d+)/.exec((error as Error).message)
    return { offset: place ? Number(place[1]) : undefined }
  }
}

/** Whole, and in pieces of a few lengths: the same verdict as `JSON.parse`, at the same place. */
function judge(text: string): void {
  const wanted = oracle(text)
  for (const size of text.length > 20_000 ? [text.length, 977] : [text.length, 1, 3]) {
    const reader = createPartialJsonReader({ maxDepth: Infinity })
    for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size))
    reader.end()
    if ('value' in wanted) {
      expect(reader.error).toBeUndefined()
      expect(reader.complete).toBe(true)
      expect(equal(reader.value, wanted.value)).toBe(true)
    } else {
      expect(reader.complete).toBe(false)
      expect(reader.error?.message).toBeTruthy()
      if (wanted.offset !== undefined) expect(reader.error?.offset).toBe(wanted.offset)
    }
  }
}

/** As `isDeepStrictEqual`, for values too deep for it. */
function equal(one: unknown, two: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, two]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair
    if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) {
      if (!Object.is(a, b)) return false
      continue
    }
    const keys = Object.keys(a)
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
    if (!isDeepStrictEqual(keys, Object.keys(b))) return false
    for (const key of keys)
      pairs.push([(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]])
  }
  return true
}

/** Paths of a value with what is there. */
function* fieldsOf(
  value: JsonValue | undefined,
  path: (string | number)[] = [],
): Generator<[path: (string | number)[], value: JsonValue]> {
  if (value === undefined) return
  yield [path, value]
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, JsonValue>)[key]
    yield* fieldsOf(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

const at = (value: JsonValue | undefined, path: (string | number)[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((inner, key) => (inner as Record<string, JsonValue>)[key], value)

describe.skipIf(!suite)('R7: the JSON parsing suite', () => {
  test('has 318 cases, 95 of them valid', () => {
    expect(parsing).toHaveLength(318)
    expect(parsing.filter((one) => one.expect === 'accept')).toHaveLength(95)
  })

  test.each(parsing)('$name is judged as by JSON.parse', (one) => {
    judge(documentOf(one))
    if (one.expect === 'accept') expect('value' in oracle(documentOf(one))).toBe(true)
    if (one.expect === 'reject') expect('offset' in oracle(documentOf(one))).toBe(true)
  })

  const accepted = parsing.filter((one) => one.expect === 'accept')
  test.each(accepted)('$name: every prefix has a value or none yet, and complete fields stay', (one) => {
    const text = documentOf(one)
    const whole = JSON.parse(text) as JsonValue
    const growing = createPartialJsonReader()
    for (let cut = 0; cut <= text.length; cut++) {
      if (cut > 0) growing.push(text[cut - 1]!)
      const { value, error, status } = readPartialJson(text.slice(0, cut)).snapshot()
      expect(error).toBeUndefined()
      expect(isDeepStrictEqual(growing.value, value)).toBe(true)
      for (const [path, field] of fieldsOf(value as JsonValue | undefined)) {
        expect(growing.status(path)).toBe(status(path))
        if (status(path) !== 'complete' || one.name.includes('duplicated_key')) continue
        expect(isDeepStrictEqual(field, at(whole, path)), `${cut}: ${path.join('.')}`).toBe(true)
      }
    }
  })
})

describe.skipIf(!args)('arguments of tool calls', () => {
  test.each(calls)('$name is judged as by JSON.parse', (one) => {
    const text = argumentsOf(one)
    judge(text)
    expect('value' in oracle(text)).toBe(one.json === 'valid')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})
