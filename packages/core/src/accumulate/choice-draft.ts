import type { AssistantMessage, ReasoningDetail, Segment } from '../message/types.js'
import type { JsonObject } from '../errors/is-record.js'
import type { CallLog } from './accumulate-tool-calls.js'
import { createThinkSplitter, type ThinkTags } from './think-tags.js'
import type { CompletionEvent, ReportRepair } from './types.js'

/** What every step of the accumulation may use. */
export interface AccumulatorContext {
  emit(event: CompletionEvent): void
  report: ReportRepair
  /** Clock in epoch ms. Without it no times are written. */
  now?: () => number
}

/** The three texts of an answer. Each is a channel of its own (wire-facts 2.2, 2.3). */
export type TextType = 'reasoning' | 'text' | 'refusal'

/** A list that grows. `view` is the copy that was published, until something changes. */
interface GrowingList {
  items: ReasoningDetail[]
  view?: ReasoningDetail[]
}

/**
 * One answer while it grows. Elements of its lists are replaced, never changed, so that snapshots can share them.
 * `version` counts the changes.
 */
export interface ChoiceDraft extends Record<TextType, string> {
  readonly index: number
  readonly context: AccumulatorContext
  version: number
  /** The text as it came, with think tags: what a cumulative `message` is compared with. */
  rawText: string
  reasoningField?: string
  segments: Segment[]
  /** When the open stretch of reasoning began, if there is a clock. */
  reasoningSince?: number
  think: ReturnType<typeof createThinkSplitter>
  /** `reasoning_details`, `thinking_blocks`, `annotations`, `images` and the kept `content_parts`. */
  lists: Record<string, GrowingList>
  /** Images and citations that are there already. */
  seen: Set<string>
  calls: CallLog
  audio?: JsonObject
  logprobs?: JsonObject
  metadata: JsonObject
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
  const draft: ChoiceDraft = {
    index,
    context,
    version: 0,
    text: '',
    rawText: '',
    reasoning: '',
    refusal: '',
    segments: [],
    think: createThinkSplitter(thinkTags, (type, text) => {
      // Tags with nothing in them still tell where this server writes its thoughts.
      if (type === 'reasoning') {
        draft.reasoningField ??= 'think_tags'
        draft.version++
      }
      grow(draft, type, text)
    }),
    lists: {},
    seen: new Set(),
    calls: { list: [], byId: new Map(), byIndex: new Map(), lastBatch: [] },
    metadata: {},
  }
  return draft
}

/** Notes the moment of the first token and that the draft changed. */
export function touch(draft: ChoiceDraft): void {
  draft.version++
  draft.firstTokenAt ??= draft.context.now?.()
}

/** Appends to one of the texts. */
export function grow(draft: ChoiceDraft, type: TextType, text: string): void {
  if (text === '') return
  const start = draft[type].length
  draft[type] += text
  touch(draft)
  const end = start + text.length
  const last = draft.segments.at(-1)
  if (last?.type === type) draft.segments[draft.segments.length - 1] = { type, start: last.start, end }
  else openSegment(draft, { type, start, end })
  draft.context.emit({ type: `${type}_delta`, choice: draft.index, text })
}

/** Begins the next stretch of the answer, if there is one, and writes how long the reasoning before it took. */
export function openSegment(draft: ChoiceDraft, segment?: Segment): void {
  const { segments, reasoningSince } = draft
  const { now } = draft.context
  const last = segments.at(-1)
  if (now && reasoningSince !== undefined && last?.type === 'reasoning') {
    segments[segments.length - 1] = { ...last, ms: Math.max(0, now() - reasoningSince) }
  }
  draft.reasoningSince = segment?.type === 'reasoning' ? now?.() : undefined
  if (segment) segments.push(segment)
}

/** The items of a list that is about to change. */
export function changeList(draft: ChoiceDraft, name: string): ReasoningDetail[] {
  const list = (draft.lists[name] ??= { items: [] })
  list.view = undefined
  draft.version++
  return list.items
}
