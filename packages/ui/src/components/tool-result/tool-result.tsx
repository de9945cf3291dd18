import type { ToolMessage } from '@antiphon/core'
import { useMemo } from 'react'
import { Markdown } from '../../markdown/index.js'
import { isRecord } from '../../lib/read-json.js'
import { useWords } from '../../strings/strings.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { JsonTree } from '../json-tree/json-tree.js'
import { CopyButton } from '../message-actions/copy-button.js'
import { resultText } from '../tool-call/call-result-text.js'
import { DataTools } from './data-tools.js'
import { DiffResult } from './diff-result.js'
import { FileResult } from './file-result.js'
import { LongText } from './long-text.js'
import { ResultTable } from './result-table.js'
import { resultViews, type ResultView } from './result-views.js'
import { Root, type RootProps } from '../part/part.js'

export interface ToolResultProps extends RootProps<'div'> {
  result: ToolMessage
  /** Name of the tool, for labels. */
  name: string
}

/**
 * What a tool returned, its parts in their order, each as what it is: text, JSON as a tree or a table, a unified diff,
 * images, sound, files. Always data: never HTML, control characters without effect, nothing loaded or opened unasked.
 *
 * Markdown is set as such only where the tool says that it is: `{ content, details: { mimeType: 'text/markdown' } }`, or a
 * `Blob` of that type. What hides in it makes it plain text again.
 */
export function ToolResult({ result, name, ...rest }: ToolResultProps) {
  const { strings } = useWords()
  const views = useMemo(() => resultViews(result), [result])
  const label = strings.call.resultOf(name)
  const text = resultText(result)
  return (
    <Root slot="tool-result" data-kind={views.length === 1 ? views[0]!.kind : 'mixed'} {...rest}>
      {views.map((view, index) => (
        <View key={index} view={view} label={label} name={name} />
      ))}
      {text !== '' && (
        <DataTools>
          <CopyButton label={strings.call.copyResult(name)} getText={() => text} />
        </DataTools>
      )}
    </Root>
  )
}

function View({ view, label, name }: { view: ResultView; label: string; name: string }) {
  const { strings } = useWords()
  switch (view.kind) {
    case 'nothing':
      return <p data-slot="nothing">{strings.call.returnedNothing}</p>
    case 'text':
      return <LongText text={view.text} label={label} name={name} />
    case 'markdown':
      return (
        <div data-slot="result-markdown" dir="auto" role="group" aria-label={label}>
          <Markdown text={view.text} headingOffset={3} strings={strings.markdown} />
        </div>
      )
    case 'diff':
      return <DiffResult lines={view.lines} label={label} />
    case 'tree':
      return <JsonTree value={view.value} label={label} />
    case 'table':
      return <ResultTable columns={view.columns} rows={view.rows} label={label} />
    case 'part': {
      const { part } = view
      const file: unknown = isRecord(part) && part.type === 'file' ? part['file'] : undefined
      return (
        <div data-slot="result-part">
          {isRecord(file) ? <FileResult file={file} /> : <ContentPartView part={part} />}
        </div>
      )
    }
    case 'data':
      return (
        <details data-slot="result-data">
          <summary>{strings.result.data}</summary>
          <View view={view.view} label={strings.result.data} name={name} />
        </details>
      )
    default:
      return view satisfies never
  }
}
