import { expect, test } from 'vitest'
import { countWork } from '../../../../test/support/count-work.js'
import { someOf } from '../../../../test/support/some-of.js'
import { createMarkdownDoc } from './testing/markdown-doc.js'
import { labelsOf } from './labels.js'
import { readMarkdown } from './read.js'
import { heal, holdBack } from './stream/open-paragraph.js'
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

/** Our own code and the parser's: counted, not timed, so that the machine does not matter. */
const cost = (work: () => void): number => countWork(work, '/markdown')

const cases = someOf((corpus('pathological/markdown.json') as { cases: Generator[] } | null)?.cases ?? [], 5)

test.skipIf(cases.length === 0)(
  'each pathological text, twice as long, costs at most three times as much (S50)',
  () => {
    for (const entry of cases) {
      const [half, whole] = [make(entry, 0.5), make(entry, 1)]
      const growth = cost(() => readMarkdown(whole)) / cost(() => readMarkdown(half))
      // Some of them grow with the square of their lines.
      const longer = whole.length / half.length
      expect({ name: entry.name, growth, grows: growth > longer * 1.5 }).toHaveProperty('grows', false)
    }
  },
)

test.skipIf(cases.length === 0)(
  'each pathological text streams without an exception, and no step costs more than reading all that came',
  () => {
    for (const entry of cases) {
      const text = make(entry, 1).slice(0, 6000)
      const steps = Math.ceil(text.length / 64)
      const stream = cost(() => {
        const doc = createMarkdownDoc()
        for (let at = 0; at < steps; at++) doc.append(text.slice(at * 64, at * 64 + 64))
        doc.finish()
      })
      // Blocks run for each character that a step may read again: 600 at the most here, whatever the length.
      const perCharacter = stream / steps / (text.length / 2)
      expect({ name: entry.name, perCharacter, many: perCharacter > 1500 }).toHaveProperty('many', false)
    }
  },
)

test('the scans of our own take linear time on adversarial text (S53)', () => {
  const units = [
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
  ]
  const scans: Record<string, (text: string) => unknown> = {
    heal,
    holdBack,
    isMisleading: (text) => isMisleading(text, new URL('https://a.b')),
    labelsOf: (content) => labelsOf([{ type: 'inline', content } as Parameters<typeof labelsOf>[0][number]]),
  }
  const shapes = [
    (text: string) => text,
    (text: string) => `${text}x`,
    (text: string) => `x${text}`,
    (text: string) => `${text}\n${text}`,
  ]
  for (const unit of someOf(units, 3))
    for (const [name, scan] of Object.entries(scans)) {
      const of = (size: number) =>
        cost(() => shapes.forEach((shape) => scan(shape(unit.repeat(size / unit.length)))))
      const growth = of(60_000) / of(6_000)
      expect({ unit, name, growth, grows: growth > 15 }).toHaveProperty('grows', false)
    }
})
