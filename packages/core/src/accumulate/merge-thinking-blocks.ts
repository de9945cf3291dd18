import type { ReasoningDetail } from '../message/types.js'

/**
 * Appends the `thinking_blocks` of one delta (LiteLLM in front of Anthropic, wire-facts 2.3): one piece per delta, the
 * signature empty until the block's last piece. A signed block is complete; the next thinking begins a new one.
 */
export function mergeThinkingBlocks(
  existing: ReasoningDetail[] | undefined,
  incoming: readonly ReasoningDetail[],
  whole: boolean,
): ReasoningDetail[] {
  if (whole) return [...incoming]
  const list = existing ?? []
  for (const block of incoming) {
    const last = list.at(-1)
    if (last?.type === 'thinking' && block.type === 'thinking' && !(last.signature && block.thinking)) {
      list[list.length - 1] = {
        ...last,
        ...block,
        thinking: `${text(last.thinking)}${text(block.thinking)}`,
        signature: text(block.signature) || text(last.signature),
      }
    } else {
      list.push(block)
    }
  }
  return list
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
