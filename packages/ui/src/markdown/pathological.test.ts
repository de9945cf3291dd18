import { expect, test } from 'vitest'
import { createMarkdownDoc, readMarkdown } from './doc.js'
import { heal, holdBack } from './heal.js'
import { labelsOf } from './parse.js'
import { corpus } from './testing/corpus.js'
import { isMisleading } from './url.js'

interface Generator {
  name: string
  prefix?: string
  unit?: string
  times?: number
  suffix?: string
  lines?: number
}

const special: Record<string, (n: number) => string> = {
  'nested-lists-growing-indent': (n) =>
    Array.from({ length: n }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
  'backticks-growing': (n) => Array.from({ length: n }, (_, i) => `e${'`'.repeat(i + 1)}`).join(''),
  'ref-defs-many': (n) =>
    `${Array.from({ length: n / 2 }, (_, i) => `[r${i}]: /u${i}`).join('\n')}\n\n${'[r0] '.repeat(n / 2)}`,
  'heading-depth': (n) => Array.from({ length: n }, (_, i) => `${'#'.repeat((i % 6) + 1)} h`).join('\n'),
}

const make = (
  { name, prefix = '', unit = '', times = 0, suffix = '', lines = 0 }: Generator,
  share: number,
): string =>
  special[name]?.(Math.floor(lines * share)) ?? prefix + unit.repeat(Math.floor(times * share)) + suffix

/** CPU time in ms: other processes on the machine do not count. */
function cost(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const cases = (corpus('pathological/markdown.json') as { cases: Generator[] } | null)?.cases ?? []

test.skipIf(cases.length === 0)(
  'each pathological text is read within a second, and twice as much in about twice the time',
  { timeout: 30_000 },
  () => {
    for (const entry of cases) {
      const half = make(entry, 0.5)
      const whole = make(entry, 1)
      readMarkdown(half)
      const first = cost(() => readMarkdown(half))
      const second = cost(() => readMarkdown(whole))
      expect({ name: entry.name, slow: second > 1000 }).toEqual({ name: entry.name, slow: false })
      expect({ name: entry.name, grows: second > 60 && second > Math.max(20, first) * 4 }).toMatchObject({
        grows: false,
      })
    }
  },
)

test.skipIf(cases.length === 0)(
  'each pathological text streams without an exception or a step over 300 ms',
  { timeout: 30_000 },
  () => {
    for (const entry of cases) {
      const text = make(entry, 1).slice(0, 6000)
      const doc = createMarkdownDoc()
      for (let at = 0; at < text.length; at += 64) {
        const step = cost(() => doc.append(text.slice(at, at + 64)))
        expect({ name: entry.name, at, slow: step > 300 }).toMatchObject({ slow: false })
      }
      doc.finish()
    }
  },
)

test('the scans of our own take linear time on adversarial text', () => {
  const size = 100_000
  const texts = [
    '*',
    '`',
    '[',
    '\\[',
    '[\\',
    '](',
    '| ',
    '- ',
    '1. ',
    '> ',
    'a.',
    'a-',
    '-.',
    ' ',
    '\t',
    '~',
    '#',
    '&',
    '<',
  ].map((unit) => unit.repeat(size / unit.length))
  for (const text of texts.flatMap((text) => [text, `${text}x`, `x${text}`, `${text}\n${text}`]))
    for (const scan of [heal, holdBack, (source: string) => isMisleading(source, new URL('https://a.b'))])
      expect({ text: text.slice(0, 8), slow: cost(() => scan(text)) > 50 }).toMatchObject({ slow: false })
  const token = (content: string) => ({ type: 'inline', content }) as Parameters<typeof labelsOf>[0][number]
  for (const text of texts) expect(cost(() => labelsOf([token(text)]))).toBeLessThan(50)
})
