import type { BlockNode } from '../ast.js'
import type { Layers } from '../layers.js'
import { LAZY_FROM } from '../lazy.js'
import { type Parsed, parseBlocks } from '../parse.js'
import type { ParseOptions } from '../parse-options.js'
import type { ParseEnv, Refs } from '../parser/state.js'
import { missedEntities } from '../parser/characters.js'
import type { Rope } from '../rope.js'
import type { Labelled, MarkdownState, Open, Shown } from './state.js'

/** The changing fields of a step from one state to the next, and how it reads text. */
export class StepFields {
  readonly src: string
  readonly options: ParseOptions
  tail: number
  refs: Refs
  closed: Rope<BlockNode>
  size: number
  labelled: Layers<readonly Labelled[]> | null
  late: Rope<string>
  reread: number
  open: Open | null
  uncut: number
  lines: number
  seen: number
  shown: Shown
  private readonly rare: boolean
  private readonly missed = missedEntities()
  /** Nodes behind the closed ones. */
  view: readonly BlockNode[] = []

  constructor(state: MarkdownState, src: string, options: ParseOptions) {
    this.src = src
    this.options = options
    this.tail = state.tail
    this.refs = state.refs
    this.closed = state.closed
    this.size = state.size
    this.labelled = state.labelled
    this.late = state.late
    this.reread = state.reread
    this.open = state.open
    this.uncut = state.uncut
    this.lines = state.lines
    this.seen = state.seen
    this.shown = state.shown
    this.rare = state.rare
  }

  /** The environment for inline texts. */
  get env(): ParseEnv {
    return { references: this.refs, syntax: this.options.syntax }
  }

  get isRare(): boolean {
    return this.rare || missedEntities() > this.missed
  }

  get lazyFrom(): number {
    return this.options.lazyFrom ?? LAZY_FROM
  }

  parse(text: string): Parsed {
    this.options.onParse?.(text)
    return parseBlocks(text, this.refs, this.options.syntax)
  }

  /** Whether repeated parsing is small compared to the text, so that the total work stays linear. */
  get mayReread(): boolean {
    return this.reread <= 16 * this.src.length + 8 * this.lazyFrom
  }
}
