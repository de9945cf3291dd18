import type { BlockNode } from './ast.js'
import { normalise } from './lines.js'
import type { ParseOptions } from './options.js'
import { flat } from './rope.js'
import { emptyMarkdown, type MarkdownState } from './state.js'
import { settle, Step } from './step.js'

function grow(state: MarkdownState, text: string, fresh: string, options: ParseOptions): MarkdownState {
  const held = state.text.endsWith('\r') ? '\r' : ''
  const source = normalise((held + fresh).replace(/\r$/, ''))
  const step = new Step(state, state.src + source, options)
  step.advance(source)
  return settle(step, text)
}

/** The state for a longer text. A text that does not continue the last one is read from its start. */
export function advanceMarkdown(
  state: MarkdownState,
  text: string,
  options: ParseOptions = {},
): MarkdownState {
  if (text === state.text) return state
  const { length } = state.text
  // Comparing two flat texts is much faster than startsWith.
  const continues = text.length > length && text.slice(0, length) === state.text
  return continues ? grow(state, text, text.slice(length), options) : grow(emptyMarkdown, text, text, options)
}

/** The state once no more text comes: equal to one parse of the whole. The state given can still be advanced. */
export function finishMarkdown(state: MarkdownState, options: ParseOptions = {}): MarkdownState {
  const step = new Step(state, state.text.endsWith('\r') ? state.src + '\n' : state.src, options)
  step.absorb(step.src.length, true)
  return settle(step, state.text)
}

/** One parse of a whole text. */
export function readMarkdown(text: string, options: ParseOptions = {}): MarkdownState {
  const src = normalise(text.endsWith('\r') ? text.slice(0, -1) : text)
  return finishMarkdown({ ...emptyMarkdown, text, src }, options)
}

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
