/** Text for the benchmarks: made of syllables by a seeded generator, the same in every run. */

export interface Words {
  /** 0 to below 1. */
  share(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  word(): string
  words(count: number): string
}

const syllables = 'ka lo mir ten su ve bra no fi du gel pa ro sim ta un wex zo cha ple dor in'.split(' ')

export function createWords(seed: number): Words {
  let state = seed >>> 0
  // A linear congruential step, then a mix of its bits: even enough for text, and the same everywhere.
  const share = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(share() * (high - low + 1))
  const word = (): string =>
    Array.from({ length: between(1, 3) }, () => syllables[between(0, syllables.length - 1)]).join('')
  return { share, between, word, words: (count) => Array.from({ length: count }, word).join(' ') }
}

function prose(w: Words, count: number): string {
  const out = Array.from({ length: count }, () => {
    const kind = w.share()
    if (kind < 0.03) return `**${w.word()} ${w.word()}**`
    if (kind < 0.05) return `*${w.word()}*`
    if (kind < 0.08) return `\`${w.word()}()\``
    return kind < 0.09 ? `[${w.word()}](https://example.com/${w.word()})` : w.word()
  })
  return `${out.join(' ')}.`
}

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n')
const cellsOf = (w: Words, count: number): string =>
  `| ${Array.from({ length: count }, () => w.words(2)).join(' | ')} |`
const codeLine = (w: Words): string =>
  `${'  '.repeat(w.between(0, 2))}const ${w.word()} = ${w.word()}(${w.between(1, 99)}, "${w.word()}")`

/** Blocks in the order in which answers use them. */
const blocks: readonly ((w: Words) => string)[] = [
  (w) => prose(w, w.between(25, 60)),
  (w) => `${'#'.repeat(w.between(2, 3))} ${w.words(3)}`,
  (w) => prose(w, w.between(25, 60)),
  (w) => rows(w.between(3, 6), () => `- ${prose(w, w.between(5, 12))}`),
  (w) => `\`\`\`js\n${rows(w.between(6, 14), () => codeLine(w))}\n\`\`\``,
  (w) => prose(w, w.between(25, 60)),
  (w) => {
    const columns = w.between(3, 4)
    const lines = rows(w.between(3, 6), () => cellsOf(w, columns))
    return `${cellsOf(w, columns)}\n|${' --- |'.repeat(columns)}\n${lines}`
  },
  (w) => prose(w, w.between(25, 60)),
  (w) => `> ${prose(w, w.between(12, 20))}`,
  (w) => rows(w.between(3, 5), (at) => `${at + 1}. ${prose(w, w.between(5, 12))}`),
]

/** Markdown of about so many characters, every kind of block in turn. */
export function markdown(w: Words, size: number, from = 0): string {
  const out: string[] = []
  for (let length = 0, at = from; length < size; at++) {
    out.push(blocks[at % blocks.length]!(w))
    length += out.at(-1)!.length + 2
  }
  return out.join('\n\n')
}

/** The arguments or the result of a call, of about so many characters as JSON. */
export function record(w: Words, size: number): Record<string, unknown> {
  const rows: unknown[] = []
  const value = { query: w.words(4), limit: w.between(1, 50), filter: { [w.word()]: w.word() }, rows }
  for (let length = 80; length < size; length += 60)
    rows.push({ id: w.between(1, 9999), name: w.words(3), tags: [w.word(), w.word()] })
  return value
}

/** One long block of one kind: so many lines, rows or characters. */
export function longBlock(w: Words, shape: 'fence' | 'table' | 'paragraph', size: number): string {
  if (shape === 'fence') return `\`\`\`js\n${rows(size, () => codeLine(w))}\n\`\`\``
  if (shape === 'table') return `${cellsOf(w, 3)}\n| --- | --- | --- |\n${rows(size, () => cellsOf(w, 3))}`
  let text = ''
  while (text.length < size) text += `${prose(w, 20)} `
  return text
}
