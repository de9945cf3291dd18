import type { ChatErrorData } from '../../errors/chat-error.js'
import { compact, type JsonObject, elapsed } from '@antiphon/base'
import { UNKNOWN_EVENTS } from '../../message/unshown.js'
import { fieldsOf } from '../../message/wire-channels.js'
import type { AssistantMessage, ContentPart, FinishReason, Segment } from '../../message/types.js'
import { type ChoiceDraft, publishCall, type SharedDraft, openSegment } from './drafts.js'
import { releaseText } from './choice.js'
import { normalizeFinishReason } from './read-value.js'
import { finishToolCalls } from './settle-calls.js'
import type { Outcome } from './types.js'

/**
 * The message as far as it has come. Fields without a value are absent, keys are in a fixed order, and lists and calls
 * that did not change since the last build are the same objects.
 */
export function buildMessage(
  draft: ChoiceDraft,
  shared: SharedDraft,
  ending: { finishReason?: FinishReason; error?: ChatErrorData; endedAt?: number } = {},
): AssistantMessage {
  const { finishReason, error, endedAt } = ending
  const { calls, segments, firstTokenAt } = draft
  const { startedAt, model, origin, unreadLines } = shared
  const lists = Object.fromEntries(
    Object.entries(draft.lists).map(([name, list]) => [name, (list.view ??= [...list.items])]),
  )
  const metadata: JsonObject = {
    ...shared.metadata,
    ...draft.metadata,
    'wire.content_parts': lists.content_parts,
  }
  const unseen = hasOutput(draft) ? [] : unshownFields(draft)
  if (unseen.length > 0) metadata[UNKNOWN_EVENTS] = unseen
  const provider = metadata['wire.provider']
  return compact<AssistantMessage>({
    role: 'assistant',
    ...fieldsOf(draft.texts),
    tool_calls: calls.list.length > 0 ? (calls.view ??= calls.list.map(publishCall)) : undefined,
    reasoning_details: lists.reasoning_details,
    thinking_blocks: lists.thinking_blocks,
    finishReasonRaw: draft.finishReasonRaw,
    // Only on the first choice, so that a sum over messages counts it once.
    usage: draft.index === shared.firstIndex ? shared.usage : undefined,
    model,
    annotations: lists.annotations,
    // Each is a part, as `toImage` makes them.
    images: lists.images as ContentPart[] | undefined,
    audio: draft.audio && copyLists(draft.audio),
    logprobs: draft.logprobs && copyLists(draft.logprobs),
    reasoningSource: draft.reasoningField
      ? compact({
          field: draft.reasoningField,
          provider: origin?.provider ?? (typeof provider === 'string' ? provider : undefined),
          model: origin?.model ?? model,
        })
      : undefined,
    segments: segments.length > 0 ? [...segments] : undefined,
    timing:
      startedAt === undefined
        ? undefined
        : compact({ startedAt, firstTokenAt, durationMs: endedAt && elapsed(startedAt, endedAt) }),
    metadata: sortKeys(metadata),
    request: unreadLines > 0 ? { ...origin?.request, unreadLines } : origin?.request,
    finishReason,
    isError: error && true,
    error,
  })
}

/** In the order of its keys, so that equal answers are equal objects in print too. */
function sortKeys(bag: JsonObject): JsonObject | undefined {
  const keys = Object.keys(bag).filter((key) => bag[key] !== undefined)
  return keys.length > 0 ? Object.fromEntries(keys.sort().map((key) => [key, bag[key]])) : undefined
}

/** The inner lists grow in place; what is published must not. */
function copyLists(bag: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(bag).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
  )
}

/**
 * How the body ended. `done`: with `[DONE]`, or a whole JSON document. `eof`: at the border of a frame, without a mark.
 * `cut`: inside a frame. `cancelled`: by the reader.
 */
export type StreamEnd = 'done' | 'eof' | 'cut' | 'cancelled'

/**
 * The one place that decides how a response ended (docs/wire 2.1, 2.6, 2.9). An error wins, then the reader's own stop;
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
  const notice = pendingNotice(drafts, shared)
  if (notice) return { outcome: 'error', error: notice() }
  const failed = drafts[reasons.indexOf('error')]
  if (failed) return { outcome: 'error', error: describeFailedFinish(failed.finishReasonRaw!) }
  if (reasons.includes('cancelled')) return { outcome: 'cancelled' }
  const counted = shared.usage && drafts.length > 0
  const isUnseen = shared.metadata[UNKNOWN_EVENTS] || drafts.some((draft) => unshownFields(draft).length > 0)
  const empty = !counted && !isUnseen && !drafts.some(hasOutput) && !reasons.includes('content_filter')
  if (empty && endedCleanly(drafts, shared, end))
    return { outcome: 'error', error: shared.notice?.read() ?? emptyResponse(drafts) }
  return { outcome: drafts.length === 0 || reasons.includes('incomplete') ? 'incomplete' : 'complete' }
}

/** True when a draft holds anything a reader or the next request could use. */
export function hasOutput(draft: ChoiceDraft): boolean {
  const { reasoning_details: details, thinking_blocks: blocks, images } = draft.lists
  return Boolean(
    draft.rawText ||
    Object.values(draft.texts).some(Boolean) ||
    draft.audio ||
    draft.calls.list.length ||
    images ||
    details?.items.length ||
    blocks?.items.length,
  )
}

/** Fields that describe an answer and are not a part of it. */
const ABOUT = /filter|token|stop|finish|safety|grounding|context|citation|logprobs|metadata|_parts$/

/** Fields of a delta or message that hold something and have no view, as events. */
function unshownFields({ metadata }: ChoiceDraft): JsonObject[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    const isFull = typeof value === 'object' && value !== null && Object.keys(value).length > 0
    return isFull && !ABOUT.test(key) ? [{ type: key.replace(/^wire\./, ''), value }] : []
  })
}

/** How often something that a reader sees came. */
export function countOutputs(drafts: Iterable<ChoiceDraft>): number {
  let sum = 0
  for (const { outputs } of drafts) sum += outputs
  return sum
}

/** The last words beside the answer, where nothing of it came after them, not even a finish reason. */
export function pendingNotice(
  drafts: readonly ChoiceDraft[],
  { notice }: SharedDraft,
): (() => ChatErrorData) | undefined {
  return notice && !allFinished(drafts) && countOutputs(drafts) === notice.outputs ? notice.read : undefined
}

/** True once every choice that began has its finish reason. */
function allFinished(drafts: readonly ChoiceDraft[]): boolean {
  return drafts.length > 0 && drafts.every((draft) => draft.finishReasonRaw)
}

/** The same, and nothing came after the reasons: a reason on every chunk does not mean the end (docs/wire 2.2). */
export function endedByReason(drafts: readonly ChoiceDraft[]): boolean {
  return allFinished(drafts) && !drafts.some((draft) => draft.finishedEarly)
}

/** True once only usage is missing: each finish reason came in a chunk of its own, after all output. Then silence is the end. */
export function endedAlone(drafts: readonly ChoiceDraft[]): boolean {
  return endedByReason(drafts) && !drafts.some((draft) => draft.finishedBeside)
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
  // Three of them are worth another try (docs/wire 2.6), which an overloaded server is.
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

/** Moves the text before a closing think tag that has no opening tag to the thoughts. */
function splitLateThoughts(draft: ChoiceDraft): void {
  const { texts, think, context } = draft
  const close = texts.reasoning ? undefined : think.lateClose(texts.text)
  if (!close) return
  const { start, end } = close
  context.report('think_tag_unopened', `choices[${draft.index}].content`, texts.text.slice(start, end), '')
  texts.reasoning = texts.text.slice(0, start)
  texts.text = texts.text.slice(end)
  draft.reasoningField = 'think_tags'
  draft.segments = draft.segments.flatMap((segment): Segment[] => {
    if (segment.type !== 'text') return [segment]
    const thought = { ...segment, type: 'reasoning' as const, end: Math.min(segment.end, start) }
    const text = { ...segment, start: Math.max(segment.start - end, 0), end: segment.end - end }
    return [thought, text].filter((part) => part.end > part.start)
  })
}

/** How a call begins that the server's own parser left in the text: Hermes, Kimi, DeepSeek (docs/wire 2.5). */
const CALL_IN_TEXT = /<tool_call>|<\|tool_calls?_(section_)?begin|<｜(DSML|tool▁call)/

/**
 * Closes the open parts of a draft, which are final then, and returns how the choice ended by its own finish reason.
 * `sendsFinishReason` false: this server never sends one.
 */
export function closeChoice(
  draft: ChoiceDraft,
  generateId: (callIndex: number) => string,
  sendsFinishReason: boolean,
): FinishReason {
  const { think, context, texts } = draft
  releaseText(draft)
  think.end()
  const tag = think.tag()
  // The template's opening tag was never closed in a complete answer, so the model did not think: all of it is text.
  if (think.neverClosed() && !texts.text && normalizeFinishReason(draft.finishReasonRaw) === 'stop') {
    texts.text = texts.reasoning
    texts.reasoning = ''
    draft.reasoningField = undefined
    draft.segments = draft.segments.map((segment) =>
      segment.type === 'reasoning' ? { ...segment, type: 'text' } : segment,
    )
  } else if (tag && tag.open !== '<think>') {
    // Stored so that the thoughts can be sent back in the same form.
    draft.metadata['antiphon.think_tag'] = { open: tag.open, close: tag.close }
    // The token after the answer, where the server did not read those of gpt-oss.
    if (tag.close.startsWith('<|')) texts.text = texts.text.replace(/<\|(?:return|end)\|>$/, '')
  }
  splitLateThoughts(draft)
  openSegment(draft)
  finishToolCalls(draft, generateId)

  // Calls that the provider ran wait for nobody.
  const hasCalls = draft.calls.list.some(({ extras }) => !extras.providerRun)
  const where = `choices[${draft.index}].`
  // No call is parsed out of a text, since the text may only quote one. The report says why no tool ran.
  const text = (texts.text || texts.reasoning).trimEnd()
  const [begin] = (draft.calls.list.length === 0 && /[>}]$/.test(text) && CALL_IN_TEXT.exec(text)) || []
  if (begin) context.report('tool_call_in_text', `${where}content`, begin, begin)
  const raw = draft.finishReasonRaw ?? (sendsFinishReason ? undefined : 'stop')
  const reason = normalizeFinishReason(raw, hasCalls)
  if (reason === 'stop' && /(call|use)s?$/i.test(raw!)) {
    context.report('finish_reason_without_calls', `${where}finish_reason`, raw, reason)
  }
  return reason
}
