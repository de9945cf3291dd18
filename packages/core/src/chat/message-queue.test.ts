import { describe, expect, it } from 'vitest'
import { afterFirst, splitForRun } from './message-queue.js'

const message = (id: string, parent?: string | null) =>
  parent === undefined ? { id, content: id } : { id, content: id, parent }

it('the run takes what was sent on its own branch, in order', () => {
  const [a, b, c, d] = [message('a'), message('b', null), message('c', 'x'), message('d')]
  expect(splitForRun([a, b, c, d])).toEqual({ taken: [a, d], rest: [b, c] })
})

describe('once the oldest message is the question of a run', () => {
  it('the others stay as they are when it followed the run before', () => {
    const rest = [message('b'), message('c', 'x')]
    expect(afterFirst([message('a'), ...rest], 'end')).toEqual(rest)
    expect(afterFirst([], 'end')).toEqual([])
  })

  it.each(['x', null])(
    'those of its branch (%j) follow it, those of the run before stay at its end',
    (parent) => {
      const other = message('d', 'y')
      const queue = [message('a', parent), message('b'), message('c', parent), other]
      const after = afterFirst(queue, 'end')
      expect(after).toEqual([message('b', 'end'), message('c'), other])
      expect(after[1]).not.toHaveProperty('parent')
      expect(afterFirst(queue, null)[0]).toEqual(message('b', null))
    },
  )
})
