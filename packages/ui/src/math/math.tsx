'use client'

import { memo, useEffect, useRef, useState } from 'react'
import { useStrings, type MarkdownPlugin, type MathProps } from '../markdown/render/context.js'
import { mathSyntax } from './math-syntax.js'

/** The part of KaTeX that is used. */
export interface Katex {
  render: (tex: string, element: HTMLElement, options: Record<string, unknown>) => void
}

let loading: Promise<Katex> | null = null

/** KaTeX, loaded with the first formula. After a failure the next formula tries again. */
function loadKatex(): Promise<Katex> {
  loading ??= import('katex').then(
    ({ default: katex }) => katex as unknown as Katex,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/** Formulas longer than this are shown as written: setting one takes time that grows with it. */
const MAX_LENGTH = 5000

/** Harmless departures from LaTeX that models often make: letters of other scripts, line breaks on display lines. */
const HARMLESS = new Set(['unicodeTextInMathMode', 'newLineInDisplayMode'])

/**
 * Sets a formula into an element, without markup as text at any moment. Its settings: no trust (no links, images, ids
 * or classes from a formula), sizes of at most 20 em, at most 300 macro expansions, and strict about all that is not plain LaTeX.
 * Returns null, or why it could not be set.
 */
function setFormula(katex: Katex, element: HTMLElement, tex: string, display: boolean): string | null {
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

/** Where KaTeX comes from. */
export interface MathOptions {
  /** Where KaTeX comes from. Default: the package `katex`, loaded with the first formula on the page. */
  load?: () => Promise<Katex>
}

interface FormulaProps extends MathProps {
  load: () => Promise<Katex>
}

/** The state of a formula: not yet set, set, or the reason why not. */
type Outcome = { readonly tex: string; readonly display: boolean; readonly problem: string | null } | null

const Formula = memo(function Formula({ tex, source, display, load }: FormulaProps) {
  const strings = useStrings()
  const place = useRef<HTMLSpanElement>(null)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const current = outcome?.tex === tex && outcome.display === display ? outcome : null
  useEffect(() => {
    let left = false
    void load().then(
      (katex) => {
        if (left || place.current === null) return
        const problem = setFormula(katex, place.current, tex, display)
        setOutcome({ tex, display, problem })
      },
      () => {
        if (!left) setOutcome({ tex, display, problem: '' })
      },
    )
    return () => {
      left = true
    }
  }, [tex, display, load])
  const isSet = current?.problem === null
  const failed = current !== null && !isSet
  return (
    <span
      data-slot="math"
      data-display={display ? '' : undefined}
      data-state={isSet ? 'set' : undefined}
      dir="ltr"
    >
      {failed && current.problem !== '' && <span data-slot="math-note">{strings.formulaFailed} </span>}
      {!isSet && (
        <code
          data-slot="math-source"
          data-failed={failed ? '' : undefined}
          title={current?.problem || undefined}
        >
          {source}
        </code>
      )}
      <span data-slot="math-set" ref={place} hidden={!isSet} tabIndex={isSet && display ? 0 : undefined} />
    </span>
  )
})

/**
 * Formulas in answers, set by KaTeX: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`. Give it to `MarkdownPlugins`, and load KaTeX's style sheet
 * (`katex/dist/katex.min.css`) in the page. Nothing a formula says can link, load, run or leave its box.
 */
export function math({ load = loadKatex }: MathOptions = {}): MarkdownPlugin {
  return {
    name: 'math',
    syntax: mathSyntax,
    Math: (props: MathProps) => <Formula {...props} load={load} />,
  }
}
