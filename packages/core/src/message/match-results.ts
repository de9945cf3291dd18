import { providerResult } from './provider-run.js'
import { CALL_INDEX_KEY, type ToolCall, type ToolMessage } from './types.js'

/**
 * Gives each call of one assistant message its result: first by id among the calls still open, then, where the call or the
 * result has no id, by order. When several calls have the same id, a result may note the position of its call and then goes
 * there. A call that the provider ran holds its own result. Results that fit no call are returned as `orphans`.
 */
export function matchResults(
  calls: readonly ToolCall[],
  results: readonly ToolMessage[],
): { slots: (ToolMessage | undefined)[]; orphans: ToolMessage[] } {
  const slots = calls.map(providerResult)
  const place = (result: ToolMessage, fits: (call: ToolCall) => boolean): boolean => {
    const index = calls.findIndex((call, i) => !slots[i] && fits(call))
    if (index >= 0) slots[index] = result
    return index >= 0
  }
  const byId = results.filter((r) => {
    const noted = r.metadata?.[CALL_INDEX_KEY] as number
    return !place(r, (call) => call === calls[noted] && call.id === r.tool_call_id)
  })
  const byOrder = byId.filter((r) => !r.tool_call_id || !place(r, (call) => call.id === r.tool_call_id))
  const orphans = byOrder.filter((r) => !place(r, (call) => !call.id || !r.tool_call_id))
  return { slots, orphans }
}
