import type { BlockNode } from '../ast.js'
import { LAZY_FROM } from '../lazy.js'
import { type Parsed, parseBlocks } from '../parse.js'
import type { ParseOptions } from '../parse-options.js'
import type { ParseEnv } from '../parser/state.js'
import { missedEntities } from '../parser/characters.js'
import { append } from '../rope.js'
import { GROUP, type MarkdownState } from './state.js'

/** The fields of a state that a step changes as it goes. */
type Draft = {
  -readonly [Key in Exclude<keyof MarkdownState, 'text' | 'src' | 'rare' | 'view'>]: MarkdownState[Key]
}

/** A step from one state to the next: its fields begin as the state has them. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor copies them
export interface StepFields extends Draft {}
export class StepFields {
  readonly src: string
  readonly options: ParseOptions
  private readonly rare: boolean
  private readonly missed = missedEntities()
  /** Nodes behind the closed ones. */
  view: readonly BlockNode[] = []

  constructor(state: MarkdownState, src: string, options: ParseOptions) {
    const { text: _, view: _view, rare, ...draft } = state
    Object.assign(this, draft)
    this.src = src
    this.options = options
    this.rare = rare
  }

  /** The environment for inline texts. */
  get env(): ParseEnv {
    return { references: this.refs, syntax: this.options.syntax }
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

  settle(text: string): MarkdownState {
    const { options: _, rare, missed, view, ...draft } = this as StepFields
    return {
      ...draft,
      text,
      rare: rare || missedEntities() > missed,
      view: append(draft.closed, view, GROUP),
    }
  }
}
