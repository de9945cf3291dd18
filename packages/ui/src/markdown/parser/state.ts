import type { Layers } from '../layers.js'
import { isSpace } from './characters.js'
import { Token, type Lines } from './token.js'

export interface Definition {
  readonly href: string
}

/** Definitions by their normal label; null for none. */
export type Refs = Layers<Definition> | null

/** The rules that only growing text needs. */
export interface OpenRules {
  closeOpeners: (state: InlineState) => void
  holdLastAddress: (tokens: readonly Token[]) => void
  /** The words `[from, to)` of a link that starts at `bracket` and is not finished at the end; null if there is none. */
  pendingLabel: (state: InlineState, bracket: number) => [from: number, to: number] | null
}

/** State that the rules share during one parse. */
export interface ParseEnv {
  /** While blocks are read, those of the text itself are the layer on top. */
  readonly references: Refs
  /** Rules beyond CommonMark and GFM. */
  readonly syntax?: Syntax | undefined
  /** The inline text at the end of an unfinished source: its open marks are closed in the view. */
  openText?: string | undefined
  openFrom?: number | undefined
  /** An inline text to probe: `alive` becomes the offset of its first mark that later text could close. */
  probeText?: string | undefined
  alive?: number | undefined
  /** The reader of such a text; loaded with the code for growing text. */
  openRules?: OpenRules | undefined
}

/** The block around a line, which decides what may end the line's paragraph. */
export type Parent = 'root' | 'paragraph' | 'reference' | 'quote' | 'list' | 'table'

/**
 * Reads a block that starts at `line`: pushes its tokens and sets `state.line` after it. With `silent` it only returns
 * whether it could.
 */
export type BlockRule = (state: BlockState, line: number, end: number, silent: boolean) => boolean

/** All rules, for the content of quotes and lists. */
export interface Grammar {
  readBlocks: (state: BlockState, line: number, end: number) => void
  /** Whether a line begins a block that may end the `parent` it is in, without a blank line before it. */
  isInterrupted: (state: BlockState, line: number, end: number, parent: Parent) => boolean
}

/** The start and indent of each line. Quotes and lists move them while they are read. */
export class BlockState {
  readonly src: string
  readonly env: ParseEnv
  readonly grammar: Grammar
  readonly tokens: Token[] = []
  /** Offsets of each line's start and end. */
  readonly starts: number[] = []
  readonly ends: number[] = []
  /** Characters of white space at each line's start. */
  readonly shifts: number[] = []
  /** The same in columns. -1 marks a lazy continuation line. */
  readonly indents: number[] = []
  /** Columns before the line's start that a tab counts from. */
  readonly bases: number[] = []
  /** Columns that the block around is indented by. */
  indent = 0
  line = 0
  lineMax: number
  tight = false
  listIndent = -1
  parent: Parent = 'root'
  level = 0

  constructor(src: string, env: ParseEnv, grammar: Grammar) {
    this.src = src
    this.env = env
    this.grammar = grammar
    let at = 0
    while (at < src.length) {
      const feed = src.indexOf('\n', at)
      const end = feed < 0 ? src.length : feed
      let pos = at
      let columns = 0
      for (; pos < end && isSpace(src[pos]); pos++) columns += src[pos] === '\t' ? 4 - (columns % 4) : 1
      // Blanks at the very end of a text do not count as a line.
      if (feed >= 0 || pos < end) this.addLine(at, end, pos - at, columns)
      at = end + 1
    }
    this.lineMax = this.starts.length
    // One more, so that rules may look behind the end.
    this.addLine(src.length, src.length, 0, 0)
  }

  private addLine(start: number, end: number, shift: number, indent: number): void {
    this.starts.push(start)
    this.ends.push(end)
    this.shifts.push(shift)
    this.indents.push(indent)
    this.bases.push(0)
  }

  push(type: string, nesting: 1 | 0 | -1, map: Lines | null = null): Token {
    const token = new Token(type, nesting)
    token.map = map
    if (nesting < 0) this.level--
    token.level = this.level
    if (nesting > 0) this.level++
    this.tokens.push(token)
    return token
  }

  /** A block that holds inline text. */
  pushText(type: string, content: string, map: Lines): Token {
    const open = this.push(`${type}_open`, 1, map)
    this.push('inline', 0, map).content = content
    this.push(`${type}_close`, -1)
    return open
  }

  /** Offset of a line's first character that is not white space. */
  from = (line: number): number => (this.starts[line] ?? 0) + (this.shifts[line] ?? 0)

  end = (line: number): number => this.ends[line] ?? 0

  /** Columns that a line is indented by, inside the block around it. */
  dent = (line: number): number => (this.indents[line] ?? 0) - this.indent

  isEmpty = (line: number): boolean => this.from(line) >= this.end(line)

  /** A line without its indent. */
  text = (line: number): string => this.src.slice(this.from(line), this.end(line))

  skipSpaces(pos: number): number {
    while (isSpace(this.src[pos])) pos++
    return pos
  }

  skipChars(pos: number, char: string | undefined): number {
    while (pos < this.src.length && this.src[pos] === char) pos++
    return pos
  }

  /** Lines `[begin, end)` with `indent` columns taken off each. */
  getLines(begin: number, end: number, indent: number, keepLastFeed = false): string {
    const { src } = this
    let out = ''
    for (let line = begin; line < end; line++) {
      const start = this.starts[line] ?? 0
      const last = this.end(line) + (line + 1 < end || keepLastFeed ? 1 : 0)
      let first = start
      let taken = 0
      for (; first < last && taken < indent; first++) {
        if (src[first] === '\t') taken += 4 - ((taken + (this.bases[line] ?? 0)) % 4)
        // The columns of a quote's or list's mark count as indent.
        else if (src[first] === ' ' || first - start < (this.shifts[line] ?? 0)) taken++
        else break
      }
      out += ' '.repeat(Math.max(0, taken - indent)) + src.slice(first, last)
    }
    return out
  }
}

/**
 * Reads a mark at `state.pos`: pushes tokens and sets `pos` after it, or returns false. With `silent` it pushes nothing, which
 * the search for the end of a label uses.
 */
export type InlineRule = (state: InlineState, silent: boolean) => boolean

/** A mark that may begin or end emphasis. */
export interface Delimiter {
  readonly marker: string
  /** Length of its run of marks; 0 for strikethrough, which has no rule of three. */
  readonly length: number
  readonly token: number
  /** Its offset, for marks of the whole text. */
  readonly at: number
  /** Index of the mark that ends it, -1 for none. */
  end: number
  open: boolean
  close: boolean
}

/** Deeper brackets than this are text. */
const MAX_DEPTH = 100

/** All rules, for the labels of links. */
export interface InlineGrammar {
  /** Reads the mark at `pos`; false for plain text. */
  readOne: InlineRule
  /** Reads `[pos, posMax)`. */
  readAll: (state: InlineState) => void
  /** Reads a text of its own, such as the words for an image. */
  readText: (text: string, env: ParseEnv) => Token[]
}

/** One inline text while it is read. */
export class InlineState {
  readonly src: string
  readonly env: ParseEnv
  readonly grammar: InlineGrammar
  readonly tokens: Token[] = []
  pos = 0
  posMax: number
  /** Plain text not pushed yet. */
  pending = ''
  /** Above 0 inside the words of a link. */
  linkLevel = 0
  delimiters: Delimiter[] = []
  /** Lists of delimiters: of the text, and of the words of each link. */
  readonly lists: Delimiter[][] = [this.delimiters]
  private readonly ends = new Map<number, number>()
  private depth = 0
  private lastRuns: Map<number, number> | null = null

  constructor(src: string, env: ParseEnv, grammar: InlineGrammar) {
    this.src = src
    this.env = env
    this.grammar = grammar
    this.posMax = src.length
  }

  push(type: string, nesting: 1 | 0 | -1, content = ''): Token {
    if (this.pending !== '') {
      const text = new Token('text', 0, this.pending)
      this.pending = ''
      this.tokens.push(text)
    }
    const token = new Token(type, nesting, content)
    this.tokens.push(token)
    return token
  }

  /** A link over `[from, to)`, whose marks are paired among themselves. */
  pushLink(from: number, to: number): Token {
    const { delimiters, posMax } = this
    const open = this.push('link_open', 1)
    this.delimiters = []
    this.lists.push(this.delimiters)
    this.pos = from
    this.posMax = to
    this.linkLevel++
    this.grammar.readAll(this)
    this.linkLevel--
    this.push('link_close', -1)
    this.delimiters = delimiters
    this.posMax = posMax
    return open
  }

  /** Sets `pos` behind the next mark or character, without reading it. Each place is looked at once. */
  skip(): void {
    const { pos } = this
    const known = this.ends.get(pos)
    if (known !== undefined) {
      this.pos = known
      return
    }
    if (this.depth >= MAX_DEPTH) this.pos = this.posMax
    else {
      this.depth++
      if (!this.grammar.readOne(this, true)) this.pos++
      this.depth--
    }
    this.ends.set(pos, this.pos)
  }

  /** Offset of the `]` of the label that begins with the bracket at `start`, -1 if there is none. */
  labelEnd(start: number, noLinks: boolean): number {
    const { pos: before, posMax, src } = this
    let level = 1
    let end = -1
    this.pos = start + 1
    while (this.pos < posMax) {
      const char = src[this.pos]
      if (char === ']' && --level === 0) {
        end = this.pos
        break
      }
      const at = this.pos
      this.skip()
      if (char !== '[') continue
      if (at === this.pos - 1) level++
      else if (noLinks) break
    }
    this.pos = before
    return end
  }

  /** Whether a run of `length` backticks comes at `pos` or later. */
  hasRun(length: number, pos: number): boolean {
    if (this.lastRuns === null) {
      this.lastRuns = new Map()
      for (const { 0: run, index } of this.src.matchAll(/`+/g)) this.lastRuns.set(run.length, index)
    }
    return (this.lastRuns.get(length) ?? -1) >= pos
  }
}

/** Rules beyond CommonMark and GFM, asked before the others. */
export interface Syntax {
  /** By the character that an inline mark begins with. */
  readonly inline: Readonly<Record<string, InlineRule>>
  /** May end a paragraph. */
  readonly block?: BlockRule | undefined
}
