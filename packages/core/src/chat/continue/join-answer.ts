import { compact, isRecord } from '@antiphon/base'
import { KEPT_ITEMS } from '../../message/kept-items.js'
import { isOpenAtProvider } from '../../message/provider-run.js'
import { perChannel, TEXT_CHANNELS, textsOf } from '../../message/text-channels.js'
import { fieldsOf } from '../../message/wire-channels.js'
import type {
  Usage,
  AssistantMessage,
  Continuation,
  RequestNote,
  Segment,
  Timing,
  ToolCall,
} from '../../message/types.js'
import { findSeam, type Seam } from './find-overlap.js'

const COUNTS = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
  'cachedInputTokens',
  'cacheWriteInputTokens',
] as const

/** The usage of two requests, added up. Fields that neither reported stay absent; costs in two currencies are left out. */
function addUsage(one: Usage, other: Usage): Usage {
  const isEstimated = one.origin === 'estimated' || other.origin === 'estimated'
  const sum: Usage = { origin: isEstimated ? 'estimated' : 'reported' }
  for (const key of COUNTS) {
    if (one[key] !== undefined || other[key] !== undefined) sum[key] = (one[key] ?? 0) + (other[key] ?? 0)
  }
  const { cost } = one
  if (!cost || !other.cost) sum.cost = cost ?? other.cost
  else if (cost.currency === other.cost.currency)
    sum.cost = { ...cost, amount: cost.amount + other.cost.amount }
  if (!sum.cost) delete sum.cost
  if (other.raw !== undefined) sum.raw = other.raw
  return sum
}

/**
 * Adds the rest to an answer that was cut off. `rest` is the message of the new request so far; `ended`: no more comes. The
 * answer stays one message: its whole text, the figures of all its requests, the ending of the last one.
 */
export type JoinAnswer = (rest: AssistantMessage, ended: boolean) => AssistantMessage

/**
 * `ask`: the message that asks for the rest, for endpoints that do not continue an answer. `isSent`: it is always sent;
 * otherwise the note on the request says whether it was.
 */
export function createJoin(before: AssistantMessage, ask: string, isSent: boolean): JoinAnswer {
  const { content: text, finishReason, usage } = before
  let seam: Seam | undefined

  return (rest, ended) => {
    const isAsked =
      isSent || rest.request?.adjustments?.some(({ rule }) => rule === 'continue_request') === true
    const way = isAsked ? 'follow_up' : 'prefill'
    // Decided once, so that text on screen does not change again.
    seam ??= findSeam(text, rest.content, way, ended)
    const { drop, glue } = seam ?? { drop: rest.content.length, glue: '' }
    const more = glue + rest.content.slice(drop)
    const at = text.length
    const continuation: Continuation = {
      at,
      way,
      ...(isAsked && { asked: ask }),
      ...(finishReason && { after: finishReason }),
      ...(usage && { usage }),
    }
    const { finishReason: _, finishReasonRaw: __, isError: ___, error: ____, logprobs, ...kept } = before
    return {
      ...kept,
      ...compact({
        model: rest.model,
        finishReason: rest.finishReason,
        finishReasonRaw: rest.finishReasonRaw,
        isError: rest.isError,
        error: rest.error,
        tool_calls: joinCalls(before.tool_calls, rest.tool_calls),
        reasoningSource: rest.reasoningSource ?? before.reasoningSource,
        audio: rest.audio ?? before.audio,
        logprobs: joinLogprobs(logprobs, rest.logprobs),
      }),
      ...compact({
        ...joinTexts(before, rest, text + more),
        reasoning_details: joinLists(before.reasoning_details, rest.reasoning_details),
        thinking_blocks: joinLists(before.thinking_blocks, rest.thinking_blocks),
        annotations: joinLists(before.annotations, moved(rest.annotations, at + glue.length - drop)),
        images: joinLists(before.images, rest.images),
        usage: usage && rest.usage ? addUsage(usage, rest.usage) : (rest.usage ?? usage),
        segments: joinSegments(before, rest, text.length + more.length),
        timing: joinTiming(before.timing, rest.timing),
        metadata: joinMetadata(before.metadata, rest.metadata),
        request: joinNotes(before.request, rest.request, continuation),
      }),
    }
  }
}

const NAMES: readonly string[] = TEXT_CHANNELS.map(({ name }) => name)
const ABOVE_TEXT = NAMES.slice(0, NAMES.indexOf('text'))

/** Separates the thinking of two requests, which would otherwise read as one sentence. */
const BREAK = '\n\n'

/** Joins the texts of two messages. `content` is joined already; the texts of other channels follow one another. */
function joinTexts(before: AssistantMessage, rest: AssistantMessage, content: string) {
  const [one, other] = [textsOf(before), textsOf(rest)]
  const texts = perChannel(({ name }) => [one[name], other[name]].filter(Boolean).join(BREAK))
  return fieldsOf({ ...texts, text: content })
}

function joinLists<T>(one: T[] | undefined, other: readonly T[] | undefined): T[] | undefined {
  return other ? [...(one ?? []), ...other] : one
}

/**
 * The calls of both parts. The first part holds only calls that the provider runs. If one had not ended, the rest has its
 * result, on a call with the same id.
 */
function joinCalls(one: ToolCall[] = [], other: readonly ToolCall[] = []): ToolCall[] | undefined {
  const calls = [...one]
  for (const call of other) {
    const at = openedBefore(one, call)
    if (at < 0) calls.push(call)
    else calls[at] = { ...calls[at]!, providerRun: call.providerRun }
  }
  return calls.length > 0 ? calls : undefined
}

function openedBefore(calls: readonly ToolCall[] | undefined, { id, providerRun }: ToolCall): number {
  return providerRun ? (calls?.findIndex((call) => call.id === id && isOpenAtProvider(call)) ?? -1) : -1
}

/**
 * The text stays one stretch, even when the model thought again before it continued, so that an open code block is not
 * split. The new thinking goes before the text, after the earlier thinking.
 */
function joinSegments(
  before: AssistantMessage,
  rest: AssistantMessage,
  length: number,
): Segment[] | undefined {
  if (!before.segments && !rest.segments) return undefined
  const shifts = perChannel(({ field }) =>
    before[field] ? before[field].length + (rest[field] ? BREAK.length : 0) : 0,
  )
  const old = before.segments ?? wholeText(before)
  const lastText = old.findLastIndex(({ type }) => type === 'text')
  const place = lastText < 0 ? old.length : lastText
  const begun = old[place]
  const start = begun && 'start' in begun ? begun.start : 0
  const notes: Segment[] = []
  const others: Segment[] = []
  for (const segment of rest.segments ?? wholeText(rest)) {
    if (segment.type === 'text') continue
    if (segment.type === 'tool_call') {
      const call = rest.tool_calls?.[segment.index]
      if (!call || openedBefore(before.tool_calls, call) >= 0) continue
      others.push({ type: 'tool_call', index: indexAfter(before, rest, segment.index) })
    } else {
      const by = shifts[segment.type]
      const shifted = { ...segment, start: segment.start + by, end: segment.end + by }
      ;(ABOVE_TEXT.includes(segment.type) ? notes : others).push(shifted)
    }
  }
  const text: Segment = { type: 'text', start, end: length }
  return [...old.slice(0, place), ...notes, text, ...old.slice(place + 1), ...others]
}

/** The index in the joined list of a call from the continuation. */
function indexAfter(
  { tool_calls: one = [] }: AssistantMessage,
  { tool_calls: other = [] }: AssistantMessage,
  at: number,
): number {
  return one.length + other.slice(0, at).filter((call) => openedBefore(one, call) < 0).length
}

function wholeText(message: AssistantMessage): Segment[] {
  return TEXT_CHANNELS.flatMap(({ name: type, field }) =>
    message[field] ? [{ type, start: 0, end: message[field].length }] : [],
  )
}

/** From the beginning of the first request. The pause between the requests is not counted. */
function joinTiming(one: Timing | undefined, other: Timing | undefined): Timing | undefined {
  if (!one || !other) return one ?? other
  const { startedAt, firstTokenAt, durationMs } = one
  const last = other.durationMs
  return compact({
    startedAt: startedAt ?? other.startedAt,
    firstTokenAt: firstTokenAt ?? other.firstTokenAt,
    durationMs: durationMs === undefined || last === undefined ? last : durationMs + last,
  })
}

function joinMetadata(
  one: AssistantMessage['metadata'],
  other: AssistantMessage['metadata'],
): AssistantMessage['metadata'] {
  if (!one && !other) return undefined
  // Parts repeat what one response said. For two responses they would say only half.
  const { 'wire.content_parts': _, ...rest } = { ...one, ...other }
  // The items that go back unchanged are those of both answers.
  for (const key of Object.values(KEPT_ITEMS)) {
    const [before, after] = [one?.[key], other?.[key]]
    if (Array.isArray(before) && Array.isArray(after)) rest[key] = [...before, ...after]
  }
  return Object.keys(rest).length > 0 ? rest : undefined
}

function joinNotes(
  one: RequestNote | undefined,
  other: RequestNote | undefined,
  continuation: Continuation,
): RequestNote {
  const healed = [...(one?.healed ?? []), ...(other?.healed ?? [])]
  const retries = (one?.retries ?? 0) + (other?.retries ?? 0)
  const unreadLines = (one?.unreadLines ?? 0) + (other?.unreadLines ?? 0)
  return {
    ...one,
    ...other,
    ...(healed.length > 0 && { healed }),
    ...(retries > 0 && { retries }),
    ...(unreadLines > 0 && { unreadLines }),
    continued: [...(one?.continued ?? []), continuation],
  }
}

/** Marks in the text that name their place (`url_citation`), at the place where that text is now. */
function moved(annotations: readonly unknown[] | undefined, by: number): unknown[] | undefined {
  const move = (value: unknown): unknown => {
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        (key === 'start_index' || key === 'end_index') && typeof inner === 'number'
          ? inner + by
          : move(inner),
      ]),
    )
  }
  return annotations?.map(move)
}

function joinLogprobs(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other)) return other ?? one
  const joined = Object.entries(other).map(([key, value]) => {
    const first = one[key]
    return [key, Array.isArray(first) && Array.isArray(value) ? [...first, ...value] : value]
  })
  return { ...one, ...Object.fromEntries(joined) }
}
