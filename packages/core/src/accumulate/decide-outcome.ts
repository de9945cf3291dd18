import type { ChatErrorData } from '../errors/chat-error-data.js'
import type { FinishReason } from '../message/types.js'
import type { ChoiceDraft } from './choice-draft.js'
import type { SharedDraft } from './shared-draft.js'
import type { Outcome } from './types.js'

/**
 * How the body ended. `done`: with `[DONE]`, or a whole JSON document. `eof`: at the border of a frame, without a mark.
 * `cut`: inside a frame. `cancelled`: by the reader.
 */
export type StreamEnd = 'done' | 'eof' | 'cut' | 'cancelled'

/**
 * The one place that decides how a response ended (wire-facts 2.1, 2.6, 2.9). An error wins, then the reader's own stop;
 * an answer with nothing in it is an error; without a finish reason it is incomplete.
 */
export function decideOutcome(
  drafts: readonly ChoiceDraft[],
  reasons: readonly FinishReason[],
  shared: SharedDraft,
  end: StreamEnd,
): { outcome: Outcome; error?: ChatErrorData } {
  if (shared.error) return { outcome: 'error', error: shared.error() }
  if (end === 'cancelled') return { outcome: 'cancelled' }
  const failed = drafts[reasons.indexOf('error')]
  if (failed) return { outcome: 'error', error: describeFailedFinish(failed.finishReasonRaw!) }
  const counted = shared.usage && drafts.length > 0
  const empty = !counted && !drafts.some(hasOutput) && !reasons.includes('content_filter')
  if (empty && endedCleanly(drafts, shared, end)) return { outcome: 'error', error: emptyResponse(drafts) }
  return { outcome: drafts.length === 0 || reasons.includes('incomplete') ? 'incomplete' : 'complete' }
}

/** True when a draft holds anything a reader or the next request could use. */
export function hasOutput(draft: ChoiceDraft): boolean {
  const { reasoning_details: details, thinking_blocks: blocks, images } = draft.lists
  return Boolean(
    draft.rawText ||
    draft.reasoning ||
    draft.refusal ||
    draft.audio ||
    draft.calls.list.length ||
    images ||
    details?.items.length ||
    blocks?.items.length,
  )
}

/** True once every choice that began has its finish reason. */
export function allFinished(drafts: readonly ChoiceDraft[]): boolean {
  return drafts.length > 0 && drafts.every((draft) => draft.finishReasonRaw)
}

/**
 * A body that stops between frames after the answer has begun, with neither `[DONE]` nor a finish reason, may have been
 * truncated: that is incomplete, not empty. One without a single chunk is the empty answer of an overfull LM Studio.
 */
function endedCleanly(drafts: readonly ChoiceDraft[], shared: SharedDraft, end: StreamEnd): boolean {
  return end === 'done' || (end === 'eof' && (shared.isEmpty || allFinished(drafts)))
}

function emptyResponse(drafts: readonly ChoiceDraft[]): ChatErrorData {
  const raw = drafts[0]?.finishReasonRaw
  return {
    kind: 'empty_response',
    message: `The server ended its answer without any text, tool call or token count${
      raw ? ` (finish reason "${raw}")` : ''
    }. The model may not be loaded, the conversation may be too long for it, or a filter may have taken the answer.`,
  }
}

/** A finish reason that means failure, where the server sent no error beside it. */
function describeFailedFinish(raw: string): ChatErrorData {
  // Three of them are worth another try (wire-facts 2.6), which an overloaded server is.
  const kind = /insufficient|network|aborted/i.test(raw)
    ? 'overloaded'
    : /time_limit/i.test(raw)
      ? 'timeout'
      : 'provider'
  return {
    kind,
    message: `The server stopped with the finish reason "${raw}". The answer may be cut off.`,
    code: raw,
  }
}
