import { expect, it } from 'vitest'
import { reuseEqual } from './outline-turns.js'

const turn = (results?: string[]) => ({ key: 't', steps: [{ key: 's', results }] })

it('gives what says the same as the same object', () => {
  const before = [turn(['a', 'b'])]
  expect(reuseEqual([turn(['a', 'b'])], before)[0]).toBe(before[0])
})

it('takes a list for another thing than no list', () => {
  expect(reuseEqual([turn(['a'])], [turn()])).toEqual([turn(['a'])])
  expect(reuseEqual([turn()], [turn(['a'])])).toEqual([turn()])
})
