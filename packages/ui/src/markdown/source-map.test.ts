import { describe, expect, test } from 'vitest'
import { createSourceMap } from './source-map.js'

const answer = [
  '## The time, the time',
  '',
  'It is **09:03**, and *the **same** time* in `the time`. A\\*b, snake_case_name, state-of-the-art, 2 * 3 = 6.',
  'See [the time](https://time.example "time"), <https://time.example>, www.time.example and ![the time](x.png).[^1]',
  '',
  '1. the time',
  '2. the time',
  '   - [x] the time',
  '',
  '> the time',
  '> > the *time*',
  '',
  '| the | time |',
  '|---|--:|',
  '| the time | `09` |',
  '',
  '```ts',
  'const time = `the *time*`',
  '```',
  '',
  '[^1]: the time, at the end',
  '',
  '東京の時間、東京の**時間**。😀 and 😀 [the time][time]',
  '',
  '[time]: https://time.example',
].join('\n')

/** The text on the screen that comes from one character of the source. */
const shownOf = (map: ReturnType<typeof createSourceMap>, at: number, text: string): string =>
  text.slice(...(map.toShown(at, at + 1) ?? [0, 0]))

describe.each([
  ['LF', answer],
  ['CR LF', answer.replaceAll('\n', '\r\n')],
])('a source with %s', (_, source) => {
  const map = createSourceMap(source)
  const text = map.shown.join('')

  test('each character that is shown stands for itself, in order, and leads back to where it was written', () => {
    let last = -1
    const seen: string[] = []
    for (let at = 0; at < source.indexOf('[^1]:'); at++) {
      const range = map.toShown(at, at + 1)
      if (!range) continue
      const shown = shownOf(map, at, text)
      if (shown !== source[at] && !shown.includes('😀')) seen.push(`${at}: ${source[at]} as ${shown}`)
      if (range[0] <= last) seen.push(`${at}: ${source[at]} again`)
      if (map.toSource(range[0]) !== at) seen.push(`${at}: ${source[at]} leads to ${map.toSource(range[0])}`)
      last = range[0]
    }
    expect(seen).toEqual([])
  })

  test('marks, addresses and numbers of lists are not on the screen', () => {
    for (const hidden of [
      '## ',
      '**',
      'https://time.example "time"',
      '2. ',
      '|---|--:|',
      '```ts',
      '[x]',
      '[time]: https',
    ])
      expect([hidden, map.toShown(source.indexOf(hidden), source.indexOf(hidden) + hidden.length)]).toEqual([
        hidden,
        undefined,
      ])
  })

  test('a footnote is at the end, where it is shown', () => {
    const at = source.indexOf('at the end')
    expect(text.slice(...map.toShown(at, at + 10)!)).toBe('at the end')
    expect(text.endsWith('the time, at the end')).toBe(true)
  })
})

test('what is longer than a word has both of its ends', () => {
  const map = createSourceMap(answer)
  const start = answer.indexOf('It is')
  const shown = map.toShown(start, answer.indexOf(' A\\*b'))!
  expect(map.shown.join('').slice(...shown)).toBe('It is 09:03, and the same time in the time.')
})
