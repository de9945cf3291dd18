import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAccumulator } from '../../packages/core/src/wire/accumulate/accumulator.js'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

interface Call {
  id: string
  name: string
  args: string
}

type Fragment = Record<string, unknown>
/** One list per call: its fragments in order. */
type Pieces = Fragment[][]

/** How servers deliver calls (docs/wire 2.5). `mix`: fragments of several calls may come interleaved. */
interface Delivery {
  mix?: boolean
  /** Several fragments may share a chunk. */
  batch?: boolean
  /** The server gives no ids. */
  anonymous?: boolean
  /** Each fragment comes once more as the old `function_call`, which holds one call. */
  legacy?: boolean
  pieces(calls: Call[], cut: (text: string) => string[]): Pieces
}

const fn = (name: unknown, args: unknown) => ({
  ...(name !== undefined && { name }),
  ...(args !== undefined && { arguments: args }),
})
const inOrder = (calls: Call[], of: (call: Call, index: number) => Fragment[]): Pieces => calls.map(of)

/** The same value written in another way. */
const spaced = (text: string) =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).toReversed()), null, 1)

const deliveries: Record<string, Delivery> = {
  'index, then id and name first': {
    mix: true,
    batch: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, type: 'function', function: fn(name, '') },
        ...cut(args).map((text) => ({ index, function: fn(undefined, text) })),
      ]),
  },
  'id and name on each fragment': {
    mix: true,
    batch: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) =>
        cut(args).map((text) => ({ index, id, function: fn(name, text) })),
      ),
  },
  'another id on each fragment': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, type: 'function', function: fn(name, '') },
        ...cut(args).map((text, at) => ({ index, id: `${id}-${at}`, function: fn(undefined, text) })),
      ]),
  },
  'another id and the name on each fragment': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) =>
        cut(args).map((text, at) => ({ index, id: at === 0 ? id : `${id}-${at}`, function: fn(name, text) })),
      ),
  },
  'another id on each fragment, no index': {
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }) => [
        { id, function: fn(name, '') },
        ...cut(args).map((text, at) => ({ id: `${id}-${at}`, function: fn(undefined, text) })),
      ]),
  },
  'another index on each fragment': {
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, at) => [
        { index: at * 100, id, function: fn(name, '') },
        ...cut(args).map((text, n) => ({ index: at * 100 + n + 1, function: fn(undefined, text) })),
      ]),
  },
  'another index and id on each fragment': {
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, at) => [
        { index: at * 100, id, function: fn(name, '') },
        ...cut(args).map((text, n) => ({
          index: at * 100 + n + 1,
          id: `${id}-${n}`,
          function: fn(undefined, text),
        })),
      ]),
  },
  'another index and id, and the name, on each fragment': {
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, at) =>
        cut(args).map((text, n) => ({
          index: at * 100 + n,
          id: n === 0 ? id : `${id}-${n}`,
          function: fn(name, text),
        })),
      ),
  },
  'the same call again at a second index, with other spaces and order': {
    pieces: (calls) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, function: fn(name, spaced(args)) },
        { index: index + 100, id, function: fn(name, args) },
      ]),
  },
  'function_call beside tool_calls': {
    anonymous: true,
    legacy: true,
    pieces: (calls, cut) =>
      calls
        .slice(0, 1)
        .map(({ name, args }) => [
          { index: 0, function: fn(name, '') },
          ...cut(args).map((text) => ({ index: 0, function: fn(undefined, text) })),
        ]),
  },
  'the same call again at a second index': {
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, function: fn(name, '') },
        ...cut(args).map((text) => ({ index, function: fn(undefined, text) })),
        { index: index + 100, id, function: fn(name, args) },
      ]),
  },
  'name first, and the whole call at a second index': {
    pieces: (calls) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, function: fn(name, '') },
        { index: index + 100, id, function: fn(name, args) },
      ]),
  },
  'empty id and name later': {
    mix: true,
    batch: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, function: fn(name, null) },
        ...cut(args).map((text) => ({ index, id: '', type: null, function: fn('', text) })),
      ]),
  },
  'index from 1 with holes': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, at) => [
        { index: at * 3 + 1, id, function: fn(name, undefined) },
        ...cut(args).map((text) => ({ index: at * 3 + 1, function: fn(undefined, text) })),
      ]),
  },
  'no index, id on each fragment': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }) => [
        { id, function: fn(name, '') },
        ...cut(args).map((text) => ({ id, function: fn(undefined, text) })),
      ]),
  },
  'no index, id first only': {
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }) => [
        { id, function: fn(name, '') },
        ...cut(args).map((text) => ({ function: fn(undefined, text) })),
      ]),
  },
  'index always 0': {
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }) => [
        { index: 0, id, function: fn(name, '') },
        ...cut(args).map((text) => ({ index: 0, function: fn(undefined, text) })),
      ]),
  },
  'index always 0, id on each fragment': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }) => [
        { index: 0, id, function: fn(name, '') },
        ...cut(args).map((text) => ({ index: 0, id, function: fn(undefined, text) })),
      ]),
  },
  'whole calls without index': {
    batch: true,
    pieces: (calls) => inOrder(calls, ({ id, name, args }) => [{ id, function: fn(name, args) }]),
  },
  'whole calls, index always 0': {
    pieces: (calls) => inOrder(calls, ({ id, name, args }) => [{ index: 0, id, function: fn(name, args) }]),
  },
  'arguments as objects': {
    batch: true,
    pieces: (calls) =>
      inOrder(calls, ({ id, name, args }, index) => [{ index, id, function: fn(name, JSON.parse(args)) }]),
  },
  'all arguments so far': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => {
        let soFar = ''
        return cut(args).map((text) => ({ index, id, function: fn(name, (soFar += text)) }))
      }),
  },
  'written as JSON twice': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, function: fn(name, '') },
        ...cut(JSON.stringify(args)).map((text) => ({ index, function: fn(undefined, text) })),
      ]),
  },
  '{} first': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, function: fn(name, '{}') },
        ...cut(args).map((text) => ({ index, function: fn(undefined, text) })),
      ]),
  },
  'name that grows': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, function: fn(name.slice(0, 1), undefined) },
        { index, function: fn(name.slice(0, 3), undefined) },
        { index, function: fn(name, undefined) },
        ...cut(args).map((text) => ({ index, function: fn(undefined, text) })),
      ]),
  },
  'name in pieces': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        { index, id, function: fn(name.slice(0, 2), '') },
        { index, function: fn(name.slice(2), '') },
        ...cut(args).map((text) => ({ index, function: fn(undefined, text) })),
      ]),
  },
  'id and name last': {
    mix: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ id, name, args }, index) => [
        ...cut(args).map((text) => ({ index, function: fn(undefined, text) })),
        { index, id, function: fn(name, undefined) },
      ]),
  },
  'no ids': {
    mix: true,
    anonymous: true,
    pieces: (calls, cut) =>
      inOrder(calls, ({ name, args }, index) => [
        { index, function: fn(name, '') },
        ...cut(args).map((text) => ({ index, function: fn(undefined, text) })),
      ]),
  },
}

/** Calls that a model may send: names that begin alike, arguments with brackets and quotes inside. */
const word = fc.constantFrom('a', '{}', '}', '"', 'x{"y', '\\', 'Ålesund', '')
const call = fc.record({
  name: fc.constantFrom('read', 'read_tide', 'read_tide_at', 'plot'),
  value: fc.dictionary(
    fc.constantFrom('port', 'n', 'to'),
    fc.oneof(word, fc.nat(9), fc.array(word, { maxLength: 2 })),
  ),
})

describe('calls come out as they went in, however a server delivers them (docs/wire 2.5)', () => {
  test.each(Object.entries(deliveries))('%s', (_name, { mix, batch, anonymous, legacy, pieces }) => {
    const plan = fc.record({
      calls: fc.array(call, { minLength: 1, maxLength: 4 }),
      cuts: fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }),
      order: fc.array(fc.nat(3), { maxLength: 40 }),
      together: fc.boolean(),
    })
    assertProperty(
      fc.property(plan, ({ calls, cuts, order, together }) => {
        const wanted = (legacy ? calls.slice(0, 1) : calls).map(({ name, value }, at) => ({
          id: `c${at}`,
          name,
          args: JSON.stringify(value),
        }))
        const lists = pieces(wanted, (text) => cutAt(text, cuts))
        const fragments = arrange(lists, mix ? order : [])
        const chunks = together && batch ? [fragments] : fragments.map((one) => [one])
        const accumulator = createAccumulator()
        for (const tool_calls of chunks) {
          const old = legacy && { function_call: tool_calls[0]!['function'] }
          accumulator.push({ choices: [{ index: 0, delta: { tool_calls, ...old } }] })
        }
        const { message } = accumulator.finish('done')
        const found = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
          id,
          name,
          args,
        }))
        expect(found).toEqual(anonymous ? wanted.map((one, at) => ({ ...one, id: `call_${at}` })) : wanted)
      }),
      { numRuns: amount(60, 300) },
    )
  })
})

/** In pieces of at least one character. */
function cutAt(text: string, sizes: number[]): string[] {
  const parts: string[] = []
  for (let from = 0, at = 0; from < text.length; at++) {
    const size = sizes[at % sizes.length]! + 1
    parts.push(text.slice(from, from + size))
    from += size
  }
  return parts
}

/** Fragments of each call stay in order, and calls begin in order; `order` says whose turn it is. */
function arrange(lists: Pieces, order: number[]): Fragment[] {
  const rest = lists.map((list) => [...list])
  const out = rest.length > 1 && order.length > 0 ? rest.map((list) => list.shift()!) : []
  for (const pick of order) out.push(...(rest[pick % rest.length]?.splice(0, 1) ?? []))
  return [...out, ...rest.flat()]
}
