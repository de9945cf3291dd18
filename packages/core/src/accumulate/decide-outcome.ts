import type { ChatErrorData, ChatErrorKind } from '../errors/chat-error-data.js'
import type { FinishReason } from '../message/types.js'
import type { ChoiceDraft } from './choice-draft.js'
import type { SharedDraft } from './shared-draft.js'
import type { Outcome } from './types.js'

/**
 * How the body ended. `done`: with `[DONE]`, or a whole JSON document. `eof`: at the border of a frame, without a mark.
 * `cut`: inside a frame. `cancelled`: by the reader.
 */
export type StreamEnd = 'done' | 'eof' | 'cut' | 'cancelled'

export interface Ending {
  outcome: Outcome
  error?: ChatErrorData
}

/**
 * The one place that decides how a response ended (wire-facts 2.1, 2.6, 2.9). An error wins, then the reader's own stop;
 * an answer with nothing in it is an error; without a finish reason it is incomplete.
 */
export function decideOutcome(
  drafts: readonly ChoiceDraft[],
  reasons: readonly FinishReason[],
  shared: SharedDraft,
  end: StreamEnd,
): Ending {
  if (shared.error) return { outcome: 'error', error: shared.error }
  if (end === 'cancelled') return { outcome: 'cancelled' }
  const failed = reasons.indexOf('error')
  if (failed !== -1)
    return { outcome: 'error', error: describeFailedFinish(drafts[failed]?.finishReasonRaw ?? 'error') }
  if (isEmpty(drafts, shared) && endedCleanly(drafts, shared, end) && !reasons.includes('content_filter')) {
    return { outcome: 'error', error: emptyResponse(drafts) }
  }
  if (drafts.length === 0 || reasons.includes('incomplete')) return { outcome: 'incomplete' }
  return { outcome: 'complete' }
}

/** No content, no calls and no usage (wire-facts 2.9, last line). */
function isEmpty(drafts: readonly ChoiceDraft[], shared: SharedDraft): boolean {
  return !shared.usage && !drafts.some(hasOutput)
}

/** True when a draft holds anything a reader or the next request could use. */
export function hasOutput(draft: ChoiceDraft): boolean {
  return (
    draft.rawContent !== '' ||
    draft.reasoning !== '' ||
    draft.refusal !== '' ||
    draft.calls.list.length > 0 ||
    draft.images.size > 0 ||
    draft.audio !== undefined ||
    (draft.details?.length ?? 0) > 0 ||
    (draft.thinkingBlocks?.length ?? 0) > 0
  )
}

/**
 * A body that stops between frames after the answer has begun, with neither `[DONE]` nor a finish reason, may have been
 * truncated: that is incomplete, not empty. One without a single chunk is the empty answer of an overfull LM Studio.
 */
function endedCleanly(drafts: readonly ChoiceDraft[], shared: SharedDraft, end: StreamEnd): boolean {
  if (end === 'done') return true
  if (end === 'cut') return false
  return (
    shared.chunks === 0 || (drafts.length > 0 && drafts.every((draft) => draft.finishReasonRaw !== undefined))
  )
}

function emptyResponse(drafts: readonly ChoiceDraft[]): ChatErrorData {
  const raw = drafts[0]?.finishReasonRaw
  return {
    kind: 'empty_response',
    message: `The server ended its answer without any text, tool call or token count${
      raw ? ` (finish reason "${raw}")` : ''
    }. The model may not be loaded, or the conversation may be too long for it.`,
  }
}

const FAILED_KINDS: Record<string, ChatErrorKind> = {
  insufficient_system_resource: 'overloaded',
  time_limit: 'timeout',
}

/** A finish reason that means failure, where the server sent no error beside it. */
function describeFailedFinish(raw: string): ChatErrorData {
  return {
    kind: FAILED_KINDS[raw.toLowerCase()] ?? 'provider',
    message: `The server stopped with the finish reason "${raw}". The answer may be cut off.`,
    code: raw,
  }
}
