import { textOf, type JsonObject } from '@antiphon/base'
import type { ToolCall } from '@antiphon/core'
import type { KeptAnswer, ReportAdjustment } from '@antiphon/core/request'
import { readItemCall } from './result-of-item.js'

/**
 * The items of an answer of this wire as they came, in order. A reasoning item must be followed by the item it led to, and one
 * that the server could not read again is left out. Then the ids of the other items go too, because the server looks up a
 * reasoning item and the item it led to together.
 *
 * @param calls those of the answer that are the chat's, under the ids that they leave with.
 * @param asked is told the item of each call, by the id that the call leaves with.
 */
export function writeKept(
  { items, rest }: KeptAnswer,
  calls: readonly ToolCall[],
  asked: Map<string, JsonObject>,
  report: ReportAdjustment,
  where: string,
): JsonObject[] {
  const kept = items.filter((item) => item.type !== 'reasoning' || isReadable(item))
  const isFollowed = rest !== '' || calls.length > kept.filter(isOwnCall).length
  if (!isFollowed) while (kept.at(-1)?.type === 'reasoning') kept.pop()
  const lost = items.length - kept.length
  if (lost > 0) report('unsigned_reasoning', where, lost, undefined)

  let next = 0
  const written = kept.map((stored): JsonObject => {
    const { id: _, ...bare } = stored
    const item = lost > 0 && stored.type !== 'reasoning' ? bare : stored
    const call = isOwnCall(stored) ? calls[next++] : undefined
    if (!call) return item
    asked.set(call.id, stored)
    // Ids are unique in a request: where one was changed, its call has to say so too.
    if (stored.type === 'mcp_approval_request') return { ...item, id: call.id }
    return { ...item, call_id: call.id, ...(stored.type === 'function_call' && { name: call.function.name }) }
  })
  if (rest) written.push({ role: 'assistant', content: rest })
  for (const { id, function: fn } of calls.slice(next))
    written.push({ type: 'function_call', call_id: id, name: fn.name, arguments: fn.arguments })
  return written
}

/** As the reader has it: a call of the chat, not of the provider. */
function isOwnCall(item: JsonObject): boolean {
  return readItemCall(item)?.isProviders === false
}

function isReadable({ encrypted_content: data, content }: JsonObject): boolean {
  return textOf(data) !== undefined || (Array.isArray(content) && content.length > 0)
}
