import type { BlockNode } from '../ast.js'
import type { Layers } from '../layers.js'
import type { Refs } from '../parser/state.js'
import type { OpenFence, OpenList, OpenTable } from './open-blocks.js'
import type { OpenParagraph } from './open-paragraph.js'
import { type Rope, emptyRope } from '../rope.js'

/** Line feeds only, no NUL. */
export const normalise = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')

/** Blocks to one group of the view. */
export const GROUP = 16

/** A closed block that a definition arriving later may change. */
export interface Labelled {
  readonly index: number
  readonly start: number
  readonly end: number
}

/** The last block while it may still grow, as far as parts of it are kept. */
export type Open = OpenFence | OpenTable | OpenList | OpenParagraph

interface Shown {
  /** Offsets in `src`. */
  readonly from: number
  readonly to: number
  /** Parsed up to here; the rest is shown as written. */
  readonly read: number
  readonly nodes: readonly BlockNode[]
}

/** A text as far as it has arrived. It is immutable: each step makes a new state that shares the closed blocks. */
export interface MarkdownState {
  /** The text as given. */
  readonly text: string
  /** Its normalised form. A carriage return at the end waits for its successor. */
  readonly src: string
  /** Offset in `src` of the first source not closed. */
  readonly tail: number
  /** Offset behind the last complete line. */
  readonly lines: number
  /** Offset behind the last complete line looked at. */
  readonly seen: number
  readonly refs: Refs
  readonly closed: Rope<BlockNode>
  readonly size: number
  /** Closed blocks by the labels in them that are not defined yet. */
  readonly labelled: Layers<readonly Labelled[]> | null
  /** Labels that were defined after blocks with them were closed: these are to be read again. */
  readonly late: Rope<string>
  /** Characters that were read again beyond what each step reads anyway. */
  readonly reread: number
  readonly open: Open | null
  /** Offset of a block that must not be cut, after a cut in it turned out to be wrong; -1 for none. */
  readonly uncut: number
  /** The view of the unfinished end. */
  readonly shown: Shown
  /** The text has a rare character name. It is parsed again once the whole table is loaded. */
  readonly rare: boolean
  /** The blocks to show: the closed ones, then the open ones. */
  readonly view: Rope<BlockNode>
}

export const emptyMarkdown: MarkdownState = {
  text: '',
  src: '',
  tail: 0,
  lines: 0,
  seen: 0,
  refs: null,
  closed: emptyRope,
  size: 0,
  labelled: null,
  late: emptyRope,
  reread: 0,
  open: null,
  uncut: -1,
  shown: { from: 0, to: 0, read: 0, nodes: [] },
  rare: false,
  view: emptyRope,
}
