import type { ReportRepair } from '../chunk/types.js'
import type { AssistantMessage, ContentPart, ReasoningDetail } from '../message/types.js'
import type { CallLog } from './accumulate-tool-calls.js'
import type { SegmentLog } from './segments.js'
import { createThinkSplitter, type ThinkTags } from './think-tags.js'
import type { CompletionEvent } from './types.js'

/** What every step of the accumulation may use. */
export interface AccumulatorContext {
  emit(event: CompletionEvent): void
  report: ReportRepair
  /** Clock in epoch ms. Without it no times are written. */
  now?: () => number
}

/**
 * One answer while it grows. The elements of its lists are replaced, never changed, so that snapshots can share them.
 * `version` counts the changes.
 */
export interface ChoiceDraft {
  readonly index: number
  readonly context: AccumulatorContext
  version: number
  content: string
  /** `content` as it came, with think tags: what a cumulative `message` is compared with. */
  rawContent: string
  reasoning: string
  reasoningField?: string
  refusal: string
  segments: SegmentLog
  think: ReturnType<typeof createThinkSplitter>
  details?: ReasoningDetail[]
  thinkingBlocks?: ReasoningDetail[]
  contentParts?: ReasoningDetail[]
  /** Copies that were published; dropped when the list behind them changes. */
  detailsView?: ReasoningDetail[]
  thinkingBlocksView?: ReasoningDetail[]
  contentPartsView?: ReasoningDetail[]
  imagesView?: ContentPart[]
  annotationsView?: unknown[]
  calls: CallLog
  annotations: Map<string, unknown>
  images: Map<string, ContentPart>
  audio?: Record<string, unknown>
  logprobs?: Record<string, unknown>
  metadata: Map<string, unknown>
  finishReasonRaw?: string
  /** The answer did not go on as its `message` snapshots said, so they are read as deltas. */
  notCumulative?: boolean
  firstTokenAt?: number
  published?: { version: number; message: AssistantMessage }
}

export function createChoiceDraft(
  index: number,
  context: AccumulatorContext,
  thinkTags: ThinkTags,
): ChoiceDraft {
  return {
    index,
    context,
    version: 0,
    content: '',
    rawContent: '',
    reasoning: '',
    refusal: '',
    segments: { list: [] },
    think: createThinkSplitter(thinkTags),
    calls: { list: [], byId: new Map(), byIndex: new Map(), lastBatch: [] },
    annotations: new Map(),
    images: new Map(),
    metadata: new Map(),
  }
}

/** Notes the moment of the first token and that the draft changed. */
export function touch(draft: ChoiceDraft): void {
  draft.version++
  if (draft.firstTokenAt === undefined) draft.firstTokenAt = draft.context.now?.()
}
