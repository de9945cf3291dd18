import { expect, it } from 'vitest'
import { groupAppends } from './group-appends.js'

it('writes what timers that are due together append in one group', async () => {
  const groups: number[] = []
  const append = groupAppends(async (group) => {
    groups.push(group.length)
    for (const { resolve } of group) resolve('1')
  })
  const later = (runId: string): Promise<string> =>
    new Promise((resolve) =>
      setTimeout(
        () =>
          resolve(
            append({ key: { userId: 'u', threadId: 't', runId }, epoch: 1, events: ['{}'], isLast: false }),
          ),
        5,
      ),
    )
  const appended = ['a', 'b', 'c', 'd'].map(later)
  // All are due by now, so they run one after the other.
  const until = performance.now() + 10
  while (performance.now() < until);
  await Promise.all(appended)
  expect(groups).toEqual([4])
})
