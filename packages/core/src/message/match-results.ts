import { providerResult } from './provider-run.js'
import { CALL_INDEX_KEY, type ToolCall, type ToolMessage } from './types.js'

/**
 * Gives each call of one assistant message its result: first by id among the calls still open, then, where the call or the
 * result has no id, by order. When several calls have the same id, a result may note the position of its call and then goes
 * there. A call that the provider ran holds its own result. Results that fit no call are returned as `orphans`. Linear: an
 * answer may have thousands of calls, and this runs for each frame of it.
 */
export function matchResults(
  calls: readonly ToolCall[],
  results: readonly ToolMessage[],
): { slots: (ToolMessage | undefined)[]; orphans: ToolMessage[] } {
  const slots = calls.map(providerResult)
  /** Positions by id, `''` for none, the first at the end. One that is filled is passed for good. */
  const byId = new Map<string, number[]>()
  const all: number[] = []
  const ids = calls.map(({ id }, index) => {
    const key = id || ''
    const known = byId.get(key)
    if (known) known.push(index)
    else byId.set(key, [index])
    all.push(index)
    return key
  })
  for (const places of [all, ...byId.values()]) places.reverse()

  /** Puts the result in the first of these places that is open. */
  const place = (result: ToolMessage, places: number[] = []): boolean => {
    while (places.length > 0 && slots[places.at(-1)!]) places.pop()
    const index = places.pop()
    if (index !== undefined) slots[index] = result
    return index !== undefined
  }
  const unnoted = results.filter((result) => {
    const noted = result.metadata?.[CALL_INDEX_KEY] as number
    return ids[noted] !== (result.tool_call_id || '') || !place(result, [noted])
  })
  const unnamed = unnoted.filter((r) => !r.tool_call_id || !place(r, byId.get(r.tool_call_id)))
  const orphans = unnamed.filter((r) => !place(r, r.tool_call_id ? byId.get('') : all))
  return { slots, orphans }
}

/** Which call of its answer a result is for: results of one answer with the same key are versions of each other. */
export function callOf({ tool_call_id, metadata }: ToolMessage): string {
  return `${tool_call_id} ${String(metadata?.[CALL_INDEX_KEY])}`
}
