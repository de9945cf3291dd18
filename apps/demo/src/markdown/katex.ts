import 'katex/dist/katex.min.css'
import type { Katex } from '@antiphon/ui/math'
import lib from 'katex'

/** KaTeX with its sheet, as one part that is loaded with the first formula. */
export const katex = lib as unknown as Katex
