import { locateJsonError, parseJson } from '@antiphon/base'
import { plainCopy } from '../shared/values.js'
import { normalizeError, type ReportLoss } from '../types.js'
import { whatItMayBe } from './what-it-may-be.js'
import { createValueReader } from './read-values.js'

/** The kind of an input, before any format reads it. */
export type TranscriptInput =
  | { type: 'value'; value: unknown }
  /** Values side by side or line by line. */
  | { type: 'values'; values: unknown[] }
  /** A recorded event stream. */
  | { type: 'sse'; text: string }

/** The first line of a recorded event stream. */
export const EVENT_LINE = /^\uFEFF?\s*(?:data|event|id|retry)?:/

/**
 * Parses a text: JSON, JSON lines or an event stream. Any other value is copied as plain data. A broken line among
 * good ones is read as far as its values are whole, with a loss for the rest.
 *
 * @throws ChatError for a text that is none of these, with line and column, and for nothing at all.
 */
export function readInput(input: unknown, report: ReportLoss): TranscriptInput {
  if (typeof input !== 'string') return { type: 'value', value: plainCopy(input, report) }
  const text = input.replace(/^\uFEFF/, '')
  if (text.trim() === '') throw normalizeError('There is nothing to read: the text is empty.', 'empty')
  const whole = parseJson(text)
  if (whole !== undefined) return { type: 'value', value: plainCopy(whole, report) }
  if (EVENT_LINE.test(text)) return { type: 'sse', text }

  const reader = createValueReader(Infinity)
  reader.push(text)
  reader.end()
  const values = reader.values.map(({ value }, at) =>
    plainCopy(value, (rule, where, before, after) => report(rule, `value ${at + 1}.${where}`, before, after)),
  )
  if (!values.some(holdsAnything)) throw normalizeError(jsonProblem(text), 'malformed_json')
  for (const { message, line } of reader.problems)
    report('line_unreadable', line === undefined ? '' : `line ${line}`, message, undefined)
  return values.length === 1 && !isLine(text)
    ? { type: 'value', value: values[0] }
    : { type: 'values', values }
}

/** Whether there is more of a value than its brackets. */
function holdsAnything(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((entry) =>
    typeof entry === 'object' && entry !== null ? Object.keys(entry).length > 0 : true,
  )
}

/** The only value that could be read was a line of a log. */
const isLine = (text: string): boolean => /^\{[^\n]*\}\s*(?:\n|$)/m.test(text)

function jsonProblem(text: string): string {
  if (!/^\s*[[{"]/.test(text))
    return `The text is not JSON, JSON lines or an event stream. ${whatItMayBe(text)}`
  const found = locateJsonError(text)
  if (!found) return 'The text is not JSON.'
  const before = text.slice(0, found.position).split('\n')
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`
  const ends = found.position >= text.trimEnd().length
  return `The text is not JSON: ${ends ? 'it breaks off' : 'it cannot be read on'} at ${place}, where ${found.expected} is expected.`
}
