import { isDeepStrictEqual } from 'node:util'
import {
  createPartialJsonReader,
  readPartialJson,
  type JsonValue,
  type PartialJsonReader,
} from '@antiphon/core/partial-json'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

const runs = amount(100, 10_000)

/** Keys that meet each other and those of Object.prototype, and strings with quotes, escapes and halves of characters. */
const key = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', '0', '1', ''), fc.string())
const leaf = fc.oneof(
  fc.constantFrom(null, true, false, -0, 1e21, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary' }),
)
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('json'), { maxLength: 5 }),
    fc
      .array(fc.tuple(key, tie('json')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries) as JsonValue),
  ),
}))

/** A text of that value: with or without spaces, and with characters written as escapes here and there. */
const text = fc.tuple(json, fc.constantFrom('', ' ', '\t'), fc.boolean()).map(([value, space, escaped]) => {
  const plain = JSON.stringify(value, null, space)
  return escaped
    ? plain.replace(/[^ -~\n\t]|[_p]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : plain
})
const cuts = fc.array(fc.nat(300), { maxLength: 30 })

function pushIn(reader: PartialJsonReader, whole: string, places: number[], look: () => void): void {
  let from = 0
  for (const cut of [...places, whole.length].sort((a, b) => a - b)) {
    reader.push(whole.slice(from, cut))
    from = Math.max(from, cut)
    look()
  }
}

/** Freezes all of a value that is not frozen yet. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
}

describe('a JSON text in pieces', () => {
  test('has the value of JSON.parse, however it is cut and whenever it is looked at', () => {
    assertProperty(
      fc.property(text, cuts, fc.array(fc.boolean()), (whole, places, looks) => {
        const reader = createPartialJsonReader()
        let turn = 0
        // The shown value is frozen, so that a change in place throws.
        pushIn(reader, whole, places, () => looks[turn++ % (looks.length || 1)] && freeze(reader.value))
        reader.end()
        expect(reader.error).toBeUndefined()
        expect(reader.complete).toBe(true)
        expect(isDeepStrictEqual(reader.value, JSON.parse(whole))).toBe(true)
      }),
      { numRuns: runs },
    )
  })

  test('that was damaged somewhere is refused where JSON.parse refuses it', () => {
    const damage = fc.tuple(
      fc.nat(200),
      fc.nat(3),
      fc.constantFrom('', '"', ',', '}', ']', '\\', '0', '-', 'x', '\n'),
    )
    assertProperty(
      fc.property(text, damage, cuts, (valid, [place, removed, put], places) => {
        const whole = valid.slice(0, place) + put + valid.slice(place + removed)
        const reader = createPartialJsonReader()
        pushIn(reader, whole, places, () => reader.snapshot())
        reader.end()
        const uncut = readPartialJson(whole)
        uncut.end()
        expect(reader.error).toEqual(uncut.error)
        expect(isDeepStrictEqual(reader.value, uncut.value)).toBe(true)
        let refused: Error | undefined
        let value: unknown
        try {
          value = JSON.parse(whole)
        } catch (error) {
          refused = error as Error
        }
        expect(reader.error === undefined).toBe(refused === undefined)
        const position = /at position (\d+)/.exec(refused?.message ?? '')
        if (position) expect(reader.error?.offset).toBe(Number(position[1]))
        if (!refused) expect(isDeepStrictEqual(reader.value, value)).toBe(true)
      }),
      { numRuns: runs },
    )
  })

  test('changes from one moment to the next only along the way to the place that grows', () => {
    assertProperty(
      fc.property(text, fc.nat(300), fc.nat(20), (whole, cut, more) => {
        const reader = createPartialJsonReader()
        reader.push(whole.slice(0, cut))
        const before = reader.snapshot()
        reader.push(whole.slice(cut, cut + more))
        const after = reader.snapshot()
        const compare = (one: unknown, two: unknown, path: (string | number)[]): void => {
          if (before.status(path) === 'complete') return expect(two).toBe(one)
          if (typeof one !== 'object' || one === null) return
          for (const inner of Object.keys(one)) {
            const values = [one, two] as Record<string, unknown>[]
            compare(values[0]![inner], values[1]![inner], [...path, inner])
          }
        }
        compare(before.value, after.value, [])
      }),
      { numRuns: runs },
    )
  })
})
