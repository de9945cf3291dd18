import { heal, holdBack } from './heal.js'
import { type Parsed, parseBlocks } from './parse.js'
import type { Refs } from './parser/block-state.js'
import type { Syntax } from './parser/syntax.js'
import type { Token } from './parser/token.js'
import { setOpenText } from './parser/unfinished.js'

/** The inline token at the very end of the source; undefined if the end is code, a rule or a definition. */
function lastInline(tokens: readonly Token[]): Token | undefined {
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i]
    if (token === undefined || token.nesting !== 0) continue
    if (token.type !== 'inline') return undefined
    if (token.content !== '') return token
  }
  return undefined
}

/** Definitions on the unfinished line have half an address: they do not count yet. */
function dropUnfinishedDefinitions({ blocks, env }: Parsed, lines: number): void {
  const seen = new Set<string>()
  for (const { tokens } of blocks)
    for (const { type, map, label } of tokens) {
      if (type !== 'definition') continue
      if ((map?.[1] ?? 0) >= lines && !seen.has(label)) env.references?.top.delete(label)
      seen.add(label)
    }
}

/**
 * Parses the unfinished end of a text for the view: marks left open count as closed, nothing half-written
 * becomes an address. `prefix` stands for frozen source in front and is taken off the first inline text.
 */
export function parseLive(source: string, refs: Refs, prefix: string, syntax: Syntax | undefined): Parsed {
  const text = heal(source)
  const parsed = parseBlocks(text, refs, syntax)
  if (!text.endsWith('\n')) dropUnfinishedDefinitions(parsed, text.split('\n').length)
  const tokens = parsed.blocks.at(-1)?.tokens ?? []
  if (prefix !== '') stripPrefix(parsed.blocks[0]?.tokens ?? [], prefix)
  const inline = lastInline(tokens)
  if (inline === undefined) return parsed
  inline.content = /^\[[ xX]?\]?$/.test(inline.content) ? '' : holdBack(inline.content)
  if (inline.content !== '') setOpenText(parsed.env, inline.content)
  return parsed
}

export function stripPrefix(tokens: readonly Token[], prefix: string): void {
  const inline = tokens[1]
  if (inline?.type === 'inline' && inline.content.startsWith(prefix))
    inline.content = inline.content.slice(prefix.length)
}
