import type { BlockRule } from './block-state.js'
import type { InlineRule } from './inline-state.js'

/** Rules beyond CommonMark and GFM, asked before the others. */
export interface Syntax {
  /** By the character that an inline mark begins with. */
  readonly inline: Readonly<Record<string, InlineRule>>
  /** May end a paragraph. */
  readonly block?: BlockRule | undefined
}
