import type { ContentPart, ToolMessage } from '@antiphon/core'
import { useMemo, useState } from 'react'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { Button } from '../button/button.js'
import { JsonTree } from '../json-tree/json-tree.js'
import { resultText } from '../tool-call/call-result-text.js'
import { resultKind } from './result-kind.js'
import { ResultTable } from './result-table.js'

export interface ToolResultProps {
  result: ToolMessage
  /** Name of the tool, for labels. */
  name: string
}

/** Lines before the rest folds. */
const FOLD_LINES = 40

/** What a tool returned. Always data: never markdown, never HTML, control characters without effect. */
export function ToolResult({ result, name }: ToolResultProps) {
  const { strings } = useWords()
  const text = useMemo(() => resultText(result), [result])
  const kind = useMemo(() => resultKind(text), [text])
  const others: ContentPart[] = Array.isArray(result.content)
    ? result.content.filter((part) => part?.type !== 'text')
    : []
  const label = strings.call.resultOf(name)
  return (
    <div data-slot="tool-result" data-kind={kind.kind}>
      {kind.kind === 'nothing' && others.length === 0 && (
        <p data-slot="nothing">{strings.call.returnedNothing}</p>
      )}
      {kind.kind === 'text' && <TextResult text={kind.text} label={label} />}
      {kind.kind === 'tree' && <JsonTree value={kind.value} label={label} />}
      {kind.kind === 'table' && <ResultTable columns={kind.columns} rows={kind.rows} label={label} />}
      {others.length > 0 && (
        <div className="ap:flex ap:flex-wrap ap:gap-2 ap:px-3 ap:py-2">
          {others.map((part, index) => (
            <ContentPartView key={index} part={part} />
          ))}
        </div>
      )}
    </div>
  )
}

function TextResult({ text, label }: { text: string; label: string }) {
  const { strings, formats } = useWords()
  const [all, setAll] = useState(false)
  const lines = useMemo(() => text.split('\n'), [text])
  const long = lines.length > FOLD_LINES
  return (
    <>
      <pre data-slot="raw" tabIndex={0} role="group" aria-label={label} dir="auto">
        <RevealedText text={long && !all ? lines.slice(0, FOLD_LINES).join('\n') : text} />
      </pre>
      {long && (
        <div data-slot="more">
          <Button variant="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? strings.result.showLess : strings.result.showAllLines(formats.number(lines.length))}
          </Button>
        </div>
      )}
    </>
  )
}
