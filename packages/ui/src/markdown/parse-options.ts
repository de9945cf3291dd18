import type { Syntax } from './parser/state.js'

export interface ParseOptions {
  /** Rules beyond CommonMark and GFM. The same for all steps of a text. */
  readonly syntax?: Syntax | undefined
  /** Called with each text handed to the parser: for budgets and tests. */
  readonly onParse?: ((text: string) => void) | undefined
  /** Least characters between two cuts in a long paragraph. Default 60. */
  readonly minCut?: number | undefined
  /** From this many characters that cannot be kept, the end is read less often. Default 8192. */
  readonly lazyFrom?: number | undefined
}
