import { isRecord, parseJson, textOf, type JsonObject } from '@antiphon/base'
import type { ToolCall } from '@antiphon/core'
import type { KeptAnswer, ReportAdjustment } from '@antiphon/core/request'

/**
 * The blocks of an answer of this wire as they came: signed thoughts, calls and results of the provider, cited texts. Blocks that
 * the service refuses are left out: a thought without its signature, an empty text, a thought that nothing follows.
 *
 * @param calls those of the answer that are the chat's, under the ids that they leave with.
 */
export function writeKept(
  { items, rest }: KeptAnswer,
  calls: readonly ToolCall[],
  report: ReportAdjustment,
  where: string,
): JsonObject[] {
  let next = 0
  const blocks = items.flatMap((block): JsonObject[] => {
    switch (block.type) {
      case 'thinking':
        if (textOf(block.signature)) return [block]
        report('unsigned_reasoning', where, block.thinking, undefined)
        return []
      case 'text': {
        const { citations, ...bare } = block
        if (!textOf(block.text)?.trim()) return []
        return [Array.isArray(citations) && citations.length > 0 ? block : bare]
      }
      case 'tool_use': {
        const call = calls[next++]
        return [call ? { ...block, id: call.id, name: call.function.name } : block]
      }
      default:
        return [block]
    }
  })
  if (rest) blocks.push({ type: 'text', text: rest })
  blocks.push(...calls.slice(next).map(writeCall))
  while (String(blocks.at(-1)?.type).endsWith('thinking')) {
    report('unsigned_reasoning', where, blocks.at(-1)?.type, undefined)
    blocks.pop()
  }
  return blocks
}

export function writeCall({ id, function: fn }: ToolCall): JsonObject {
  const input = parseJson(fn.arguments)
  return { type: 'tool_use', id, name: fn.name, input: isRecord(input) ? input : {} }
}
