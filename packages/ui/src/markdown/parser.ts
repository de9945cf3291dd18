import Parser from 'markdown-it'
import type { Env, MarkdownIt, StateBlock, Token } from 'markdown-it'
import { isFenceEnd } from './fence.js'
import { addLiveRules } from './live-rules.js'

export type Refs = Record<string, { title: string; href: string }>

/** Deeper quotes and lists than this are shown as the text they are: 48 quotes, or 24 lists. */
const MAX_DEPTH = 48

/** What the rules of ours share during one parse. */
export interface ParseEnv extends Env {
  references: Refs
  /** The inline text at the end of an unfinished source: its open marks are closed in the view. */
  openText?: string | undefined
  openFrom?: number | undefined
  /** An inline text to be asked about: `alive` becomes the offset of its first mark that later text could close. */
  probeText?: string | undefined
  alive?: number | undefined
}

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean

function tooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < MAX_DEPTH) return false
  let end = startLine + 1
  while (end < endLine && !state.isEmpty(end) && (state.sCount[end] ?? 0) >= state.blkIndent) end++
  state.push('paragraph_open', 'p', 1).map = [startLine, end]
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, end, state.blkIndent, false).trim()
  inline.map = [startLine, end]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = end
  return true
}

/** Notes on a fence's token whether its end was there; markdown-it does not say. */
function fenceRule(original: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    if (!original(state, startLine, endLine, silent)) return false
    if (silent) return true
    const token = state.tokens.at(-1)
    const line = state.line - 1
    if (token === undefined || line <= startLine) return true
    const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
    const text = state.src.slice(at, state.eMarks[line])
    const near = (state.sCount[line] ?? 0) - state.blkIndent < 4
    if (near && text.startsWith(token.markup) && isFenceEnd(text, token.markup)) token.meta = { closed: true }
    return true
  }
}

function create(): MarkdownIt {
  const md = new Parser({ html: false, linkify: true })
  md.core.ruler.enableOnly(['inline', 'linkify', 'text_join'])
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  md.linkify.add('//', null).add('ftp:', null)
  // Addresses stay as written here: url.ts judges them when they are shown.
  md.validateLink = () => true
  md.normalizeLink = (url) => url
  md.normalizeLinkText = (url) => url
  md.block.ruler.before('table', 'too_deep', tooDeep)
  const fence = md.block.ruler.__rules__[md.block.ruler.__find__('fence')]
  if (fence !== undefined) md.block.ruler.at('fence', fenceRule(fence.fn), { alt: fence.alt })
  addLiveRules(md)
  return md
}

let instance: MarkdownIt | undefined

/** The one parser, made when first needed. */
export const parser = (): MarkdownIt => (instance ??= create())

/** Block structure only; inline tokens have no children yet. Definitions land in `env.references`. */
export function blockTokens(text: string, env: ParseEnv): Token[] {
  const md = parser()
  const tokens: Token[] = []
  md.block.parse(text, md, env, tokens)
  return tokens
}

/** Fills in the children of the inline tokens. */
export function inlineTokens(tokens: Token[], env: ParseEnv): void {
  const md = parser()
  const state = new md.core.State('', md, env)
  state.tokens = tokens
  md.core.process(state)
}

/** The tokens of one piece of inline text. */
export function inlineText(text: string, env: ParseEnv): Token[] {
  const token = new Parser.Token('inline', '', 0)
  token.content = text
  token.children = []
  inlineTokens([token], env)
  return token.children ?? []
}
