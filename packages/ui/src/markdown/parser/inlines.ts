import { bareAddress, splitAddresses } from './bare-addresses.js'
import { type ParseEnv, type InlineGrammar, type InlineRule, InlineState } from './state.js'
import { isEscapable, isSpace, decodeEntity } from './characters.js'
import { emphasis, enclose, pair, strikethrough } from './delimiters.js'
import { autolink, image, link } from './link-rules.js'
import { isOpen, isProbe, report } from './open-marks.js'
import { Token } from './token.js'

function skipSpaces(state: InlineState, from: number): void {
  let pos = from
  while (pos < state.posMax && isSpace(state.src[pos])) pos++
  state.pos = pos
}

const newline: InlineRule = (state, silent) => {
  if (!silent) {
    const hard = state.pending.endsWith('  ')
    state.pending = state.pending.replace(/(?<! ) +$/, '')
    state.push(hard ? 'hardbreak' : 'softbreak', 0)
  }
  skipSpaces(state, state.pos + 1)
  return true
}

const escape: InlineRule = (state, silent) => {
  const next = state.src[state.pos + 1]
  if (state.pos + 1 >= state.posMax) return false
  if (next === '\n') {
    if (!silent) state.push('hardbreak', 0)
    skipSpaces(state, state.pos + 2)
    return true
  }
  const literal = isEscapable(next) ? (next ?? '') : ''
  if (!silent) state.pending += literal === '' ? '\\' : literal
  state.pos += literal === '' ? 1 : 2
  return true
}

const REFERENCE = /&(#(?:x[\da-f]{1,6}|\d{1,7})|[a-z][a-z\d]{1,31});/iy

const reference: InlineRule = (state, silent) => {
  REFERENCE.lastIndex = state.pos
  const match = REFERENCE.exec(state.src)
  const text = match === null || REFERENCE.lastIndex > state.posMax ? undefined : decodeEntity(match[1] ?? '')
  if (match === null || text === undefined) return false
  // A token of its own: a blank written like this is not one that ends a line.
  if (!silent) state.push('text', 0, text)
  state.pos += match[0].length
  return true
}

const code: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state
  let start = pos
  while (start < posMax && src[start] === '`') start++
  const length = start - pos
  const finish = (content: string, end: number): true => {
    if (!silent) state.push('code_inline', 0, content.replace(/\n/g, ' '))
    state.pos = end
    return true
  }
  if (state.hasRun(length, start)) {
    let end = start
    for (let at = src.indexOf('`', end); at >= 0 && at < posMax; at = src.indexOf('`', end)) {
      end = at + 1
      while (src[end] === '`') end++
      if (end > posMax) break
      if (end - at !== length) continue
      const content = src.slice(start, at)
      const padded = /^[ \n][^]*[ \n]$/.test(content) && /[^ \n]/.test(content)
      return finish(padded ? content.slice(1, -1) : content, end)
    }
  }
  if (isProbe(state)) report(state, pos)
  if (isOpen(state) && posMax === src.length && start < posMax && !/\s/.test(src[start] ?? ' '))
    return finish(src.slice(start, posMax), posMax)
  if (!silent) state.pending += src.slice(pos, start)
  state.pos = start
  return true
}

/** The break of HTML, and its beginning at the end of a text. */
const BREAK = /<\/?br\s*\/?>/iy
const BREAK_BEGUN = /<\/?br\s*$/iy

/** The one tag that is not text: a cell of a table has no other way to a new line. */
const breakTag: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state
  BREAK.lastIndex = BREAK_BEGUN.lastIndex = pos
  if (isProbe(state) && BREAK_BEGUN.test(src)) report(state, pos)
  if (!BREAK.test(src) || BREAK.lastIndex > posMax) return false
  if (!silent) state.push('hardbreak', 0)
  state.pos = BREAK.lastIndex
  return true
}

const rules: Record<string, InlineRule> = {
  '\n': newline,
  '\\': escape,
  '`': code,
  '*': emphasis,
  _: emphasis,
  '~': strikethrough,
  '[': link,
  '!': image,
  '<': (state, silent) => breakTag(state, silent) || autolink(state, silent),
  '&': reference,
  ':': bareAddress,
}

/** Up to the next character that a mark may begin with. */
const PLAIN = /[^\n\\`*_~[\]!<&:$]+/y

const grammar: InlineGrammar = {
  readOne(state, silent) {
    const { src, pos, posMax, env } = state
    PLAIN.lastIndex = pos
    if (PLAIN.test(src)) {
      const end = Math.min(PLAIN.lastIndex, posMax)
      if (!silent) state.pending += src.slice(pos, end)
      state.pos = end
      return true
    }
    const char = src.charAt(pos)
    if (env.syntax?.inline[char]?.(state, silent)) return true
    return rules[char]?.(state, silent) ?? false
  },
  readAll(state) {
    while (state.pos < state.posMax) {
      if (!grammar.readOne(state, false)) state.pending += state.src[state.pos++] ?? ''
    }
    if (state.pending !== '') {
      state.tokens.push(new Token('text', 0, state.pending))
      state.pending = ''
    }
  },
  readText: inlineText,
}

/** Texts side by side become one, and the addresses in them links. */
function joinTexts(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  let links = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (token === undefined) continue
    if (token.type === 'link_open') links++
    else if (token.type === 'link_close') links--
    if (token.type !== 'text') {
      joined.push(token)
      continue
    }
    let text = token.content
    while (tokens[i + 1]?.type === 'text') text += tokens[++i]?.content ?? ''
    if (text === '') continue
    token.content = text
    if (links > 0) joined.push(token)
    else for (const piece of splitAddresses(token)) joined.push(piece)
  }
  return joined
}

export function inlineText(text: string, env: ParseEnv): Token[] {
  const state = new InlineState(text, env, grammar)
  grammar.readAll(state)
  for (const list of state.lists) pair(list)
  env.openRules?.closeOpeners(state)
  for (const list of state.lists) enclose(state.tokens, list)
  return joinTexts(state.tokens)
}

/** Reads the inline texts among block tokens. */
export function readInlines(tokens: readonly Token[], env: ParseEnv): void {
  for (const token of tokens) if (token.type === 'inline') token.children = inlineText(token.content, env)
}
