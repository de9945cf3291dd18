/** Lines `[from, to)` of the text that was parsed. */
export type Lines = [from: number, to: number]

/** A token: an opening (`nesting` 1), its end (-1), or a self-contained one (0). */
export class Token {
  nesting: 1 | 0 | -1
  type: string
  /** Depth inside other blocks; 0 for a block that is not in another. */
  level = 0
  content = ''
  /** A fence's marks, or the kind of a link without brackets. */
  markup = ''
  /** The info text after a fence's marks, or the kind of an alert. */
  info = ''
  map: Lines | null = null
  /** A paragraph of a tight list. */
  hidden = false
  /** Level of a heading, first number of a list. */
  value = 1
  align: 'left' | 'center' | 'right' | null = null
  href = ''
  /** Label of a definition or footnote. */
  label = ''
  /** A link or image whose address is still being written. */
  pending = false
  /** The fence has its end. */
  closed = false
  /** Set on lines of its own. */
  display = false
  checked: boolean | null = null
  children: Token[] = []

  constructor(type: string, nesting: 1 | 0 | -1, content = '') {
    this.type = type
    this.nesting = nesting
    this.content = content
  }
}
