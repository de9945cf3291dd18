import type { ChatErrorData } from '../errors/chat-error-data.js'
import type { AssistantMessage, FinishReason } from '../message/types.js'
import { endText } from './accumulate-text.js'
import { buildMessage } from './build-message.js'
import type { ChoiceDraft } from './choice-draft.js'
import { finishToolCalls } from './finish-tool-calls.js'
import { normalizeFinishReason } from './normalize-finish-reason.js'
import { closeReasoning } from './segments.js'
import type { SharedDraft } from './shared-draft.js'

/** Closes what is still open in a draft. After this its parts are final. */
export function closeChoice(draft: ChoiceDraft, generateId: (callIndex: number) => string): void {
  endText(draft, /^(?:stop|tool_calls)$/.test(normalizeFinishReason(draft.finishReasonRaw)))
  closeReasoning(draft.segments, draft.context.now)
  finishToolCalls(draft, generateId)
  rememberThinkTag(draft)
}

/** Which tags the thoughts stood in, unless they are the usual ones, so that they can be written back the same way. */
function rememberThinkTag(draft: ChoiceDraft): void {
  const tag = draft.think.tag
  if (draft.reasoningField === 'think_tags' && tag && tag.open !== '<think>') {
    draft.metadata.set('antiphon.think_tag', { open: tag.open, close: tag.close })
  }
}

/** How one choice ended by its own word. `sendsFinishReason` false: this server never says one. */
export function choiceFinishReason(draft: ChoiceDraft, sendsFinishReason: boolean): FinishReason {
  const hasCalls = draft.calls.list.length > 0
  const raw = draft.finishReasonRaw ?? (sendsFinishReason ? undefined : 'stop')
  if (!hasCalls && normalizeFinishReason(raw) === 'stop' && /call|use/i.test(raw ?? '')) {
    draft.context.report('finish_reason_without_calls', `choices[${draft.index}].finish_reason`, raw, 'stop')
  }
  return normalizeFinishReason(raw, hasCalls)
}

/** The final message of one choice. */
export function finishMessage(
  draft: ChoiceDraft,
  shared: SharedDraft,
  finishReason: FinishReason,
  error: ChatErrorData | undefined,
): AssistantMessage {
  const message = buildMessage(draft, shared)
  message.finishReason = finishReason
  if (error) {
    message.isError = true
    message.error = error
  }
  const now = draft.context.now?.()
  if (message.timing && shared.startedAt !== undefined && now !== undefined) {
    message.timing = { ...message.timing, durationMs: Math.max(0, now - shared.startedAt) }
  }
  return message
}
