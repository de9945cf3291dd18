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
  const whole = readItem(text)
  if (whole.type !== 'malformed') return unpack(whole)
  const items: FrameItem[] = []
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed !== '') items.push(...readLine(trimmed))
  }
  // One broken value over several lines is one broken value.
  return items.every((item) => item.type === 'malformed') ? [whole] : items
}

function readLine(line: string): FrameItem[] {
  const item = readItem(line)
  if (item.type !== 'malformed') return unpack(item)
  const values: FrameItem[] = []
  const splitter = createJsonSplitter({
    onText: (text) => values.push(readItem(text)),
    onTooLarge: () => {},
    max: line.length,
  })
  splitter.push(line)
  splitter.end()
  return values.length > 1 && values.every((value) => value.type === 'value')
    ? values.flatMap(unpack)
    : [item]
}

function readItem(text: string): FrameItem {
  // A proxy that wraps a stream into a stream writes the prefix twice.
  const payload = text.startsWith('data:') ? text.replace(/^(?:data:\s*)+/, '') : text
  if (payload.startsWith('[DONE]')) return { type: 'done' }
  try {
    const value: unknown = JSON.parse(payload)
    return typeof value === 'string' && value.startsWith('[DONE]')
      ? { type: 'done' }
      : { type: 'value', value }
  } catch {
    return { type: 'malformed', text: payload }
  }
}

/** A list of chunks counts as its chunks. */
function unpack(item: FrameItem): FrameItem[] {
  if (item.type !== 'value' || !Array.isArray(item.value)) return [item]
  return item.value.map((value): FrameItem => ({ type: 'value', value }))
}
