import { isRecord } from '../errors/is-record.js'
import { parseJson } from '../errors/parse-json.js'
import type { CallLog, ToolCallFragment } from './accumulate-tool-calls.js'
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
  if (place.snapshot) return findListed(log, fragment, place)
  const candidate = findCandidate(log, fragment, place)
  return candidate && beginsAnother(candidate, fragment, place) ? undefined : candidate
}

/** A list of whole calls holds each of them once, at its place unless the id says otherwise: TGI calls them all `0`. */
function findListed(
  log: CallLog,
  { id = '' }: ToolCallFragment,
  { at, touched }: FragmentPlace,
): CallDraft | undefined {
  const there = log.list[at]
  const found = !there || (id && there.id && there.id !== id) ? log.byId.get(id) : there
  return found && touched.includes(found) ? undefined : found
}

function findCandidate(
  log: CallLog,
  { id, index, name }: ToolCallFragment,
  place: FragmentPlace,
): CallDraft | undefined {
  const nearest = index === undefined ? latest(log, place) : log.byIndex.get(index)
  if (!id) return nearest
  // The same id twice in one turn: the index or the place tells two calls apart.
  if (nearest?.id === id) return nearest
  const known = log.byId.get(id)
  if (known && (index === undefined || !name || ![...log.byIndex.values()].includes(known))) return known
  // A new id is a new call, unless the call that is there still waits for its own.
  return nearest?.id === '' && (index !== undefined || !name || name === nearest.name) ? nearest : undefined
}

/** Without id and index, several fragments in one chunk go by position, a single one to the latest call. */
function latest(log: CallLog, { at, of }: FragmentPlace): CallDraft | undefined {
  return (of > 1 ? log.lastBatch[at] : undefined) ?? (at === 0 ? log.list.at(-1) : undefined)
}

/**
 * True when the fragment cannot be more of `call`: it names a call although this one already has a name and complete
 * arguments, and it does not merely repeat them.
 */
function beginsAnother(call: CallDraft, fragment: ToolCallFragment, place: FragmentPlace): boolean {
  const { name, id, index, arguments: text } = fragment
  if (!name || !call.name) return false
  const grows = name.startsWith(call.name)
  const inSameChunk = place.touched.includes(call)
  // Calls side by side in one chunk, told apart by nothing but their place.
  if (inSameChunk && index === undefined && (!id || !grows)) return true
  // The fragment is looked at first: most are no complete object, and what is there may be long.
  if (name === call.name && !isCompleteObject(text)) return false
  const before = currentArguments(call)
  if (!isCompleteObject(before)) return false
  // `{}` first and the real arguments later is one call; so is a call that is sent again, or grows.
  return name === call.name
    ? inSameChunk || !text!.startsWith(before.slice(0, -1))
    : before !== '{}' || !grows
}

/** The cheap look comes first: this runs for every fragment that carries a name. */
function isCompleteObject(text = ''): boolean {
  return text.trimEnd().endsWith('}') && isRecord(parseJson(text))
}
