import type { BlockNode } from '../ast.js'
import { finishMarkdown, grow } from '../grow.js'
import { emptyMarkdown, type MarkdownState } from '../stream/state.js'
import { flat } from '../rope.js'
import type { ParseOptions } from '../parse-options.js'

/** A text that arrives in pieces, without React: what `Markdown` does between two renders. */
export interface MarkdownDoc {
  append(delta: string): void
  finish(): void
  readonly text: string
  /** Blocks in order. A closed block is the same object from then on. */
  readonly blocks: readonly BlockNode[]
}

export function createMarkdownDoc(options: ParseOptions = {}): MarkdownDoc {
  let state = emptyMarkdown
  let finished: MarkdownState | null = null
  return {
    append(delta) {
      if (delta !== '') state = grow(state, state.text + delta, delta, options)
      finished = null
    },
    finish() {
      finished = finishMarkdown(state, options)
    },
    get text() {
      return state.text
    },
    get blocks() {
      return flat((finished ?? state).view)
    },
  }
}
