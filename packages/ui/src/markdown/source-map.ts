import type { BlockNode, Inline } from './ast.js'
import { buildNode, parseBlocks } from './parse.js'
import { collectNotes } from './render/notes.js'
import { normalise } from './stream/state.js'
import { lineOffsets } from './stream/lines.js'
import { flat } from './rope.js'
import type { Syntax } from './parser/state.js'

/** Which characters on the screen come from which characters of a markdown source. */
export interface SourceMap {
  /** The texts on screen in order, between marks, without additions of the page. */
  readonly shown: readonly string[]
  /** The characters `[from, to)` of all `shown`, joined, that come from `[start, end)` of the source. Undefined where none do. */
  toShown(start: number, end: number): Span | undefined
  /** The offset in the source for an offset in all `shown`, joined. A space gets the offset of the word before it. */
  toSource(at: number): number | undefined
}

interface Block {
  /** Offsets in the source. */
  readonly start: number
  readonly end: number
  readonly shown: readonly string[]
  /** Where `shown` begins among all that is shown. */
  at: number
}

type Span = [from: number, to: number]

function union(ranges: readonly (Span | null | undefined)[]): Span | undefined {
  const found = ranges.filter((range) => range != null)
  if (found.length === 0) return undefined
  return [Math.min(...found.map(([from]) => from)), Math.max(...found.map(([, to]) => to))]
}

/** How many marks at either end of a range are looked at one by one. */
const MARKS = 16
/** For a longer range only its ends are searched. */
const LONG = 400
/** Characters of one look for an offset. */
const LOOK = 24

/**
 * Maps offsets without support in the parser: it replaces the letters of a piece of the source and looks which text on
 * screen changes. It parses only the block of that piece again.
 */
export function createSourceMap(source: string, syntax?: Syntax): SourceMap {
  const text = normalise(source)
  const offset = (at: number): number => (text === source ? at : normalise(source.slice(0, at)).length)
  const parsed = parseBlocks(text, null, syntax)
  const read = (piece: string): BlockNode[] => {
    const { blocks, env } = parseBlocks(piece, parsed.env.references, syntax)
    return blocks.map((block) => buildNode(block, env)).filter((node) => node !== null)
  }
  const lines = lineOffsets(text)
  const nodes: BlockNode[] = []
  const blocks: Block[] = []
  const notes = new Map<BlockNode, Block>()
  for (const { from, to } of parsed.blocks) {
    const start = lines[from] ?? text.length
    const end = lines[to] ?? text.length
    const own = read(text.slice(start, end))
    const block = { start, end, shown: own.flatMap(textsOf), at: 0 }
    nodes.push(...own)
    if (own[0]?.type === 'footnote') notes.set(own[0], block)
    else blocks.push(block)
  }
  // Footnotes come below the text, in the order of their marks.
  for (const note of collectNotes([nodes]).list) blocks.push(notes.get(note)!)
  let length = 0
  for (const block of blocks) {
    block.at = length
    for (const piece of block.shown) length += piece.length
  }

  /** The change of a block on screen when its source changes; null if its marks change too. */
  const changed = (block: Block, replaced: string): Span | null | undefined => {
    const before = block.shown.join('')
    const now = read(replaced).flatMap(textsOf).join('')
    if (now.length !== before.length) return null
    let [from, to] = [0, now.length]
    while (from < to && now[from] === before[from]) from++
    while (from < to && now[to - 1] === before[to - 1]) to--
    if (from === to) return undefined
    // A character of two units that changed in one of them changed as a whole.
    if (/[\udc00-\udfff]/.test(before[from]!) && from > 0) from--
    if (/[\ud800-\udbff]/.test(before[to - 1]!)) to++
    return [block.at + from, block.at + to]
  }

  const ofBlock = (block: Block, from: number, to: number): Span | undefined => {
    const piece = text.slice(block.start, block.end)
    const start = Math.max(from, block.start) - block.start
    const end = Math.min(to, block.end) - block.start
    if (start >= end) return undefined
    if (end - start === piece.length) {
      const length = block.shown.reduce((sum, shown) => sum + shown.length, 0)
      return length > 0 ? [block.at, block.at + length] : undefined
    }
    if (end - start > LONG)
      return union([
        ofBlock(block, from, block.start + start + LONG / 2),
        ofBlock(block, block.start + end - LONG / 2, to),
      ])
    const put = (inner: string, first: number, last: number): string =>
      piece.slice(0, first) + inner + piece.slice(last)
    const words = piece.slice(start, end)
    const whole = changed(block, put(others(words), start, end))
    // A letter of an entity or the number of a list is part of a mark: then each half for itself.
    if (whole === null && words.length > 1) {
      const middle = block.start + ((start + end) >> 1)
      return union([ofBlock(block, from, middle), ofBlock(block, middle, to)])
    }
    const marks = marksAt(words).map((mark) => changed(block, put('§', start + mark, start + mark + 1)))
    return union([whole, ...marks.filter((one) => one && one[1] - one[0] === 1)])
  }

  const toShown: SourceMap['toShown'] = (start, end) => {
    const from = offset(start)
    const to = offset(end)
    return union(blocks.map((block) => ofBlock(block, from, to)))
  }

  return {
    shown: blocks.flatMap((block) => block.shown),
    toShown,
    toSource(at) {
      const block = blocks.findLast((one) => one.at <= at)
      if (!block) return undefined
      let [low, high] = [block.start, block.end]
      while (high - low > LOOK) {
        const middle = (low + high) >> 1
        let look = middle
        let range: Span | undefined
        for (; !range && look < high; look += LOOK) range = ofBlock(block, look, Math.min(high, look + LOOK))
        if (!range || range[0] > at) high = middle
        else if (range[1] <= at) low = look
        else [low, high] = [look - LOOK, Math.min(high, look)]
      }
      let found: number | undefined
      for (let one = low; one < high; one++) {
        const range = ofBlock(block, one, one + 1)
        if (range && range[0] > at) break
        if (range) found = one
      }
      return found === undefined || text === source ? found : sourceOffset(source, found)
    },
  }
}

/** The texts of a block as the page draws them. Formulas and the numbers of notes are drawn otherwise. */
function textsOf(node: BlockNode): string[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return flat(node.content).flatMap(ofInlines)
    case 'code':
      return [node.chunks.join('\n')]
    case 'table':
      return [node.head, ...flat(node.rows)].flatMap((row) => row.flatMap(ofInlines))
    case 'list':
      return flat(node.items).flatMap(({ children }) => children.flatMap(textsOf))
    case 'quote':
    case 'footnote':
      return node.children.flatMap(textsOf)
    default:
      return []
  }
}

const ofInlines = (nodes: readonly Inline[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text' || node.type === 'code') return [node.text]
    return 'children' in node ? ofInlines(node.children) : []
  })

/** Characters that may be marks of markdown. The first and the last few of a text are enough: a range has two ends. */
function marksAt(words: string): number[] {
  const all = [...words.matchAll(/[*_`~#[\]<>|\\+=&$^{}-]/g)].map(({ index }) => index)
  return all.length <= 2 * MARKS ? all : [...all.slice(0, MARKS), ...all.slice(-MARKS)]
}

/** The text with each character but marks replaced by another of its kind and length, which markdown reads alike. */
function others(words: string): string {
  let text = ''
  for (const character of words) text += other(character)
  return text
}

/** Two characters for each kind, so that each has another. Marks have none. */
const KINDS: readonly [kind: RegExp, one: string, two: string][] = [
  [/^[a-z]$/, 'q', 'k'],
  [/^[A-Z]$/, 'Q', 'K'],
  [/^[0-9]$/, '7', '3'],
  [/^[,;:.?!'"()/%@]$/, ',', ';'],
  [/^[\p{L}\p{N}]$/u, 'ж', 'щ'],
  [/^(?!\s)[\u0080-\uffff]$/, '§', '¶'],
  [/^..$/s, '😀', '😁'],
]

function other(character: string): string {
  const [, one, two] = KINDS.find(([kind]) => kind.test(character)) ?? [undefined, character, character]
  return character === one ? two : one
}

/** The offset of a character in a source whose lines end in CR LF. */
function sourceOffset(source: string, at: number): number {
  let left = at
  let i = 0
  for (; left > 0; i++) if (!(source[i] === '\r' && source[i + 1] === '\n')) left--
  return i
}
