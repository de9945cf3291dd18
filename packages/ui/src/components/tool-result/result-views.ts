import type { ContentPart, ToolMessage } from '@antiphon/core'
import { isEmpty, isRecord, isScalar, readJson } from '../../lib/read-json.js'
import { revealText } from '../../lib/reveal-text.js'
import { stripColors } from '../../lib/strip-colors.js'
import { readFileData } from '../../lib/file-data.js'
import { readUnifiedDiff, type UnifiedLine } from './unified-diff.js'
import { jsonText } from '../../lib/json-text.js'

/** One stretch of a result and how it is best shown. */
export type ResultView =
  | { kind: 'nothing' }
  | { kind: 'text'; text: string }
  | { kind: 'markdown'; text: string }
  | { kind: 'diff'; lines: UnifiedLine[] }
  | { kind: 'tree'; value: unknown }
  | { kind: 'table'; columns: string[]; rows: Record<string, unknown>[] }
  | { kind: 'part'; part: ContentPart }
  /** The structured value behind a result whose words are something else. */
  | { kind: 'data'; view: ResultView }

/** A table needs at least two rows that look alike, and few enough columns to be read. */
const MAX_COLUMNS = 16
/** Longer texts are not looked into, but shown as text: to read one would hold up the page. */
const MAX_READ = 12_000_000

/** The stretches of a result in their order. Never empty. */
export function resultViews(result: ToolMessage): ResultView[] {
  const content: unknown = result.content
  const { details } = result
  const type = typeOf(details)
  // A value whose only word is what the text is says nothing more.
  const data = type !== undefined && Object.keys(details as object).length === 1 ? undefined : details
  if (Array.isArray(content)) return withData(partViews(content, type), data)
  const text = typeof content === 'string' ? content : content == null ? '' : jsonText(content)
  return structured(text, data) ?? withData([textView(text, type)], isSameJson(text, data) ? undefined : data)
}

/**
 * A text by itself. JSON and unified diffs are known by their form, Markdown only by its `type`: a guess would make a list
 * of a log. `null`, `false`, `0` and `""` are results and print as themselves; only no text at all is nothing.
 */
export function textView(text: string, type?: string): ResultView {
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

export function valueView(value: unknown): ResultView {
  if (typeof value === 'string') return textView(value)
  return asTable(value) ?? { kind: 'tree', value }
}

function partViews(parts: readonly unknown[], type: string | undefined): ResultView[] {
  const views = parts.map((part, at): ResultView => {
    if (!isRecord(part) || part['type'] !== 'text' || typeof part['text'] !== 'string')
      return { kind: 'part', part: part as ContentPart }
    return textView(part['text'], typeOfFile(parts[at + 1]) ?? type)
  })
  const something = views.filter(({ kind }) => kind !== 'nothing')
  return something.length > 0 ? something : [{ kind: 'nothing' }]
}

/** The views of a text that is the JSON of `data`, whole, cut for the model, or with words before it. */
function structured(text: string, data: unknown): ResultView[] | undefined {
  if (data === undefined) return undefined
  const json = jsonText(data)
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
  return json.ok && jsonText(json.value) === jsonText(data)
}

/** What the text of a result is, when the tool says so: `details: { mimeType: 'text/markdown' }`. */
function typeOf(details: unknown): string | undefined {
  const type = isRecord(details) ? details['mimeType'] : undefined
  return typeof type === 'string' ? type.split(';')[0]!.trim().toLowerCase() : undefined
}

/** A readable file comes as its text and then as itself. */
function typeOfFile(part: unknown): string | undefined {
  const file = isRecord(part) && part['type'] === 'file' ? part['file'] : undefined
  return isRecord(file) ? readFileData(file['file_data'])?.type : undefined
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

/** In plain text everything that hides is marked, so such a text stays plain. */
function hides(text: string): boolean {
  return revealText(text, { padding: true }).some(({ type }) => type !== 'text')
}
