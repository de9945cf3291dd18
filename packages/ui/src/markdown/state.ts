import type { BlockNode } from './ast.js'
import type { OpenFence } from './open-fence.js'
import type { OpenList } from './open-list.js'
import type { OpenParagraph } from './open-paragraph.js'
import type { OpenTable } from './open-table.js'
import type { Layers } from './layers.js'
import type { Refs } from './parser/block-state.js'
import { emptyRope, type Rope } from './rope.js'

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

export interface Shown {
  /** Offsets in `src`. */
  readonly from: number
  readonly to: number
  /** Up to here it was read; what follows is shown as it stands. */
  readonly read: number
  readonly nodes: readonly BlockNode[]
}

/** A text as far as it has arrived. Never changed: each step makes a new one that shares what is closed. */
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
  /** Offset of a block of which nothing is kept, after a cut in it turned out to be none; -1 for none. */
  readonly uncut: number
  /** What is shown of the end. */
  readonly shown: Shown
  /** A character was named that only the whole table of names may know: read again once that is loaded. */
  readonly rare: boolean
  /** What to show: the closed blocks, then the open ones. */
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
