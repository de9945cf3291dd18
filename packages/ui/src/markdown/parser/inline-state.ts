import type { ParseEnv } from './block-state.js'
import { isPunctuation, isWhite } from './characters.js'
import { Token } from './token.js'

/**
 * Reads a mark at `state.pos`: pushes tokens and sets `pos` after it, or returns false. With `silent` it pushes nothing,
 * for the search for the end of a label.
 */
export type InlineRule = (state: InlineState, silent: boolean) => boolean

/** A mark that may begin or end emphasis. */
export interface Delimiter {
  readonly marker: string
  /** Of the run that it belongs to; 0 for strikethrough, which has no rule of three. */
  readonly length: number
  /** Its token. */
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

  /** The run of equal marks at `pos`: its length, and whether it can open or close emphasis. */
  scanRun(splitsWords: boolean): { length: number; open: boolean; close: boolean } {
    const { src, pos, posMax } = this
    const marker = src[pos]
    let end = pos
    while (end < posMax && src[end] === marker) end++
    const before = pos === 0 ? ' ' : characterBefore(src, pos)
    const after = end < posMax ? String.fromCodePoint(src.codePointAt(end) ?? 32) : ' '
    const [spaceBefore, spaceAfter] = [isWhite(before), isWhite(after)]
    const [markBefore, markAfter] = [isPunctuation(before), isPunctuation(after)]
    const left = !spaceAfter && (!markAfter || spaceBefore || markBefore)
    const right = !spaceBefore && (!markBefore || spaceAfter || markAfter)
    return {
      length: end - pos,
      open: left && (splitsWords || !right || markBefore),
      close: right && (splitsWords || !left || markAfter),
    }
  }
}

function characterBefore(src: string, pos: number): string {
  const low = src.charCodeAt(pos - 1)
  const pair = low >= 0xdc00 && low < 0xe000 ? src.codePointAt(pos - 2) : undefined
  return pair !== undefined && pair > 0xffff ? String.fromCodePoint(pair) : (src[pos - 1] ?? ' ')
}
