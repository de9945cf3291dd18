import { memo, useEffect, useRef, useState } from 'react'
import { useStrings } from '../markdown/context.js'
import type { MarkdownPlugin, MathProps } from '../markdown/plugins.js'
import { loadKatex, type Katex } from './load-katex.js'
import { mathSyntax } from './math-syntax.js'
import { setFormula } from './set-formula.js'

export interface MathOptions {
  /** Where KaTeX comes from. Default: the package `katex`, loaded with the first formula on the page. */
  load?: () => Promise<Katex>
}

interface FormulaProps extends MathProps {
  load: () => Promise<Katex>
}

/** What became of a formula: not yet set, set, or why not. */
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
