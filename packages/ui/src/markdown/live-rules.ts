import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it'
import type { ParseEnv } from './parser.js'

type InlineRule = (state: StateInline, silent: boolean) => boolean
type Marked = Delimiter & { at?: number }

const envOf = (state: StateInline): ParseEnv => state.env as ParseEnv
/** Nested texts (the alt text of an image) are parsed with the same env, hence the comparison. */
const isOpen = (state: StateInline): boolean => envOf(state).openText === state.src
const isProbe = (state: StateInline): boolean => envOf(state).probeText === state.src

/** An open mark in front of `pos` is known: later ones make no difference. */
const isSettled = (state: StateInline, pos: number): boolean => (envOf(state).alive ?? Infinity) < pos

function report(state: StateInline, pos: number): void {
  const env = envOf(state)
  env.alive = Math.min(env.alive ?? Infinity, pos)
}

/** A label this long, or over a line end, is more likely a plain bracket than a link being written. */
const MAX_PENDING_LABEL = 120

/** What follows the `]` may still become the rest of a link: `(address "title` or `[label`, without its end. */
function mayContinue(rest: string): boolean {
  if (rest === '') return true
  if (rest.includes('\n')) return false
  if (rest.startsWith('[')) return !rest.includes(']')
  if (!rest.startsWith('(') || rest.length > 4096) return false
  let depth = 0
  for (const char of rest) {
    if (char === '(') depth++
    else if (char === ')' && --depth === 0) return false
  }
  const gap = rest.slice(1).trimStart().search(/\s/)
  const title = gap < 0 ? '' : rest.slice(1).trimStart().slice(gap).trimStart()
  return title === '' || /^["'(]/.test(title)
}

/** Sets what the parse of the unfinished text `text` needs to know. */
export function setOpenText(env: ParseEnv, text: string): void {
  const end = Math.max(text.lastIndexOf(']('), text.lastIndexOf(']['))
  const continues = end >= 0 && mayContinue(text.slice(end + 1))
  env.openText = text
  // Cheap bounds, before any label is looked for: from where on a bracket can belong to a link at the end.
  env.openFrom = Math.min(text.length - MAX_PENDING_LABEL - 2, continues ? end - 1000 : Infinity)
}

interface PendingLabel {
  start: number
  end: number
}

/** The label of a link that starts at `bracket` and is not finished at the end of the text; null if it is none. */
function pendingLabel(state: StateInline, bracket: number): PendingLabel | null {
  const { src, posMax } = state
  if (state.linkLevel > 0 || posMax !== src.length || bracket < (envOf(state).openFrom ?? 0)) return null
  const found = state.md.helpers.parseLinkLabel(state, bracket, false)
  const start = bracket + 1
  const end = found < 0 ? posMax : found
  const rest = found < 0 ? '' : src.slice(found + 1, posMax)
  if (!mayContinue(rest)) return null
  if (rest === '') {
    const label = src.slice(start, end)
    if (label.length > MAX_PENDING_LABEL || /^(?:\s|\^|\d*$)|\n/.test(label)) return null
    if (/[\p{L}\p{N})\]]/u.test(src[bracket - 1] ?? ' ')) return null
  }
  return { start, end }
}

function linkRule(original: InlineRule): InlineRule {
  return (state, silent) => {
    if (original(state, silent)) return true
    const { pos, posMax, src } = state
    if (src.charCodeAt(pos) !== 0x5b) return false
    if (isProbe(state)) {
      if (isSettled(state, pos)) return false
      const end = state.md.helpers.parseLinkLabel(state, pos, false)
      if (end < 0 || src[end + 1] === '(') report(state, pos)
      return false
    }
    if (!isOpen(state)) return false
    const label = pendingLabel(state, pos)
    if (label === null) return false
    if (!silent) {
      state.push('link_open', 'a', 1).meta = { pending: true }
      state.pos = label.start
      state.posMax = label.end
      state.linkLevel++
      state.md.inline.tokenize(state)
      state.linkLevel--
      state.push('link_close', 'a', -1)
      state.posMax = posMax
    }
    state.pos = posMax
    return true
  }
}

function imageRule(original: InlineRule): InlineRule {
  return (state, silent) => {
    if (original(state, silent)) return true
    const { pos, posMax, src } = state
    if (!isOpen(state) || !src.startsWith('![', pos)) return false
    const label = pendingLabel(state, pos + 1)
    if (label === null) return false
    if (!silent) {
      const token = state.push('image', 'img', 0)
      token.meta = { pending: true }
      token.content = src.slice(label.start, label.end)
      token.children = []
      state.md.inline.parse(token.content, state.md, state.env, token.children)
    }
    state.pos = posMax
    return true
  }
}

function backtickRule(original: InlineRule): InlineRule {
  return (state, silent) => {
    const { pos, posMax, src } = state
    if (!original(state, silent)) return false
    let run = pos
    while (src.charCodeAt(run) === 0x60) run++
    if (state.pos !== run) return true
    if (isProbe(state)) report(state, pos)
    if (!isOpen(state) || posMax !== src.length || run >= posMax || /\s/.test(src[run] ?? ' ')) return true
    if (!silent) {
      state.pending = state.pending.slice(0, pos - run)
      const token = state.push('code_inline', 'code', 0)
      token.content = src.slice(run, posMax).replace(/\n/g, ' ')
    }
    state.pos = posMax
    return true
  }
}

function marked(original: InlineRule): InlineRule {
  return (state, silent) => {
    const { pos } = state
    const known = state.delimiters.length
    const matched = original(state, silent)
    for (let i = known; i < state.delimiters.length; i++) (state.delimiters[i] as Marked).at = pos
    return matched
  }
}

/** Openers that nothing closed and no pair encloses, last first. */
function openers(delimiters: readonly Delimiter[]): Marked[] {
  const partner = new Map<number, number>()
  delimiters.forEach((delimiter, i) => delimiter.end >= 0 && partner.set(delimiter.end, i))
  const open: Marked[] = []
  for (let i = delimiters.length - 1; i >= 0; i--) {
    const opener = partner.get(i)
    const delimiter = delimiters[i]
    if (opener !== undefined) i = opener
    else if (delimiter?.open && delimiter.end < 0) open.push(delimiter)
  }
  return open
}

/** After pairs are matched: close what is open at the end of an unfinished text, or report it. */
function closeOpeners(state: StateInline): void {
  if (isProbe(state)) for (const { at = 0 } of openers(state.delimiters)) report(state, at)
  if (!isOpen(state)) return
  for (const opener of openers(state.delimiters)) {
    state.push('text', '', 0)
    opener.end = state.delimiters.length
    const { marker, length = 0 } = opener
    state.delimiters.push({
      marker,
      length,
      token: state.tokens.length - 1,
      end: -1,
      open: false,
      close: true,
    })
  }
}

/** Lets the parser treat open marks at the end of an unfinished text as closed, and tell where they are. */
export function addLiveRules(md: MarkdownIt): void {
  const wrap = (name: string, make: (original: InlineRule) => InlineRule) => {
    const rule = md.inline.ruler.__rules__[md.inline.ruler.__find__(name)]
    if (rule === undefined)
      throw new Error(`markdown-it has no inline rule "${name}"; use the version this package names`)
    md.inline.ruler.at(name, make(rule.fn))
  }
  wrap('backticks', backtickRule)
  wrap('strikethrough', marked)
  wrap('emphasis', marked)
  wrap('link', linkRule)
  wrap('image', imageRule)
  md.inline.ruler2.after('balance_pairs', 'close_openers', closeOpeners)
}
