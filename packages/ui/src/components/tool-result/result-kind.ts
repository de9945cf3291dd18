import { isRecord, isScalar, readJson } from '../../lib/read-json.js'

/** What a result's text is, and so how it is best shown. */
export type ResultKind =
  | { kind: 'nothing' }
  | { kind: 'text'; text: string }
  | { kind: 'tree'; value: unknown }
  | { kind: 'table'; columns: string[]; rows: Record<string, unknown>[] }

/** A table needs at least two rows that look alike, and few enough columns to be read. */
const MAX_COLUMNS = 16

/** `null`, `false`, `0` and `""` are results: they stay text and print as themselves. Only no text at all is nothing. */
export function resultKind(text: string): ResultKind {
  if (text === '') return { kind: 'nothing' }
  const start = text.trimStart()[0]
  if (start !== '{' && start !== '[') return { kind: 'text', text }
  const json = readJson(text)
  if (!json.ok || !json.exact) return { kind: 'text', text }
  return (
    asTable(json.value) ??
    (isEmptyValue(json.value) ? { kind: 'text', text } : { kind: 'tree', value: json.value })
  )
}

function asTable(value: unknown): ResultKind | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined
  if (!value.every((row) => isRecord(row) && Object.values(row).every(isScalar))) return undefined
  const columns = [...new Set(value.flatMap((row) => Object.keys(row as object)))]
  if (columns.length === 0 || columns.length > MAX_COLUMNS) return undefined
  return { kind: 'table', columns, rows: value as Record<string, unknown>[] }
}

function isEmptyValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0
}
