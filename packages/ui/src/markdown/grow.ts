import { normalise, emptyMarkdown, type MarkdownState } from './stream/state.js'
import { Step } from './stream/step.js'
import type { ParseOptions } from './parse-options.js'

/** The state for a text with `fresh` at its end. */
export function grow(
  state: MarkdownState,
  text: string,
  fresh: string,
  options: ParseOptions,
): MarkdownState {
  const held = state.text.endsWith('\r') ? '\r' : ''
  const source = normalise((held + fresh).replace(/\r$/, ''))
  // Without anything to normalise it is the same string, so the engine joins its pieces only once.
  const same = source === fresh && state.src === state.text
  const step = new Step(state, same ? text : state.src + source, options)
  step.advance(source)
  return step.settle(text)
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
  return step.settle(state.text)
}
