import { isRecord, parseJson, type JsonObject, safeStringify } from '@antiphon/base'
import {
  currentArguments,
  type CallDraft,
  addArguments,
  addName,
  deepMerge,
  openSegment,
  touch,
  type ChoiceDraft,
  type CallLog,
} from './drafts.js'
import { asIndex, asList, asRecord, asText, read, readExtras } from './read-value.js'

/** The place of a fragment in its chunk. */
interface FragmentPlace {
  at: number
  of: number
  /** Calls that earlier fragments of the same chunk spoke of. */
  touched: readonly CallDraft[]
  /** The fragment is a call as it is so far, not a piece of one. */
  snapshot: boolean
}

/**
 * The call that a fragment continues, or undefined when it begins a new one: by id, then by index, then the latest
 * (docs/wire 2.5). Each candidate is dropped when the fragment plainly begins another call.
 */
function matchToolCall(
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
  fragment: ToolCallFragment,
  place: FragmentPlace,
): CallDraft | undefined {
  const { id, index, name } = fragment
  const nearest = index === undefined ? latest(log, place) : log.byIndex.get(index)
  if (!id) return nearest
  // The same id twice in one turn: the index or the place tells two calls apart.
  if (nearest?.id === id) return nearest
  const known = log.byId.get(id)
  if (known && (index === undefined || !name || ![...log.byIndex.values()].includes(known))) return known
  if (!nearest) return
  // A new id is a new call, unless the call that is there still waits for its own, or plainly goes on.
  if (nearest.id === '') return index !== undefined || !name || name === nearest.name ? nearest : undefined
  return goesOn(nearest, fragment, place) ? nearest : undefined
}

/**
 * True when a fragment goes on with a call under another id, as gateways send that make an id for each: it names no other call,
 * and the arguments are not whole yet.
 */
function goesOn(call: CallDraft, { name, arguments: text }: ToolCallFragment, place: FragmentPlace): boolean {
  const before = currentArguments(call)
  if (name && call.name && (name !== call.name || !(text || before) || place.touched.includes(call)))
    return false
  return !isCompleteObject(before)
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
  // Check the fragment first: most are not a complete object, and the arguments so far may be long.
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

/** A piece of a tool call. Absent means that the piece says nothing about it. */
interface ToolCallFragment {
  id?: string
  index?: number
  name?: string
  arguments?: string
  /** From the old `function_call` field. */
  legacy: boolean
}

const CALL_KEYS = ['id', 'index', 'type', 'function', 'name', 'arguments']

/** Takes in the tool-call fragments of one delta, one after the other (docs/wire 2.5). */
export function accumulateToolCalls(
  draft: ChoiceDraft,
  delta: JsonObject,
  path: string,
  snapshot: boolean,
): void {
  const { report } = draft.context
  const log = draft.calls
  const entries = (read(delta, 'tool_calls', asList, path, report) ?? []).map((entry) => ({
    entry,
    legacy: false,
  }))
  const old = read(delta, 'function_call', asRecord, path, report)
  if (old) entries.push({ entry: { function: old }, legacy: true })
  const touched: CallDraft[] = []
  log.chunks++
  entries.forEach(({ entry, legacy }, at) => {
    const where = `${path}tool_calls[${at}]`
    if (!isRecord(entry)) {
      if (entry !== null) report('tool_call_type', where, entry, undefined)
      return
    }
    // Some gateways write name and arguments on the call itself.
    const fn = read(entry, 'function', asRecord, `${where}.`, report) ?? entry
    const fragment: ToolCallFragment = {
      id: read(entry, 'id', asText, `${where}.`, report) || undefined,
      index: read(entry, 'index', asIndex, `${where}.`, report),
      name: read(fn, 'name', asText, `${where}.function.`, report) || undefined,
      arguments: read(fn, 'arguments', asArguments, `${where}.function.`, report),
      legacy,
    }
    const found = matchToolCall(log, fragment, { at, of: entries.length, touched, snapshot })
    // A fragment that only adds data to a call does not begin one.
    if (!found && !fragment.id && !fragment.name && !fragment.arguments) {
      report('tool_call_orphan', where, entry, undefined)
      return
    }
    const call = found ?? openCall(draft)
    touched.push(call)
    if (fragment.id && call.id && call.id !== fragment.id && !log.byId.has(fragment.id))
      report('tool_call_id_changed', where, fragment.id, call.id)
    remember(log, call, fragment)
    if (fragment.name && !addName(call, fragment.name))
      report('tool_call_name_ignored', where, fragment.name, call.name)
    let hasNews = false
    const keepIn = (extras: JsonObject) => (key: string, value: unknown) => {
      extras[key] = withoutOldPart(deepMerge(extras[key], value))
      call.published = undefined
      if (key === 'providerRun') hasNews = true
    }
    readExtras(entry, CALL_KEYS, `${where}.`, report, keepIn(call.extras))
    if (fn !== entry) readExtras(fn, CALL_KEYS, `${where}.function.`, report, keepIn(call.functionExtras))
    const text = fragment.arguments
    // Arguments that came as a JSON value are all there is.
    if (text !== undefined) addArguments(call, text, snapshot || typeof fn.arguments !== 'string')
    log.view = undefined
    touch(draft)
    const isTold = emitCall(draft, call, snapshot ? undefined : text)
    // The result of a call of the provider, or a piece of it, is seen as soon as it is there.
    if (hasNews && !isTold && call.emitted !== undefined) tellCall(draft, call, '')
  })
  if (entries.length > 1) log.lastBatch = touched
}

/** An empty `partial` of a call of the provider says that the whole is there (`ProviderRun`). */
function withoutOldPart(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value.partial) || value.partial.length > 0) return value
  const { partial: _, ...rest } = value
  return rest
}

/** Arguments as JSON text. TGI and others send them as an object. */
function asArguments(value: unknown): string {
  return typeof value === 'string' ? value : safeStringify(value)
}

function openCall(draft: ChoiceDraft): CallDraft {
  const position = draft.calls.list.length
  const call: CallDraft = {
    position,
    chunk: draft.calls.chunks,
    id: '',
    name: '',
    joined: '',
    fragments: 0,
    extras: {},
    functionExtras: {},
    toolNames: draft.context.toolNames,
  }
  draft.think.interrupt(false)
  draft.calls.list.push(call)
  openSegment(draft, { type: 'tool_call', index: position })
  return call
}

/** Remembers by what the call can be found. An id is never overwritten, least of all by an empty one. */
function remember(log: CallLog, call: CallDraft, { id, index, legacy }: ToolCallFragment): void {
  if (id) {
    if (!call.id) call.published = undefined
    call.id ||= id
    log.byId.set(id, call)
  }
  if (index !== undefined) log.byIndex.set(index, call)
  if (legacy) log.legacy = call
}

function tellCall(draft: ChoiceDraft, call: CallDraft, text: string): void {
  const { index: choice, context } = draft
  context.emit({ type: 'tool_call_delta', choice, callIndex: call.position, arguments: text })
}

/** Announces the call once its name is known, then what its arguments grew by. False when there was nothing to tell. */
function emitCall(draft: ChoiceDraft, call: CallDraft, fragment: string | undefined): boolean {
  const { emit, toolNames } = draft.context
  const at = { choice: draft.index, callIndex: call.position }
  const isNew = call.emitted === undefined
  if (call.emitted === undefined) {
    if (call.name === '') return false
    call.emitted = 0
    emit({ type: 'tool_call_start', ...at, id: call.id, name: toolNames?.get(call.name) ?? call.name })
  }
  const text = currentArguments(call)
  const grown = text.length - call.emitted
  if (grown <= 0) return isNew
  // The usual fragment is exactly what is new; slicing would copy all arguments for each fragment.
  const news = fragment?.length === grown ? fragment : text.slice(call.emitted)
  call.emitted = text.length
  tellCall(draft, call, news)
  return true
}
