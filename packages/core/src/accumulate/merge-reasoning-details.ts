import type { ReasoningDetail } from '../message/types.js'

/** The key that holds the growing text of an entry. Entries of other types are never merged. */
const TEXT_KEYS: Record<string, string | undefined> = {
  'reasoning.text': 'text',
  'reasoning.summary': 'summary',
}

/**
 * Appends the `reasoning_details` of one delta (wire-facts 2.4). A piece joins only the entry right before it, of the
 * same type and with no other index or id; a signature, id or format that comes later fills in. Everything else is kept
 * verbatim and in order. With `whole` the entries are complete and replace what is there.
 */
export function mergeReasoningDetails(
  existing: ReasoningDetail[] | undefined,
  incoming: readonly ReasoningDetail[],
  whole: boolean,
): ReasoningDetail[] {
  if (whole) return [...incoming]
  const list = existing ?? []
  for (const entry of incoming) {
    const last = list.at(-1)
    if (last && belongsTo(last, entry)) list[list.length - 1] = join(last, entry)
    else list.push(entry)
  }
  return list
}

function belongsTo(last: ReasoningDetail, entry: ReasoningDetail): boolean {
  const key = TEXT_KEYS[entry.type]
  if (key === undefined || last.type !== entry.type) return false
  if (differs(last.index, entry.index) || differs(last.id, entry.id)) return false
  if (entry.type === 'reasoning.summary') return last.index === entry.index && given(entry.index)
  // A signature closes its block: more text would make it invalid, so it begins the next one.
  return !(given(last.signature) && given(entry[key]))
}

function join(last: ReasoningDetail, entry: ReasoningDetail): ReasoningDetail {
  const key = TEXT_KEYS[entry.type] ?? 'text'
  const merged: ReasoningDetail = { ...last }
  for (const [name, value] of Object.entries(entry)) {
    if (name === '__proto__' || name === 'type') continue
    if (name === key) merged[key] = text(last[key]) + text(value)
    else if (given(value) || !(name in merged)) merged[name] = value
  }
  return merged
}

function differs(a: unknown, b: unknown): boolean {
  return given(a) && given(b) && a !== b
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
