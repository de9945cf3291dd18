import { isRecord, type JsonObject } from '../errors/is-record.js'
import type { ReasoningDetail } from '../message/types.js'
import { flatText } from './read-value.js'

/** The key that holds the growing text of an entry. Entries of other types are never joined (wire-facts 2.3, 2.4). */
const TEXT_KEYS: Record<string, string | undefined> = {
  text: 'text',
  thinking: 'thinking',
  'reasoning.text': 'text',
  'reasoning.summary': 'summary',
}

/**
 * Appends parts of a content array, `reasoning_details` or `thinking_blocks` as they came. A piece joins only the entry
 * right before it, of the same type and with no other index or id; a signature, id or format that comes later fills in.
 * Everything else is kept verbatim and in order. Entries are replaced, never changed.
 */
export function appendEntries(
  list: ReasoningDetail[],
  entries: readonly ReasoningDetail[],
): ReasoningDetail[] {
  for (const entry of entries) {
    const last = list.at(-1)
    if (last && continues(last, entry)) list[list.length - 1] = join(last, entry)
    else list.push(entry)
  }
  return list
}

function continues(last: ReasoningDetail, entry: ReasoningDetail): boolean {
  const key = TEXT_KEYS[entry.type]
  if (!key || last.type !== entry.type || differs(last.index, entry.index) || differs(last.id, entry.id))
    return false
  if (key === 'summary') return given(entry.index) && last.index === entry.index
  // A signature closes its block: more text would make it invalid, so it begins the next one, unless it says the same.
  return !(given(last.signature) && given(entry[key]) && last.signature !== entry.signature)
}

function join(last: ReasoningDetail, entry: ReasoningDetail): ReasoningDetail {
  const merged = { ...last }
  for (const [name, value] of Object.entries(entry)) {
    if (name === TEXT_KEYS[entry.type]) merged[name] = joinTexts(last[name], value)
    else if (name !== '__proto__' && (given(value) || !(name in merged))) merged[name] = value
  }
  return merged
}

/** A text, or Mistral's list of text parts. */
function joinTexts(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return appendEntries([...before], after.filter(isEntry))
  if (typeof before === 'string') return before + flatText(after)
  return given(after) ? after : before
}

/** True for an object that says what it is. */
export function isEntry(value: unknown): value is ReasoningDetail {
  return isRecord(value) && typeof value.type === 'string'
}

function differs(a: unknown, b: unknown): boolean {
  return given(a) && given(b) && a !== b
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/**
 * Grows an object of lists and values in place: lists get longer, the `data` and `transcript` of an audio answer too,
 * its id stays, other values are kept as last given (wire-facts 2.2). With `whole` everything is replaced.
 */
export function growRecord(target: JsonObject, more: JsonObject, whole: boolean): JsonObject {
  for (const key of Object.keys(more)) {
    const value = more[key]
    const before = target[key]
    if (value === undefined || value === null || key === '__proto__') continue
    if (Array.isArray(value)) {
      const list: unknown[] = Array.isArray(before) && !whole ? before : (target[key] = [])
      for (const entry of value) list.push(entry)
    } else if (/^(data|transcript)$/.test(key) && !whole) target[key] = flatText(before) + flatText(value)
    else if (key !== 'id' || !before) target[key] = value
  }
  return target
}
