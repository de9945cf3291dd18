import { isRecord, type JsonObject } from '../errors/is-record.js'
import type { ToolCall } from '../message/types.js'

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
  /** Keys of the call and of its function that the kit does not know. */
  extras: JsonObject
  functionExtras: JsonObject
  published?: ToolCall
}

/** The arguments as they are best read so far. */
export function currentArguments(call: CallDraft): string {
  const { joined, cumulative = '', fragments } = call
  // Short fragments may repeat by chance; only long or many ones show that the stream is cumulative.
  const sure = fragments > 3 || cumulative.length > 15
  return call.settled ?? (cumulative && sure && joined.startsWith('{') ? cumulative : joined)
}

/** Takes in a piece of arguments. With `whole` it is all there is and replaces what came before. */
export function addArguments(call: CallDraft, text: string, whole: boolean): void {
  if (text === '' && !whole) return
  const before = call.cumulative
  // Some servers close the brackets of each state.
  const continues =
    before !== undefined &&
    (text.startsWith(before) || (before.endsWith('}') && text.startsWith(before.slice(0, -1))))
  call.cumulative = !whole && (call.fragments === 0 || continues) ? text : undefined
  call.joined = whole ? text : call.joined + text
  call.fragments++
  call.published = undefined
}

/**
 * A name that repeats is ignored, one that grows replaces, one that comes in pieces is joined (wire-facts 2.5). Returns
 * false for another name once the arguments have begun: it is left out.
 */
export function addName(call: CallDraft, name: string): boolean {
  const before = call.name
  if (name.startsWith(before)) call.name = name
  else if (currentArguments(call) === '') call.name += name
  else return false
  if (call.name !== before) call.published = undefined
  return true
}

/**
 * `incoming` over `existing`, object by object; lists and other values are replaced. Makes new objects and leaves both
 * sides alone. A key named `__proto__` is left out, so nothing reaches a prototype.
 */
export function deepMerge(existing: unknown, incoming: unknown): unknown {
  if (!isRecord(existing) || !isRecord(incoming)) return incoming ?? existing
  const merged = { ...existing }
  for (const key of Object.keys(incoming)) {
    if (key !== '__proto__')
      merged[key] = deepMerge(Object.hasOwn(merged, key) ? merged[key] : undefined, incoming[key])
  }
  return merged
}

/** The call in its public shape; the same object until something changes. */
export function publishCall(call: CallDraft): ToolCall {
  return (call.published ??= {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: currentArguments(call), ...call.functionExtras },
    ...call.extras,
  })
}
