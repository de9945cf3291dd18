import type { ToolCallFragment } from '../chunk/types.js'
import type { CallLog } from './accumulate-tool-calls.js'
import { currentArguments, type CallDraft } from './call-draft.js'

/** Where in its chunk a fragment stands. */
export interface FragmentPlace {
  at: number
  of: number
  /** Calls that earlier fragments of the same chunk spoke of. */
  touched: readonly CallDraft[]
  /** The fragment is a call as it is so far, not a piece of one. */
  snapshot: boolean
}

/**
 * The call that a fragment continues, or undefined when it begins a new one: by id, then by index, then the latest
 * (wire-facts 2.5). Each candidate is dropped when the fragment plainly begins another call.
 */
export function matchToolCall(
  log: CallLog,
  fragment: ToolCallFragment,
  place: FragmentPlace,
): CallDraft | undefined {
  if (fragment.legacy) return log.legacy
  const candidate = findCandidate(log, fragment, place)
  if (!candidate || place.snapshot) return candidate
  return beginsAnother(candidate, fragment, place) ? undefined : candidate
}

function findCandidate(
  log: CallLog,
  fragment: ToolCallFragment,
  place: FragmentPlace,
): CallDraft | undefined {
  const { id, index, name } = fragment
  const atIndex = index === undefined ? undefined : log.byIndex.get(index)
  if (id !== undefined) {
    // The same id twice in one turn: the index tells two calls apart.
    if (atIndex?.id === id) return atIndex
    const known = log.byId.get(id)
    if (known && (index === undefined || name === undefined || !hasIndex(log, known))) return known
    // A new id at an index that has one already is a new call; at an index without an id it is that call's late id.
    if (index !== undefined) return atIndex?.id === '' ? atIndex : undefined
    const last = latest(log, place)
    return last?.id === '' && (name === undefined || name === last.name) ? last : undefined
  }
  if (index !== undefined) return atIndex
  return latest(log, place)
}

/** Without id and index, several fragments in one chunk go by position, a single one to the latest call. */
function latest(log: CallLog, place: FragmentPlace): CallDraft | undefined {
  if (place.snapshot) return log.list[place.at]
  if (place.of > 1) {
    const same = log.lastBatch[place.at]
    if (same) return same
    return place.at === 0 ? log.list.at(-1) : undefined
  }
  return log.list.at(-1)
}

function hasIndex(log: CallLog, call: CallDraft): boolean {
  for (const indexed of log.byIndex.values()) if (indexed === call) return true
  return false
}

/**
 * True when the fragment cannot be more of `call`: it names a call although this one already has a name and complete
 * arguments, and it does not merely repeat them.
 */
function beginsAnother(call: CallDraft, fragment: ToolCallFragment, place: FragmentPlace): boolean {
  const { name } = fragment
  if (name === undefined || call.name === '') return false
  const inSameChunk = place.touched.includes(call)
  // Calls side by side in one chunk, told apart by nothing but their place.
  if (
    inSameChunk &&
    fragment.index === undefined &&
    (fragment.id === undefined || !name.startsWith(call.name))
  ) {
    return true
  }
  const text = fragment.arguments
  if (name === call.name) {
    // The fragment is looked at first: most are no complete object, and what is there may be long.
    if (text === undefined || !isCompleteObject(text)) return false
    const before = currentArguments(call)
    if (!isCompleteObject(before)) return false
    // `{}` first and the real arguments later is one call; so is a call that is sent again, or grows.
    return inSameChunk || !text.startsWith(before.slice(0, -1))
  }
  const before = currentArguments(call)
  return isCompleteObject(before) && (before !== '{}' || !name.startsWith(call.name))
}

/** The cheap looks come first: this runs only for fragments that carry a name. */
function isCompleteObject(text: string): boolean {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return false
  try {
    JSON.parse(trimmed)
    return true
  } catch {
    return false
  }
}
