import type { Extras } from '../chunk/types.js'
import type { ToolCall } from '../message/types.js'
import { deepMerge } from './deep-merge.js'

/** One tool call while it grows. */
export interface CallDraft {
  /** Position among the calls of the message, in order of first appearance. */
  readonly position: number
  /** Wire id; empty until the server sends one. */
  id: string
  name: string
  /** All argument fragments put together. */
  joined: string
  /**
   * The last fragment, as long as every fragment so far began with the one before it: then the server may be sending
   * the arguments so far instead of what is new (wire-facts 2.5).
   */
  cumulative?: string
  fragments: number
  /** The final text, set at the end of the answer. */
  settled?: string
  /** How much of the arguments went out as events; undefined until the call was announced. */
  emitted?: number
  extras: Record<string, unknown>
  functionExtras: Record<string, unknown>
  published?: ToolCall
}

export function createCallDraft(position: number): CallDraft {
  return { position, id: '', name: '', joined: '', fragments: 0, extras: {}, functionExtras: {} }
}

/** The arguments as they are best read so far. */
export function currentArguments(call: CallDraft): string {
  if (call.settled !== undefined) return call.settled
  return readsAsCumulative(call) ? (call.cumulative ?? '') : call.joined
}

/** Shortest first fragment from which a repetition is taken for a cumulative stream before its end is known. */
const SURE_LENGTH = 8

function readsAsCumulative(call: CallDraft): boolean {
  if (call.cumulative === undefined || call.fragments < 2) return false
  return call.joined.startsWith('{') && (call.fragments > 3 || call.cumulative.length >= SURE_LENGTH * 2)
}

/** Takes in a piece of arguments. With `whole` it is all there is and replaces what came before. */
export function addArguments(call: CallDraft, text: string, whole: boolean): void {
  if (text === '' && !whole) return
  const continues = !whole && (call.fragments === 0 || continuesAll(call.cumulative, text))
  call.cumulative = continues ? text : undefined
  call.joined = whole ? text : call.joined + text
  call.fragments++
  call.published = undefined
}

/** True when `text` is the arguments so far and more; some servers close the brackets of each state. */
function continuesAll(before: string | undefined, text: string): boolean {
  if (before === undefined) return false
  return text.startsWith(before) || (before.endsWith('}') && text.startsWith(before.slice(0, -1)))
}

/** A name that repeats is ignored, one that grows replaces, one that comes in pieces is joined (wire-facts 2.5). */
export function addName(call: CallDraft, name: string): void {
  if (name === call.name) return
  if (name.startsWith(call.name)) call.name = name
  else if (currentArguments(call) === '') call.name += name
  else return
  call.published = undefined
}

/** Merges keys the kit does not know, such as `extra_content`, so that they go back as they came. */
export function addExtras(call: CallDraft, extras: Extras, functionExtras: Extras): void {
  if (extras.length === 0 && functionExtras.length === 0) return
  for (const [key, value] of extras) call.extras[key] = deepMerge(call.extras[key], value)
  for (const [key, value] of functionExtras)
    call.functionExtras[key] = deepMerge(call.functionExtras[key], value)
  call.published = undefined
}

/** The call in its public shape; the same object until something changes. */
export function publishCall(call: CallDraft): ToolCall {
  call.published ??= {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: currentArguments(call), ...call.functionExtras },
    ...call.extras,
  }
  return call.published
}
