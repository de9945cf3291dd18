import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { limits, overBudget, overEntryLimits } from './budget.js'
import { entriesOf, measureRoom, namesOf } from './measure-room.js'

const root = join(import.meta.dirname, '../..')

describe('the budget', () => {
  it('holds every package and app to its limits', () => {
    const rooms = ['packages', 'apps'].flatMap((group) =>
      readdirSync(join(root, group)).map((name) => `${group}/${name}`),
    )
    const figures = rooms
      .filter((room) => existsSync(join(root, room, 'package.json')))
      .map((room) => [room, measureRoom(join(root, room))] as const)
    expect(overBudget(Object.fromEntries(figures), limits)).toEqual([])
  })
})

describe('the entries of core, react and ui', () => {
  it('have no more names than their users can look through', () => {
    const entries = ['core', 'react', 'ui'].flatMap((name) => [...entriesOf(join(root, 'packages', name))])
    expect(entries.length).toBeGreaterThan(15)
    const sizes = entries.map(([entry, file]) => {
      const kinds = [...namesOf(file).values()]
      const values = kinds.filter((kind) => kind === 'value').length
      return [entry, { values, types: kinds.length - values }] as const
    })
    expect(overEntryLimits(new Map(sizes))).toEqual([])
  })

  it.each([
    ['@antiphon/react', 18, 20, []],
    [
      '@antiphon/react',
      19,
      0,
      [
        '@antiphon/react has 19 values and 0 types, its limits are 18 and 20. Move a name to an entry for those who extend the kit, or do not export it.',
      ],
    ],
    [
      '@antiphon/react',
      1,
      21,
      [
        '@antiphon/react has 1 values and 21 types, its limits are 18 and 20. Move a name to an entry for those who extend the kit, or do not export it.',
      ],
    ],
    ['@antiphon/core/wire', 20, 10, []],
    [
      '@antiphon/core/wire',
      20,
      11,
      ['@antiphon/core/wire has 31 names, its limit is 30. Make two entries with a purpose each.'],
    ],
  ])('%s with %i values and %i types: %j', (entry, values, types, said) => {
    expect(overEntryLimits(new Map([[entry, { values, types }]]))).toEqual(said)
  })
})

describe('the check of the budget', () => {
  const limit = { lines: 1000, names: 10 }
  const check = (lines: number, names: number) => overBudget({ room: { lines, names } }, { room: limit })

  it.each([
    [1000, 10],
    [900, 10],
  ])('accepts %i lines and %i names', (lines, names) => {
    expect(check(lines, names)).toEqual([])
  })

  it('refuses a line too many', () => {
    expect(check(1001, 10)).toEqual([
      'room has 1001 source lines, 1 above its limit of 1000. Take something out, or raise the limit in a commit of its own whose message says what a user gets for it.',
    ])
  })

  it('refuses a name too many', () => {
    expect(check(1000, 11)).toEqual([
      'room has 11 public names, 1 above its limit of 10. Take something out, or raise the limit in a commit of its own whose message says what a user gets for it.',
    ])
  })

  it('asks for a lower limit when code went', () => {
    expect(check(899, 9)).toEqual([
      'room has 899 source lines, 101 below its limit of 1000. Lower the limit in test/boundaries/budget.ts to 899.',
      'room has 9 public names, 1 below its limit of 10. Lower the limit in test/boundaries/budget.ts to 9.',
    ])
  })

  it('asks for a row of its own for a new package or app', () => {
    expect(overBudget({ library: { lines: 5, names: 2 }, app: { lines: 7 } }, {})).toEqual([
      'library has no row in test/boundaries/budget.ts. Add one with 5 lines and 2 names.',
      'app has no row in test/boundaries/budget.ts. Add one with 7 lines.',
    ])
  })

  it('refuses a row without a room', () => {
    expect(overBudget({}, { room: limit })).toEqual([
      'room is not there. Delete its row in test/boundaries/budget.ts.',
    ])
  })
})
