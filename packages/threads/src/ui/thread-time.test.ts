import { expect, test } from 'vitest'
import { englishThreads } from './english.js'
import { threadTime } from './thread-time.js'

/** A Saturday at noon, where the test runs. */
const now = new Date(2026, 10, 21, 12).getTime()
const time = (...at: [number, number, number, number?, number?]): string =>
  threadTime(new Date(...at).getTime(), now, 'en', englishThreads)

test('says when in as few letters as a row has room for', () => {
  expect([
    time(2026, 10, 21, 11, 59.5),
    time(2026, 10, 21, 11, 40),
    time(2026, 10, 21, 3),
    time(2026, 10, 20, 18, 40),
    time(2026, 10, 17, 9),
    time(2026, 9, 2),
    time(2025, 9, 2),
  ]).toEqual(['1 min', '20 min', '9 h', '18:40', 'Tue', 'Oct 2', 'Oct 2, 25'])
})

test('what was written to just now, or by a clock that is ahead, is now', () => {
  expect(threadTime(now - 20_000, now, 'en', englishThreads)).toBe('now')
  expect(threadTime(now + 90_000, now, 'en', englishThreads)).toBe('now')
})
