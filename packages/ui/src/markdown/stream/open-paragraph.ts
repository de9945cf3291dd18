import type { BlockNode, Inline, InlineRope } from '../ast.js'
import { buildInline } from '../build.js'
import { inlineLabels } from '../labels.js'
import type { ParsedBlock } from '../parse.js'
import type { ParseEnv, Refs } from '../parser/state.js'
import { inlineText } from '../parser/inlines.js'
import { setProbeText } from '../parser/unfinished.js'
import { endsBlank, lastLine } from './lines.js'
import { append, emptyRope, type Rope } from '../rope.js'
import type { ParseOptions } from '../parse-options.js'

/** Whether no later text can add to the last block of `text`, which is made of complete lines. */
export function isClosed({ type, tokens }: ParsedBlock, text: string): boolean {
  if (type === 'rule') return true
  if (type === 'fence') return tokens[0]?.closed === true
  if (type === 'math') return tokens[0]?.pending === false
  // With a delimiter row below it even a heading's line becomes a table's head.
  if (type === 'heading_open' && !lastLine(text).includes('|')) return true
  return /^(?:heading|paragraph|table|quote)_open$|^definition/.test(type) && endsBlank(text)
}

/** Whether `last`, a paragraph right below, may turn out to be the title of a definition that ends `before`. */
export function mayBeTitle(before: ParsedBlock | undefined, last: ParsedBlock): boolean {
  const end = before?.tokens.findLast(({ nesting }) => nesting >= 0)
  return last.type === 'paragraph_open' && end?.type === 'definition' && end.map?.[1] === last.from
}

/** Marks that are still ambiguous: the unfinished line could become a rule, a heading's underline or a list item. */
const ONLY_MARKS = /^[-=_*+#~`|:>.) \t]*$/
const ONLY_NUMBER = /^[ \t>*+-]*\d{1,3}[.)]?[ \t]*$/
const FENCE_START = /^[ \t>*+-]*(?:\d{1,9}[.)][ \t]+)?(?:`{3,}[^`]*|~{3,}.*)$/

/** Columns of a table row, counted as the parser does. */
function columns(row: string): number {
  const cells = row.trim().replace(/\\\|/g, '').split('|')
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells.length
}

/**
 * The source of an unfinished block for the view. A last line of only marks is held back, and a table's first line gets a
 * delimiter row before it arrives.
 */
export function heal(text: string): string {
  const start = text.lastIndexOf('\n') + 1
  const line = text.slice(start)
  const head = text.slice(0, start)
  const previous = head.slice(head.lastIndexOf('\n', start - 2) + 1, -1)
  const above = start - previous.length - 1
  const isFirst = (from: number) =>
    from <= 0 || /(?:^|\n)[ \t]*\n$/.test(head.slice(Math.max(0, from - 200), from))
  if (/^ {0,3}\|/.test(previous) && /^[ \t|:-]*$/.test(line) && isFirst(above))
    return head + delimiterRow(previous)
  if (/^ {0,3}\|[ \t]*[^|\s]/.test(line) && isFirst(start)) return text + '\n' + delimiterRow(line)
  if (line.length <= 200 && (ONLY_MARKS.test(line) || ONLY_NUMBER.test(line) || FENCE_START.test(line)))
    return head
  return text
}

const delimiterRow = (row: string): string => '|' + '-|'.repeat(Math.max(1, columns(row)))

/** Inline text with a trailing mark held back: what it means depends on the next character. */
export function holdBack(content: string): string {
  const tag = content.lastIndexOf('<')
  if (tag >= 0 && /^<\/?(?:b|br\s{0,3}\/?)?$/i.test(content.slice(tag, tag + 9))) return content.slice(0, tag)
  let end = content.length
  while (end > 0 && '*_~`'.includes(content[end - 1] ?? ' ')) end--
  if (end < content.length) return content.slice(0, end)
  if (content.endsWith('![')) return content.slice(0, -2)
  return content.endsWith('[') || content.endsWith('\\') ? content.slice(0, -1) : content
}

/**
 * A paragraph being written. The text before a safe cut is kept. The rest is parsed after a placeholder `x`, so that the
 * parser still decides on interruptions, lazy lines and underlines.
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
 * Tries to keep more of an open paragraph. `region` is its source after `at`. A cut is safe if the text before it leaves no
 * mark that later text could close.
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

/** The paragraph (or heading, once it is underlined) with its kept part; null if it became another block. */
export function joinParagraph(open: OpenParagraph, node: BlockNode | null): BlockNode | null {
  if (node?.type !== 'paragraph' && node?.type !== 'heading') return null
  return { ...node, content: append(open.kept, node.content.flat()) }
}
