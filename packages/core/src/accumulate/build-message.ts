import type { AssistantMessage } from '../message/types.js'
import { CONTENT_PARTS_KEY } from './accumulate-content-parts.js'
import { buildMetadata } from './accumulate-metadata.js'
import { publishCall } from './call-draft.js'
import type { ChoiceDraft } from './choice-draft.js'
import type { SharedDraft } from './shared-draft.js'

/**
 * The message as far as it has come. Fields without a value are absent, keys stand in a fixed order, and lists and calls
 * that did not change since the last build are the same objects.
 */
export function buildMessage(draft: ChoiceDraft, shared: SharedDraft): AssistantMessage {
  const message: AssistantMessage = { role: 'assistant', content: draft.content }
  if (draft.calls.list.length > 0) message.tool_calls = draft.calls.view ??= draft.calls.list.map(publishCall)
  if (draft.refusal !== '') message.refusal = draft.refusal
  if (draft.reasoning !== '') message.reasoning = draft.reasoning
  if (draft.details) message.reasoning_details = draft.detailsView ??= [...draft.details]
  if (draft.thinkingBlocks) message.thinking_blocks = draft.thinkingBlocksView ??= [...draft.thinkingBlocks]
  if (draft.finishReasonRaw !== undefined) message.finishReasonRaw = draft.finishReasonRaw
  if (draft.index === shared.firstIndex && shared.usage) message.usage = shared.usage
  if (shared.model !== undefined) message.model = shared.model
  if (draft.annotations.size > 0)
    message.annotations = draft.annotationsView ??= [...draft.annotations.values()]
  if (draft.images.size > 0) message.images = draft.imagesView ??= [...draft.images.values()]
  if (draft.audio) message.audio = draft.audio
  if (draft.logprobs) message.logprobs = copyLists(draft.logprobs)
  if (draft.reasoningField !== undefined)
    message.reasoningSource = reasoningSource(draft.reasoningField, shared)
  if (draft.segments.list.length > 0) message.segments = [...draft.segments.list]
  addTiming(message, draft, shared)
  const metadata = buildMetadata(shared.metadata, draft.metadata, keptParts(draft))
  if (metadata) message.metadata = metadata
  return message
}

function reasoningSource(field: string, shared: SharedDraft): AssistantMessage['reasoningSource'] {
  const provider = shared.metadata.get('wire.provider')
  return {
    field,
    ...(typeof provider === 'string' ? { provider } : {}),
    ...(shared.model === undefined ? {} : { model: shared.model }),
  }
}

function addTiming(message: AssistantMessage, draft: ChoiceDraft, shared: SharedDraft): void {
  if (shared.startedAt === undefined) return
  message.timing = { startedAt: shared.startedAt }
  if (draft.firstTokenAt !== undefined) message.timing.firstTokenAt = draft.firstTokenAt
}

function keptParts(draft: ChoiceDraft): Map<string, unknown> {
  if (!draft.contentParts) return new Map()
  draft.contentPartsView ??= [...draft.contentParts]
  return new Map([[CONTENT_PARTS_KEY, draft.contentPartsView]])
}

/** The inner lists grow in place; what is published must not. */
function copyLists(logprobs: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(logprobs).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
  )
}
