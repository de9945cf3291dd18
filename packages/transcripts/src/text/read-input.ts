import type { ChatError } from '@antiphon/core'
import { parseJson } from '@antiphon/base'
import { plainCopy } from '../shared/values.js'
import { TEXT_BEGINNING } from '../shared/text-beginning.js'
import { normalizeError, type ReportLoss, type SessionFormat } from '../types.js'
import { createValueReader, listIn, type FileValue, type ValueReader } from './read-values.js'
import { HEAD, whyNothing } from './refusal.js'

/** The kind of an input, before any format reads it. */
export type TranscriptInput =
  | { type: 'value'; value: unknown }
  /** Values side by side or line by line. */
  | { type: 'values'; values: unknown[] }
  /** A recorded event stream. */
  | { type: 'sse'; text: string }

/** The first line of a recorded event stream. */
const EVENT_LINE = /^\uFEFF?\s*(?:data|event|id|retry)?:/

/** Whether a format reads a text as it is: events, or a system that writes no JSON. */
export const isWholeText = (text: string, formats: readonly SessionFormat[] = []): boolean =>
  EVENT_LINE.test(text) || formats.some(({ isText }) => isText?.(text.slice(0, TEXT_BEGINNING)))

/** The values of a text that is at hand: JSON, JSON lines, or values side by side. */
export function readText(text: string): Pick<ValueReader, 'values' | 'problems' | 'isText'> {
  const whole = parseJson(text)
  if (whole !== undefined)
    return { values: [{ value: whole, list: listIn(whole), places: [] }], problems: [], isText: false }
  const reader = createValueReader(Infinity)
  reader.push(text)
  reader.end()
  return reader
}

/** Whether a text holds no values, but for the brackets of broken ones. */
export const holdsNothing = ({ values, problems }: Pick<ValueReader, 'values' | 'problems'>): boolean =>
  values.length === 0 || (problems.length > 0 && !values.some(holdsAnything))

function holdsAnything({ value }: FileValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((entry) =>
    typeof entry === 'object' && entry !== null ? Object.keys(entry).length > 0 : true,
  )
}

/** Lists that are the lines of a text. */
const lineLists = new WeakSet<object>()

export const markLines = (list: unknown[]): void => void lineLists.add(list)

/** The refusal of a text that holds nothing to read, by its beginning. */
export function nothingIn(head: string, isAll: boolean): ChatError {
  const isEmpty = isAll && head.trim() === ''
  return normalizeError(whyNothing(head, isAll), isEmpty ? 'empty' : 'malformed_json')
}

/**
 * Parses a text: JSON, JSON lines or an event stream. Any other value is copied as plain data. A broken line among
 * good ones is read as far as its values are whole, with a loss for the rest.
 *
 * @throws ChatError for a text that is none of these, with line and column, and for nothing at all.
 */
export function readInput(input: unknown, report: ReportLoss): TranscriptInput {
  if (typeof input !== 'string') {
    const value = plainCopy(input, report)
    return Array.isArray(value) && lineLists.has(input as object)
      ? { type: 'values', values: value }
      : { type: 'value', value }
  }
  const text = input.replace(/^\uFEFF/, '')
  if (EVENT_LINE.test(text)) return { type: 'sse', text }
  const read = readText(text)
  if (holdsNothing(read)) throw nothingIn(text.slice(0, HEAD), text.length <= HEAD)
  const [first, ...rest] = read.values
  if (rest.length === 0 && read.problems.length === 0)
    return { type: 'value', value: plainCopy(first!.value, report) }
  const values = read.values.map(({ value }, at) =>
    plainCopy(value, (rule, where, before, after) => report(rule, `value ${at + 1}.${where}`, before, after)),
  )
  for (const { message, line } of read.problems)
    report('line_unreadable', line === undefined ? '' : `line ${line}`, message, undefined)
  return values.length === 1 && !isLine(text)
    ? { type: 'value', value: values[0] }
    : { type: 'values', values }
}

/** The only value that could be read was a line of a log. */
const isLine = (text: string): boolean => /^\{[^\n]*\}\s*(?:\n|$)/m.test(text)
