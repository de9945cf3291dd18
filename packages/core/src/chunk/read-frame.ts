import { parseJson } from '../errors/parse-json.js'
import { createJsonSplitter } from './split-json.js'

/** What one `data:` payload or one line of a body holds. */
export type FrameItem =
  | { type: 'value'; value: unknown }
  | { type: 'done' }
  | { type: 'malformed'; text: string }

/**
 * Reads one payload: a JSON value, `[DONE]` in any of its spellings, or several JSON values that a sloppy gateway put
 * into one event (wire-facts 2.1). What cannot be read comes back as `malformed`, in its place.
 */
export function readFrame(data: string): FrameItem[] {
  const text = data.trim()
  if (text === '') return []
  // Nearly every payload is one object, which no other rule could read differently.
  const object = text[0] === '{' ? parseJson(text) : undefined
  if (object !== undefined) return [{ type: 'value', value: object }]
  const whole = readItem(text)
  if (whole[0]!.type !== 'malformed') return whole
  const items = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : readLine(line.trim())))
  // One broken value over several lines is one broken value.
  return items.every((item) => item.type === 'malformed') ? whole : items
}

/** Values side by side count only when every one of them can be read. */
function readLine(line: string): FrameItem[] {
  const values: FrameItem[] = []
  const splitter = createJsonSplitter({
    onText: (text) => values.push(...readItem(text)),
    onTooLarge: () => {},
    max: line.length,
  })
  splitter.push(line)
  splitter.end()
  return values.every((value) => value.type === 'value') ? values : readItem(line)
}

/** One value, of which a list counts as its entries. */
function readItem(text: string): FrameItem[] {
  // A proxy that wraps a stream into a stream writes the prefix twice.
  const payload = text.replace(/^(?:data:\s*)+/, '')
  // First, for reading it as JSON would make an exception.
  if (/^"?\[DONE\]/.test(payload)) return [{ type: 'done' }]
  const value = parseJson(payload)
  if (value === undefined) return [{ type: 'malformed', text: payload }]
  const values: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value]
  return values.map((entry) => ({ type: 'value', value: entry }))
}
