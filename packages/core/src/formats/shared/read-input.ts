import { parseJson } from '../../errors/parse-json.js'
import { createJsonSplitter } from '../../chunk/split-json.js'
import { locateJsonError } from '../../tools/locate-json-error.js'
import { normalizeError } from '../format-error.js'
import type { ReportLoss } from '../format-types.js'
import { plainCopy } from './plain-copy.js'

/** What a value is before any format has looked at it. */
export type TranscriptInput =
  | { type: 'value'; value: unknown }
  /** Values side by side or line by line. */
  | { type: 'values'; values: unknown[] }
  /** A recorded event stream. */
  | { type: 'sse'; text: string }

const EVENT_LINE = /^\uFEFF?\s*(?:data|event|id|retry)?:/

/**
 * Takes a text apart: JSON, JSON lines or an event stream; any other value is copied as plain data. A broken line among
 * good ones is left out with a loss.
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

  const values: unknown[] = []
  const broken: string[] = []
  const splitter = createJsonSplitter({
    max: text.length,
    onTooLarge: () => {},
    onText: (piece) => {
      const value = parseJson(piece)
      const at = `value ${values.length + broken.length + 1}`
      if (typeof value === 'object' && value !== null) {
        values.push(
          plainCopy(value, (rule, where, before, after) => report(rule, `${at}.${where}`, before, after)),
        )
      } else {
        broken.push(piece)
        report('line_unreadable', at, piece.slice(0, 200), undefined)
      }
    },
  })
  splitter.push(text)
  splitter.end()
  // One value that does not parse is a broken document, not a list of one broken line.
  if (values.length === 0 || (values.length === 1 && broken.length === 0 && !/\n/.test(text.trim()))) {
    throw normalizeError(jsonProblem(text), 'malformed_json')
  }
  return { type: 'values', values }
}

function jsonProblem(text: string): string {
  if (!/^\s*[[{"]/.test(text)) return 'The text is no JSON, no JSON lines and no event stream.'
  const found = locateJsonError(text)
  if (!found) return 'The text is not JSON.'
  const before = text.slice(0, found.position).split('\n')
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`
  const ends = found.position >= text.trimEnd().length
  return `The text is not JSON: ${ends ? 'it breaks off' : 'it cannot be read on'} at ${place}, where ${found.expected} is expected.`
}

/** The values of an input whose format knows no event streams: a list for JSON lines. */
export function readJsonInput(input: unknown, name: string, report: ReportLoss): unknown {
  const found = readInput(input, report)
  if (found.type === 'sse') {
    throw normalizeError(
      `The text is an event stream; ${name} has no such shape. Read it as "openai".`,
      'event_stream',
    )
  }
  return found.type === 'value' ? found.value : found.values
}
