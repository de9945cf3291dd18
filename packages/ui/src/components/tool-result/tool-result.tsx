'use client'

import { base64ToBytes, field, isRecord } from '@antiphon/base'
import { type ContentPart, type ToolMessage } from '@antiphon/core'
import { partText } from '@antiphon/core/message'
import { useContext, useMemo } from 'react'
import { readFileData } from '../../lib/files.js'
import { Icon } from '../../icons/icon.js'
import { isEmpty, isScalar, readJson, prettyJson } from '../../lib/json.js'
import { revealText } from '../../lib/reveal-text.js'
import { stripColors } from '../../lib/text.js'
import { Markdown } from '../../markdown/index.js'
import { englishCallBody, englishResult } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { JsonTree } from '../json-tree/json-tree.js'
import { CopyButton } from '../message-actions/copy-button.js'
import { Root, type RootProps } from '../part/part.js'
import { ProseContext } from '../slots/slots.js'
import { resultText } from '../tool-call/call-result-text.js'
import { useShownName } from '../tool-call/tool-title.js'
import { DataTools } from './data-tools.js'
import { readUnifiedDiff, type UnifiedLine, DiffResult, FileResult } from './diff-result.js'
import { LongText, ResultTable } from './long-results.js'

/** One stretch of a result and how it is best shown. */
export type ResultView =
  | { kind: 'nothing' }
  | { kind: 'text'; text: string }
  | { kind: 'markdown'; text: string }
  | { kind: 'diff'; lines: UnifiedLine[] }
  | { kind: 'tree'; value: unknown }
  | { kind: 'table'; columns: string[]; rows: Record<string, unknown>[] }
  | { kind: 'part'; part: ContentPart }
  /** Folded: the structured value behind a result with other words, or the text of the file after it. */
  | { kind: 'data'; view: ResultView }

/** A table needs at least two rows that look alike, and few enough columns to be read. */
const MAX_COLUMNS = 16
/** Longer texts are shown as text and not parsed, because parsing one would block the page. */
const MAX_READ = 12_000_000

/** The stretches of a result in their order. Never empty. */
export function resultViews(result: ToolMessage): ResultView[] {
  const content: unknown = result.content
  const { details } = result
  const type = typeOf(details)
  // A value that holds only the media type of the text adds nothing.
  const data = type !== undefined && Object.keys(details as object).length === 1 ? undefined : details
  if (Array.isArray(content)) return withData(partViews(content, type), data)
  const text = typeof content === 'string' ? content : content == null ? '' : prettyJson(content)
  return structured(text, data) ?? withData([textView(text, type)], isSameJson(text, data) ? undefined : data)
}

/**
 * The view of one text. JSON and unified diffs are known by their form, Markdown only by its `type`, because a guess would turn
 * a log into a list. `null`, `false`, `0` and `""` are results and print as themselves. Only an absent text is not a result.
 */
function textView(text: string, type?: string): ResultView {
  if (text === '') return { kind: 'nothing' }
  if (text.length > MAX_READ) return { kind: 'text', text }
  if (type === 'text/markdown' && !hides(text)) return { kind: 'markdown', text }
  const plain = stripColors(text)
  const start = plain.trimStart()[0]
  if (start === '{' || start === '[') {
    const json = readJson(plain)
    if (json.ok && json.exact && !isEmpty(json.value)) return valueView(json.value)
  }
  const lines = readUnifiedDiff(plain)
  return lines ? { kind: 'diff', lines } : { kind: 'text', text }
}

function valueView(value: unknown): ResultView {
  if (typeof value === 'string') return textView(value)
  return asTable(value) ?? { kind: 'tree', value }
}

function partViews(parts: readonly unknown[], type: string | undefined): ResultView[] {
  const views = parts.map((part, at): ResultView => {
    const text = partText(part)
    if (text === undefined) return { kind: 'part', part: part as ContentPart }
    const view = textView(text, typeOfFile(parts[at + 1]) ?? type)
    return view.kind === 'text' && isTextOf(parts[at + 1], text) ? { kind: 'data', view } : view
  })
  const something = views.filter(({ kind }) => kind !== 'nothing')
  return something.length > 0 ? something : [{ kind: 'nothing' }]
}

/** The views of a text that is the JSON of `data`, whole, cut for the model, or with words before it. */
function structured(text: string, data: unknown): ResultView[] | undefined {
  if (data === undefined) return undefined
  const json = prettyJson(data)
  const cut = text.lastIndexOf('\n[Cut: the first ')
  if (text === json || (cut > 0 && json.startsWith(text.slice(0, cut)))) return [valueView(data)]
  if (json.length > 1 && text.endsWith(`\n${json}`))
    return [{ kind: 'text', text: text.slice(0, -json.length - 1) }, valueView(data)]
  return undefined
}

function withData(views: ResultView[], data: unknown): ResultView[] {
  if (data === undefined) return views
  return views[0]!.kind === 'nothing'
    ? [valueView(data)]
    : [...views, { kind: 'data', view: valueView(data) }]
}

/** Servers send the same value once as text, with line breaks in it, and once as data. */
function isSameJson(text: string, data: unknown): boolean {
  if (data === undefined || text.length > MAX_READ || !/^\s*["[{\d\-tfn]/.test(text)) return false
  const json = readJson(text)
  return json.ok && prettyJson(json.value) === prettyJson(data)
}

/** The media type of a result's text, if the tool gives it: `details: { mimeType: 'text/markdown' }`. */
function typeOf(details: unknown): string | undefined {
  const type = field(details, 'mimeType')
  return typeof type === 'string' ? type.split(';')[0]!.trim().toLowerCase() : undefined
}

/** A readable file comes as its text and then as itself. */
function typeOfFile(part: unknown): string | undefined {
  const file = field(part, 'type') === 'file' ? field(part, 'file') : undefined
  return readFileData(field(file, 'file_data'))?.type
}

/** A file with a name is there to be saved, so its text is folded. A text that was cut for the model is not its text. */
function isTextOf(part: unknown, text: string): boolean {
  const file = field(part, 'file')
  const data = field(file, 'filename') ? readFileData(field(file, 'file_data')) : undefined
  const bytes = base64ToBytes(data?.base64 ?? '')
  return bytes !== undefined && text === new TextDecoder().decode(bytes)
}

function asTable(value: unknown): ResultView | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined
  const columns = new Set<string>()
  for (const row of value) {
    if (!isRecord(row)) return undefined
    for (const [key, cell] of Object.entries(row)) {
      if (!isScalar(cell)) return undefined
      columns.add(key)
    }
    if (columns.size > MAX_COLUMNS) return undefined
  }
  if (columns.size === 0) return undefined
  return { kind: 'table', columns: [...columns], rows: value as Record<string, unknown>[] }
}

/** Plain text marks every hidden character, so such a text stays plain. */
function hides(text: string): boolean {
  return revealText(text, { padding: true }).some(({ type }) => type !== 'text')
}

export interface ToolResultProps extends RootProps<'div'> {
  result: ToolMessage
  /** Name of the tool, for labels. */
  name: string
}

/**
 * The result of a tool, part by part: text, JSON as a tree or a table, a unified diff, images, sound, files. It is always
 * data: never HTML, control characters have no effect, and nothing loads or opens without a press.
 *
 * Markdown renders only when the tool declares it: `{ content, details: { mimeType: 'text/markdown' } }`, or a `Blob` of
 * that type. A text with hidden characters stays plain.
 */
export function ToolResult({ result, ...props }: ToolResultProps) {
  const views = useMemo(() => resultViews(result), [result])
  return <Views {...props} views={views} text={resultText(result)} />
}

/**
 * The words, pictures and files of a result, for people in a fold. Data has the names of code, and is there for the model and for
 * the view of the tool. Null where nothing else is there.
 */
export function WordsOfResult({ result, ...props }: ToolResultProps) {
  const views = useMemo(() => resultViews(result).filter(isWords), [result])
  const text = views.map((view) => ('text' in view ? view.text : '')).filter(Boolean)
  return views.length > 0 ? <Views {...props} views={views} text={text.join('\n')} /> : null
}

/** Whether people can read a stretch of a result. A text that begins as JSON, XML or HTML is data, also where it was cut. */
export function isWords(view: ResultView): boolean {
  if (view.kind === 'data') return isWords(view.view)
  if (view.kind === 'text') return !/^\s*(?:<[!?/a-z]|\{\s*["}]|\[\s*(?:[[{"]|\]\s*$))/i.test(view.text)
  return view.kind !== 'tree' && view.kind !== 'table'
}

interface ViewsProps extends Omit<ToolResultProps, 'result'> {
  views: readonly ResultView[]
  /** Without one nothing is copied. */
  text: string
}

function Views({ views, text, name: given, ...rest }: ViewsProps) {
  const words = useEntryWords('call', englishCallBody)
  const name = useShownName(given)
  const label = words.resultOf(name)
  return (
    <Root slot="tool-result" data-kind={views.length === 1 ? views[0]!.kind : 'mixed'} {...rest}>
      {views.map((view, index) => (
        <View key={index} view={view} label={label} name={name} />
      ))}
      {text !== '' && (
        <DataTools>
          <CopyButton label={words.copyResult(name)} getText={() => text} />
        </DataTools>
      )}
    </Root>
  )
}

function View({ view, label, name }: { view: ResultView; label: string; name: string }) {
  const { strings } = useWords()
  const { returnedNothing } = useEntryWords('call', englishCallBody)
  const { data } = useEntryWords('result', englishResult)
  const { markdown } = useContext(ProseContext)
  switch (view.kind) {
    case 'nothing':
      return <p data-slot="nothing">{returnedNothing}</p>
    case 'text':
      return <LongText text={view.text} label={label} name={name} />
    case 'markdown':
      return (
        <div data-slot="result-markdown" dir="auto" role="group" aria-label={label}>
          <Markdown text={view.text} {...markdown} headingOffset={3} strings={strings.markdown} />
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
          <summary>
            {data}
            <Icon name="chevron" className="antiphon-chevron" />
          </summary>
          <View view={view.view} label={data} name={name} />
        </details>
      )
    default:
      return view satisfies never
  }
}
