import type { Katex } from './load-katex.js'

/** Formulas longer than this are shown as written: setting one takes time that grows with it. */
const MAX_LENGTH = 5000

/** Departures from LaTeX that harm nobody and that models make often: letters of other scripts, line breaks on display lines. */
const HARMLESS = new Set(['unicodeTextInMathMode', 'newLineInDisplayMode'])

/**
 * Sets a formula into an element, without markup as text at any moment. What S12 asks for: no trust (no links, images, ids
 * or classes from a formula), sizes of at most 20 em, at most 300 macro expansions, and strict about all that is not plain LaTeX.
 * Returns null, or why it could not be set.
 */
export function setFormula(katex: Katex, element: HTMLElement, tex: string, display: boolean): string | null {
  element.replaceChildren()
  if (tex.length > MAX_LENGTH) return `More than ${MAX_LENGTH} characters.`
  try {
    katex.render(tex, element, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: (code: string) => (HARMLESS.has(code) ? 'ignore' : 'error'),
      maxSize: 20,
      maxExpand: 300,
      globalGroup: false,
      macros: {},
    })
    return null
  } catch (error) {
    element.replaceChildren()
    return error instanceof Error ? error.message : String(error)
  }
}
