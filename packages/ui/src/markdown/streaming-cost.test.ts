import { expect, test } from 'vitest'
import { amount } from '../../../../test/support/amount.js'
import { countWork } from '../../../../test/support/count-work.js'
import { someOf } from '../../../../test/support/some-of.js'
import { advanceMarkdown, finishMarkdown } from './grow.js'
import { LAZY_FROM } from './lazy.js'
import { emptyMarkdown } from './stream/state.js'
import type { ParseOptions } from './parse-options.js'

/** Lines made of their number, up to a length. */
function lines(size: number, line: (at: number) => string): string {
  let text = ''
  for (let at = 0; text.length < size; at++) text += line(at)
  return text
}

/** Texts in which each new line bears on much of what came before it. */
const texts: Record<string, (size: number) => string> = {
  'references in one paragraph, definitions at the end': (size) =>
    `${lines(size / 2, (at) => `[a${at}][r${at}] `)}\n\n${lines(size / 2, (at) => `[r${at}]: http://a.b/${at}\n`)}`,
  'references in paragraphs, definitions at the end': (size) =>
    `${lines(size / 2, (at) => `See [a${at}][r${at}].\n\n`)}${lines(size / 2, (at) => `[r${at}]: http://a.b/${at}\n\n`)}`,
  'one reference in every paragraph': (size) =>
    `${lines(size, (at) => `See [${at}][r].\n\n`)}[r]: http://a.b\n\n`,
  'definition by definition': (size) => lines(size, (at) => `[r${at}]: http://a.b/${at}\n`),
  'definitions with blank lines': (size) => lines(size, (at) => `[r${at}]: http://a.b/${at}\n\n`),
  'definitions in the items of a list': (size) => lines(size, (at) => `- [r${at}]: http://a.b/${at}\n`),
  'a loose list': (size) => lines(size, (at) => `- item ${at}\n\n`),
  'loose lists in loose lists': (size) => lines(size, (at) => `- a ${at}\n\n  - b\n\n    - c\n\n`),
  'a long loose list in an item': (size) => `- a\n\n${lines(size, (at) => `  - b ${at}\n\n`)}`,
  'a long tight list in an item': (size) => `- a\n${lines(size, (at) => `  - b ${at}\n`)}`,
  'a long list two items deep': (size) => `- a\n\n  - b\n\n${lines(size, (at) => `    - c ${at}\n\n`)}`,
  'code in an item': (size) => `- a\n\n  \`\`\`js\n${lines(size, (at) => `  let a = ${at}\n`)}`,
  'a footnote of many paragraphs': (size) => `[^1]: note\n\n${lines(size, (at) => `    words ${at}\n\n`)}`,
  'a footnote of lazy lines': (size) => `[^1]: note\n${lines(size, (at) => `words ${at}\n`)}`,
}

/**
 * Entries that `Object.assign` copies in `run`: to the counter of work, the whole call costs nothing. A mock would keep all that it was
 * called with, and so each state of the stream.
 */
function countCopies(run: () => void): number {
  let copies = 0
  const { assign } = Object
  Object.assign = (into: object, ...from: unknown[]) => {
    for (const one of from) copies += Object.keys(one ?? {}).length
    return assign(into, ...from) as never
  }
  try {
    run()
  } finally {
    Object.assign = assign
  }
  return copies
}

function cost(text: string, options: ParseOptions): number {
  let work = 0
  const copies = countCopies(() => {
    work = countWork(() => {
      let state = emptyMarkdown
      for (let at = 12; at < text.length + 12; at += 12)
        state = advanceMarkdown(state, text.slice(0, at), options)
      finishMarkdown(state, options)
    }, '/markdown')
  })
  return work + copies
}

test.each(someOf(Object.keys(texts), 3))(
  '%s, twice as long, costs at most 2.3 times as much to stream',
  (name) => {
    const most = amount(48, 256)
    // Shorter texts, and what is read whole up to a length is shorter by as much: that part has a price of its own.
    const options = { lazyFrom: (LAZY_FROM * most) / 256 }
    const [quarter, half, whole] = [most / 4, most / 2, most].map((kB) =>
      cost(texts[name]!(kB * 1024), options),
    )
    expect({ first: half! / quarter!, grows: half! / quarter! > 2.3 }).toHaveProperty('grows', false)
    expect({ second: whole! / half!, grows: whole! / half! > 2.3 }).toHaveProperty('grows', false)
  },
)
