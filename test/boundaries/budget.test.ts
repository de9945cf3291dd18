import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { limits, overBudget } from './budget.js'
import { measureRoom } from './measure-room.js'

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
