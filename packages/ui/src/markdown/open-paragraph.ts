import type { BlockNode, Inline, InlineRope } from './ast.js'
import { buildInline } from './build.js'
import type { ParseOptions } from './options.js'
import { inlineLabels } from './labels.js'
import type { ParseEnv, Refs } from './parser/block-state.js'
import { inlineText } from './parser/inlines.js'
import { setProbeText } from './parser/unfinished.js'
import { append, emptyRope, type Rope } from './rope.js'

/**
 * A paragraph being written: what lies before a safe cut is kept. Read on behind `x`, so that what may interrupt a
 * paragraph, lazy lines and underlines stay the parser's business.
 */
export interface OpenParagraph {
  readonly kind: 'paragraph'
  /** Nothing before the first cut; `x ` after a cut behind a space, `x` after one before a line feed. */
  readonly prefix: '' | 'x ' | 'x'
  readonly kept: InlineRope
  readonly labels: Rope<string>
  readonly at: number
  /** Characters behind `at` from which on a cut is tried. */
  readonly tryAt: number
}

/** Characters that alone do not yet say that a line is prose. */
const MARKERS = /^[-_*=+#>\\`~|:.)\d\s]*$/

/** A line that begins like this is prose, whatever follows it. */
export const isProse = (line: string): boolean => !/^[[\s]/.test(line) && !MARKERS.test(line)

const MIN_CUT = 60

export function openParagraph(at: number, minCut = MIN_CUT): OpenParagraph {
  return { kind: 'paragraph', prefix: '', kept: emptyRope, labels: emptyRope, at, tryAt: firstTry(minCut) }
}

const firstTry = (minCut: number): number => (minCut === 1 ? 1 : minCut * 3)

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char)

/** The last offset up to `from` where a cut has prose on both sides and splits nothing but words or lines. */
function placeBefore(region: string, from: number, minCut: number, begun: boolean): number {
  for (let p = Math.min(from, region.length - 1); p >= minCut; p--) {
    const behindSpace = region[p - 1] === ' ' && !isSpace(region[p - 2]) && !isSpace(region[p])
    const beforeFeed =
      region[p] === '\n' && !isSpace(region[p - 1]) && region[p - 1] !== '\\' && !isSpace(region[p + 1])
    if (!behindSpace && !beforeFeed) continue
    const start = region.lastIndexOf('\n', p - 1) + 1
    const line = region.slice(start, p)
    const feed = region.indexOf('\n', p)
    const decided = feed >= 0 && region.indexOf('\n', feed + 1) >= 0
    // With a delimiter row below it, a line with a bar becomes a table's head.
    if (!decided && line.includes('|')) continue
    if (behindSpace && !(begun && start === 0) && MARKERS.test(line)) continue
    return p
  }
  return -1
}

/**
 * Tries to keep more of an open paragraph. `region` is its source behind `at`. A cut is safe where the parser, given
 * only what lies before it, has no mark left over that later text could close.
 */
export function cutParagraph(
  open: OpenParagraph,
  region: string,
  refs: Refs,
  { minCut = MIN_CUT, onParse, syntax }: ParseOptions,
): OpenParagraph {
  if (region.length < open.tryAt) return open
  let p = placeBefore(region, region.length, minCut, open.prefix !== '')
  for (let tries = 0; p > 0 && tries < 4; tries++) {
    const left = region.slice(0, p)
    onParse?.(left)
    const env: ParseEnv = { references: refs, syntax }
    setProbeText(env, left)
    const tokens = inlineText(left, env)
    if (env.alive === undefined) {
      const nodes: Inline[] = buildInline(tokens)
      return {
        ...open,
        prefix: region[p] === '\n' ? 'x' : 'x ',
        kept: append(open.kept, [nodes]),
        labels: append(open.labels, inlineLabels([left])),
        at: open.at + p,
        tryAt: firstTry(minCut),
      }
    }
    p = placeBefore(region, env.alive, minCut, open.prefix !== '')
  }
  return { ...open, tryAt: minCut === 1 ? 1 : Math.ceil(region.length * 1.5) + minCut }
}

/** The paragraph (or, once underlined, heading) with what is kept of it; null if it is something else. */
export function joinParagraph(open: OpenParagraph, node: BlockNode | null): BlockNode | null {
  if (node?.type !== 'paragraph' && node?.type !== 'heading') return null
  return { ...node, content: append(open.kept, node.content.flat()) }
}
