import type { BlockNode } from './ast.js'
import { buildBlock } from './build.js'
import type { Definition, ParseEnv, Refs, Syntax } from './parser/state.js'
import { blockTokens } from './parser/blocks.js'
import { readInlines } from './parser/inlines.js'
import type { Token } from './parser/token.js'
import { markTasks } from './tasks.js'

/** A top-level block of a parsed text, with its lines `[from, to)`. */
export interface ParsedBlock {
  readonly type: string
  readonly tokens: Token[]
  readonly from: number
  readonly to: number
}

export interface Parsed {
  readonly blocks: readonly ParsedBlock[]
  readonly env: ParseEnv
}

/** Block structure of a text. `refs` are the definitions known so far; those of the text go to `env` only. */
export function parseBlocks(text: string, refs: Refs, syntax: Syntax | undefined): Parsed {
  const env: ParseEnv = { references: { top: new Map(), size: 0, below: refs }, syntax }
  const tokens = blockTokens(text, env)
  const blocks: ParsedBlock[] = []
  let start = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (token === undefined || token.level > 0 || token.nesting > 0) continue
    const first = tokens[start]
    const [from, to] = first?.map ?? [0, 0]
    blocks.push({ type: first?.type ?? '', tokens: tokens.slice(start, i + 1), from, to })
    start = i + 1
  }
  for (const block of blocks) markTasks(block.tokens)
  return { blocks, env }
}

/** The finished node of a block; null for a definition. */
export function buildNode(block: ParsedBlock, env: ParseEnv): BlockNode | null {
  readInlines(block.tokens, env)
  if (env.openText !== undefined)
    for (const { type, content, children } of block.tokens)
      if (type === 'inline' && content === env.openText) env.openRules?.holdLastAddress(children)
  return buildBlock(block.tokens)
}

/** Definitions among the tokens that were not known before. */
export function definitions(tokens: readonly Token[], env: ParseEnv): Map<string, Definition> {
  const found = new Map<string, Definition>()
  for (const { type, label } of tokens) {
    const definition = type === 'definition' ? env.references?.top.get(label) : undefined
    if (definition !== undefined) found.set(label, definition)
  }
  return found
}

/** The first definition of a label counts. */
export const firstOf = (older: Definition): Definition => older
