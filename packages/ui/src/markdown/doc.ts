import type { BlockNode } from './ast.js'
import { fenceLanguage } from './fence.js'
import { parseLive } from './live.js'
import { absorbFence, fenceNode, liveFence, type OpenFence } from './open-fence.js'
import { buildNode, definitions, labelsOf, type Parsed, type ParsedBlock, parseBlocks } from './parse.js'
import type { Refs } from './parser.js'
import { append, emptyRope, flat, type Rope } from './rope.js'

/** Blocks to one group of the view. */
export const GROUP = 16

/** A closed block that a definition arriving later may change. */
interface Labelled {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly labels: ReadonlySet<string>
}

type Open = OpenFence

/** A text as far as it has arrived. Never changed: each step makes a new one that shares what is closed. */
export interface MarkdownState {
  /** The text as given. */
  readonly text: string
  /** Its normalised form: line feeds only, no NUL. A carriage return at the end waits for its successor. */
  readonly src: string
  /** Offset in `src` of the first source not closed. */
  readonly tail: number
  /** Offset behind the last complete line looked at. */
  readonly seen: number
  readonly refs: Refs
  readonly closed: Rope<BlockNode>
  readonly size: number
  readonly labelled: readonly Labelled[]
  readonly open: Open | null
  /** What to show: the closed blocks, then the open ones. */
  readonly view: Rope<BlockNode>
}

export interface ParseOptions {
  /** Called with each text handed to the parser: for budgets and tests. */
  readonly onParse?: ((text: string) => void) | undefined
  /** Least characters between two cuts in a long paragraph. Default 60. */
  readonly minCut?: number | undefined
}

const noRefs: Refs = Object.freeze(Object.create(null) as Refs)

export const emptyMarkdown: MarkdownState = {
  text: '',
  src: '',
  tail: 0,
  seen: 0,
  refs: noRefs,
  closed: emptyRope,
  size: 0,
  labelled: [],
  open: null,
  view: emptyRope,
}

const normalise = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')

/** Offset of each line's start, and the end of the text. */
function lineOffsets(text: string): number[] {
  const offsets = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1)
  return offsets
}

/** Whether the last complete line of a text is blank. */
const endsBlank = (text: string): boolean =>
  text.slice(text.lastIndexOf('\n', text.length - 2) + 1).trim() === ''

/** Whether no later text can add to the last block of `text`, which is made of complete lines. */
function isClosed({ type, tokens }: ParsedBlock, text: string): boolean {
  if (type === 'heading_open' || type === 'hr') return true
  if (type === 'fence') return tokens[0]?.meta?.['closed'] === true
  return /^(?:paragraph|table|blockquote)_open$|^reference/.test(type) && endsBlank(text)
}

/** One step from a state to the next; holds the changing fields while it runs. */
class Step {
  readonly src: string
  readonly options: ParseOptions
  tail: number
  refs: Refs
  closed: Rope<BlockNode>
  size: number
  labelled: readonly Labelled[]
  open: Open | null

  constructor(state: MarkdownState, src: string, options: ParseOptions) {
    this.src = src
    this.options = options
    this.tail = state.tail
    this.refs = state.refs
    this.closed = state.closed
    this.size = state.size
    this.labelled = state.labelled
    this.open = state.open
  }

  parse(text: string): Parsed {
    this.options.onParse?.(text)
    return parseBlocks(text, this.refs)
  }

  push(node: BlockNode, start: number, end: number, labels: ReadonlySet<string> | null): void {
    if (labels !== null) this.labelled = [...this.labelled, { index: this.size, start, end, labels }]
    this.closed = append(this.closed, [node], GROUP)
    this.size++
  }

  /** Makes definitions known; closed blocks that use one of the new labels are read again. */
  define(found: Refs | null): void {
    if (found === null) return
    const fresh = Object.keys(found).filter((label) => this.refs[label] === undefined)
    if (fresh.length === 0) return
    this.refs = Object.assign(Object.create(null) as Refs, found, this.refs)
    for (const { index, start, end, labels } of this.labelled)
      if (fresh.some((label) => labels.has(label))) this.reread(index, start, end)
  }

  reread(index: number, start: number, end: number): void {
    const { blocks, env } = this.parse(this.src.slice(start, end))
    const block = blocks[0]
    const node = block === undefined ? null : buildNode(block, env)
    const group = this.closed[Math.floor(index / GROUP)]
    if (node === null || group === undefined) return
    this.closed = this.closed.with(Math.floor(index / GROUP), group.with(index % GROUP, node))
  }

  /** Closes what the source up to `limit` closes for certain; all of it when `final`. */
  absorb(limit: number, final: boolean): void {
    while (this.tail < limit) {
      if (this.open !== null && !this.absorbOpen(this.open, limit, final)) return
      if (this.open === null && !this.absorbBlocks(limit, final)) return
    }
  }

  absorbOpen(open: Open, limit: number, final: boolean): boolean {
    const { fence, end } = absorbFence(open, this.src, limit)
    this.open = fence
    if (end < 0 && !final) return false
    this.push(fenceNode(fence, end >= 0), this.tail, limit, null)
    this.tail = end < 0 ? limit : end
    this.open = null
    return true
  }

  absorbBlocks(limit: number, final: boolean): boolean {
    const text = this.src.slice(this.tail, limit)
    const parsed = this.parse(text)
    const { blocks } = parsed
    const last = blocks.at(-1)
    if (last === undefined) {
      this.tail = limit
      return true
    }
    const offsets = lineOffsets(text)
    const at = (line: number) => this.tail + (offsets[line] ?? text.length)
    let closing = blocks.length
    if (!final && !isClosed(last, text)) {
      closing--
      // Until its next line is known to be none, a definition's title may still arrive.
      const before = blocks[closing - 1]
      if (
        last.type === 'paragraph_open' &&
        before?.type === 'reference_definition' &&
        before.to === last.from
      )
        closing--
    }
    const done = blocks.slice(0, closing)
    for (const block of done) this.define(definitions(block.tokens, parsed.env))
    const next = blocks[closing]
    const env = { references: this.refs }
    done.forEach((block, i) => {
      const node = buildNode(block, env)
      const end = blocks[i + 1]?.from
      if (node !== null)
        this.push(node, at(block.from), end === undefined ? limit : at(end), labelsOf(block.tokens))
    })
    this.tail = next === undefined ? limit : at(next.from)
    if (next === last && last !== undefined) this.open = this.openOf(last, at(last.from))
    return this.open !== null
  }

  openOf(block: ParsedBlock, start: number): Open | null {
    const token = block.tokens[0]
    if (token?.type !== 'fence') return null
    const feed = this.src.indexOf('\n', start)
    return {
      kind: 'fence',
      markup: token.markup,
      indent: this.src.slice(start).search(/[^ ]/),
      language: fenceLanguage(token.info),
      chunks: [],
      lines: 0,
      at: feed + 1,
    }
  }

  live(): BlockNode[] {
    if (this.open !== null) return [liveFence(this.open, this.src)]
    const text = this.src.slice(this.tail)
    this.options.onParse?.(text)
    const { blocks, env } = parseLive(text, this.refs)
    return blocks.flatMap((block) => {
      const node = buildNode(block, env)
      return node === null ? [] : [node]
    })
  }
}

function settle(step: Step, text: string, seen: number, live: readonly BlockNode[]): MarkdownState {
  const { src, tail, refs, closed, size, labelled, open } = step
  return { text, src, tail, seen, refs, closed, size, labelled, open, view: append(closed, live, GROUP) }
}

/** The state for a longer text. A text that does not continue the last one is read from its start. */
export function advanceMarkdown(
  state: MarkdownState,
  text: string,
  options: ParseOptions = {},
): MarkdownState {
  if (text === state.text) return state
  if (!text.startsWith(state.text)) return advanceMarkdown(emptyMarkdown, text, options)
  const held = state.text.endsWith('\r') ? 1 : 0
  const fresh = text.slice(state.text.length - held)
  const src = state.src + normalise(fresh.endsWith('\r') ? fresh.slice(0, -1) : fresh)
  const step = new Step(state, src, options)
  const limit = src.lastIndexOf('\n') + 1
  if (limit > state.seen) step.absorb(limit, false)
  return settle(step, text, Math.max(limit, state.seen), step.live())
}

/** The state once no more text comes: equal to one parse of the whole. The state given can still be advanced. */
export function finishMarkdown(state: MarkdownState, options: ParseOptions = {}): MarkdownState {
  const step = new Step(state, state.text.endsWith('\r') ? state.src + '\n' : state.src, options)
  step.absorb(step.src.length, true)
  return settle(step, state.text, step.src.length, [])
}

/** One parse of a whole text. */
export function readMarkdown(text: string, options: ParseOptions = {}): MarkdownState {
  const src = normalise(text.endsWith('\r') ? text.slice(0, -1) : text)
  return finishMarkdown({ ...emptyMarkdown, text, src }, options)
}

/** A text that arrives in pieces, without React: what `Markdown` does between two renders. */
export interface MarkdownDoc {
  append(delta: string): void
  finish(): void
  readonly text: string
  /** Blocks in order. A closed block is the same object from then on. */
  readonly blocks: readonly BlockNode[]
}

export function createMarkdownDoc(options: ParseOptions = {}): MarkdownDoc {
  let state = emptyMarkdown
  let finished: MarkdownState | null = null
  return {
    append(delta) {
      state = advanceMarkdown(state, state.text + delta, options)
      finished = null
    },
    finish() {
      finished = finishMarkdown(state, options)
    },
    get text() {
      return state.text
    },
    get blocks() {
      return flat((finished ?? state).view)
    },
  }
}
