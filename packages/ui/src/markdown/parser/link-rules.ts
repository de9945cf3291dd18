import { find } from '../layers.js'
import { normalLabel } from './characters.js'
import { readDestination, readTitle, skipBlank } from './destination.js'
import type { Token } from './token.js'
import { isOpen, isProbe, isSettled, report } from './open-marks.js'
import type { InlineRule, InlineState } from './state.js'

interface Target {
  readonly href: string
  /** Offset behind the link. */
  readonly end: number
}

/** `(address "title")` at `start`; null if there is no match. */
function inlineTarget({ src, posMax }: InlineState, start: number): Target | null {
  let pos = skipBlank(src, start + 1, posMax)
  let href = ''
  const destination = readDestination(src, pos, posMax)
  if (destination !== null) {
    href = destination.href
    pos = skipBlank(src, destination.end, posMax)
    const title = pos > destination.end ? readTitle(src, pos, posMax) : null
    if (title !== null && title.end >= 0) pos = skipBlank(src, title.end, posMax)
  }
  return pos < posMax && src[pos] === ')' ? { href, end: pos + 1 } : null
}

/** The target of the link text in `[from, to)`, from the brackets or parentheses after it or from its definition. */
function targetOf(state: InlineState, from: number, to: number): Target | null {
  const { src, posMax, env } = state
  const inline = to + 1 < posMax && src[to + 1] === '(' ? inlineTarget(state, to + 1) : null
  if (inline !== null) return inline
  let label = ''
  let end = to + 1
  if (end < posMax && src[end] === '[') {
    const close = state.labelEnd(end, false)
    if (close >= 0) {
      label = src.slice(end + 1, close)
      end = close + 1
    }
  }
  const found = find(env.references, normalLabel(label || src.slice(from, to)))
  return found ? { href: found.href, end } : null
}

const NOTE = /\[\^([^\s[\]\\`<|]{1,64})\]/y

/** `[^label]`: a mark that leads to a footnote, if the text has one of that label. */
function footnoteMark(state: InlineState, silent: boolean): boolean {
  // Inside the words of a link it is a bracket like any other.
  if (silent || state.linkLevel > 0) return false
  NOTE.lastIndex = state.pos
  const match = NOTE.exec(state.src)
  if (match === null || NOTE.lastIndex > state.posMax) return false
  state.push('note', 0, match[0]).label = normalLabel(match[1] ?? '')
  state.pos += match[0].length
  return true
}

export const link: InlineRule = (state, silent) => {
  const { pos } = state
  const close = state.labelEnd(pos, true)
  const target = close < 0 ? null : targetOf(state, pos + 1, close)
  if (target !== null) {
    if (!silent) state.pushLink(pos + 1, close).href = target.href
    state.pos = target.end
    return true
  }
  if (isProbe(state)) {
    if (!isSettled(state, pos)) {
      const end = state.labelEnd(pos, false)
      if (end < 0 || state.src[end + 1] === '(') report(state, pos)
    }
  } else if (isOpen(state)) {
    const label = state.env.openRules?.pendingLabel(state, pos)
    if (label) {
      if (!silent) state.pushLink(...label).pending = true
      state.pos = state.posMax
      return true
    }
  }
  return footnoteMark(state, silent)
}

function pushImage(state: InlineState, from: number, to: number): Token {
  const { grammar, src, env } = state
  const words = src.slice(from, to)
  const image = state.push('image', 0, words)
  image.children = grammar.readText(words, env)
  return image
}

export const image: InlineRule = (state, silent) => {
  const { pos } = state
  if (state.src[pos + 1] !== '[') return false
  const close = state.labelEnd(pos + 1, false)
  const target = close < 0 ? null : targetOf(state, pos + 2, close)
  if (target !== null) {
    if (!silent) pushImage(state, pos + 2, close).href = target.href
    state.pos = target.end
    return true
  }
  const label = isOpen(state) && state.env.openRules?.pendingLabel(state, pos + 1)
  if (!label) return false
  if (!silent) pushImage(state, ...label).pending = true
  state.pos = state.posMax
  return true
}

const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/
const ADDRESS = /^[a-zA-Z][a-zA-Z\d+.-]{1,31}:[^<>\0-\x20]*$/

/** `<https://…>` or `<name@host>`. */
export const autolink: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state
  let end = pos + 1
  while (end < posMax && src[end] !== '<' && src[end] !== '>') end++
  if (end >= posMax || src[end] !== '>') return false
  const text = src.slice(pos + 1, end)
  const isAddress = ADDRESS.test(text)
  if (!isAddress && !EMAIL.test(text)) return false
  // Links do not nest, so an address inside a link text is plain text.
  if (!silent && state.linkLevel > 0) state.pending += text
  else if (!silent) pushAddress(state, text, isAddress ? text : `mailto:${text}`, 'autolink')
  state.pos = end + 1
  return true
}

/** A link whose text is its address. */
export function pushAddress(state: InlineState, text: string, href: string, markup: string): void {
  const open = state.push('link_open', 1)
  open.href = href
  open.markup = markup
  state.push('text', 0, text)
  state.push('link_close', -1).markup = markup
}
