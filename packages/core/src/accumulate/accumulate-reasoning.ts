import type { ChunkDelta } from '../chunk/types.js'
import type { ReasoningDetail } from '../message/types.js'
import { mergeReasoningDetails } from './merge-reasoning-details.js'
import { mergeThinkingBlocks } from './merge-thinking-blocks.js'
import { touch, type ChoiceDraft } from './choice-draft.js'
import { growSegment } from './segments.js'

/** Appends visible thinking. `field` is where the first of it came from, so that it can go back the same way. */
export function appendReasoning(draft: ChoiceDraft, text: string, field: string): void {
  draft.reasoningField ??= field
  if (text === '') return
  const start = draft.reasoning.length
  draft.reasoning += text
  touch(draft)
  growSegment(draft.segments, 'reasoning', start, draft.reasoning.length, draft.context.now)
  draft.context.emit({ type: 'reasoning_delta', choice: draft.index, text })
}

/**
 * The visible thinking of one delta and the field it stands in. The same thought is often sent twice or three times
 * side by side, so one place speaks for all: details with text, else the flat alias, else thinking blocks, else the
 * content array (wire-facts 2.3).
 */
export function visibleReasoning(delta: ChunkDelta): { text: string; field: string } | undefined {
  const details = joined(delta.reasoningDetails, ['text', 'summary'])
  if (details) return { text: details, field: 'reasoning_details' }
  if (delta.reasoning?.text) return delta.reasoning
  const blocks = joined(delta.thinkingBlocks, ['thinking'])
  if (blocks) return { text: blocks, field: 'thinking_blocks' }
  return undefined
}

/** Keeps `reasoning_details` and `thinking_blocks`, signatures included, and the name of a field that was only empty. */
export function accumulateReasoningRecords(draft: ChoiceDraft, delta: ChunkDelta, whole: boolean): void {
  if (delta.reasoningDetails) {
    draft.detailsView = undefined
    draft.details = mergeReasoningDetails(draft.details, delta.reasoningDetails, whole)
    if (delta.reasoningDetails.length > 0) draft.reasoningField = 'reasoning_details'
    draft.version++
  }
  if (delta.thinkingBlocks) {
    draft.thinkingBlocksView = undefined
    draft.thinkingBlocks = mergeThinkingBlocks(draft.thinkingBlocks, delta.thinkingBlocks, whole)
    if (draft.reasoningField !== 'reasoning_details' && delta.thinkingBlocks.length > 0) {
      draft.reasoningField = 'thinking_blocks'
    }
    draft.version++
  }
  if (delta.reasoning) draft.reasoningField ??= delta.reasoning.field
}

function joined(entries: readonly ReasoningDetail[] | undefined, keys: readonly string[]): string {
  if (!entries) return ''
  let text = ''
  for (const entry of entries) {
    for (const key of keys) {
      const value = entry[key]
      if (typeof value !== 'string') continue
      text += value
      break
    }
  }
  return text
}
