import { buildNode, definitions, parseBlocks } from './parse.js'
import { missedEntities } from './parser/characters.js'
import { normalise, emptyMarkdown, GROUP, type MarkdownState } from './stream/state.js'
import { append, emptyRope } from './rope.js'
import type { ParseOptions } from './parse-options.js'

/**
 * Parses a whole text at once. The code for growing text (`grow.ts`) gives the same blocks in the end, and is not loaded
 * for this.
 */
export function readMarkdown(text: string, options: ParseOptions = {}): MarkdownState {
  const cut = text.endsWith('\r')
  const src = normalise(cut ? text.slice(0, -1) : text) + (cut ? '\n' : '')
  if (src === '') return { ...emptyMarkdown, text }
  const missed = missedEntities()
  options.onParse?.(src)
  const { blocks, env } = parseBlocks(src, emptyMarkdown.refs, options.syntax)
  const found = definitions(
    blocks.flatMap(({ tokens }) => tokens),
    env,
  )
  const refs = { top: found, size: 0, below: null }
  const nodes = blocks.flatMap(
    (block) => buildNode(block, { references: refs, syntax: options.syntax }) ?? [],
  )
  const closed = append(emptyRope, nodes, GROUP)
  const { length: size } = nodes
  return {
    ...emptyMarkdown,
    text,
    src,
    tail: src.length,
    refs,
    closed,
    size,
    rare: missedEntities() > missed,
    view: closed,
  }
}
