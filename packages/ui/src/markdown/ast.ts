import type { Rope } from './rope.js'

/** Inline content. Soft line breaks are line feeds inside `text`. `pending` marks what is still being written. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'em' | 'strong' | 'del'; readonly children: readonly Inline[] }
  | LinkNode
  | ImageNode
  | NoteNode
  | MathNode

/** `href` is the address as written, entities decoded, not yet judged. A pending link has none. */
export interface LinkNode {
  readonly type: 'link'
  readonly href: string
  readonly pending: boolean
  readonly children: readonly Inline[]
}

/** `src` is the address as written. A pending image has none. */
export interface ImageNode {
  readonly type: 'image'
  readonly src: string
  readonly alt: string
  readonly pending: boolean
}

/** A mark that leads to a footnote. Where the text has no footnote of that label it is `source`, as written. */
export interface NoteNode {
  readonly type: 'note'
  readonly label: string
  readonly source: string
}

/** A formula, as block or inside a text. Only where math is read at all (`@antiphon/ui/math`). */
export interface MathNode {
  readonly type: 'math'
  readonly tex: string
  /** As written, with its marks. */
  readonly source: string
  readonly display: boolean
  /** Its end has not come. */
  readonly pending: boolean
}

/** Inline content in pieces: all but the last are frozen while a long paragraph is being written. */
export type InlineRope = Rope<readonly Inline[]>

interface ParagraphNode {
  readonly type: 'paragraph'
  readonly content: InlineRope
}

export interface HeadingNode {
  readonly type: 'heading'
  readonly level: number
  readonly content: InlineRope
}

/** Lines in chunks of up to 50, without the line feed between chunks. `closed` is false for a fence without an end. */
export interface CodeNode {
  readonly type: 'code'
  readonly language: string
  readonly chunks: readonly string[]
  readonly closed: boolean
}

export type Align = 'left' | 'center' | 'right' | null

export type Row = readonly (readonly Inline[])[]

export interface TableNode {
  readonly type: 'table'
  readonly align: readonly Align[]
  readonly head: Row
  readonly rows: Rope<Row>
}

/** `checked` is null for an item that is not a task. */
export interface ItemNode {
  readonly checked: boolean | null
  readonly children: readonly BlockNode[]
}

export interface ListNode {
  readonly type: 'list'
  readonly ordered: boolean
  readonly start: number
  /** True when a blank line is between items or between the parts of an item: its paragraphs are then set apart. */
  readonly loose: boolean
  readonly items: Rope<ItemNode>
}

/** `alert`: it begins with a line such as `[!NOTE]`, which is left out. */
export interface QuoteNode {
  readonly type: 'quote'
  readonly alert: 'note' | 'tip' | 'important' | 'warning' | 'caution' | null
  readonly children: readonly BlockNode[]
}

interface RuleNode {
  readonly type: 'rule'
}

/** A footnote where it was written. It is shown at the end, if a mark leads to it. */
export interface FootnoteNode {
  readonly type: 'footnote'
  readonly label: string
  readonly children: readonly BlockNode[]
}

/** One block of a text. */
export type BlockNode =
  | FootnoteNode
  | MathNode
  | ParagraphNode
  | HeadingNode
  | CodeNode
  | TableNode
  | ListNode
  | QuoteNode
  | RuleNode
