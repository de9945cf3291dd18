import { compact, type JsonObject } from '../errors/is-record.js'
import type { ChatErrorData } from '../errors/chat-error-data.js'
import type { AssistantMessage, FinishReason } from '../message/types.js'
import { publishCall } from './call-draft.js'
import type { ChoiceDraft } from './choice-draft.js'
import type { SharedDraft } from './shared-draft.js'

/**
 * The message as far as it has come. Fields without a value are absent, keys stand in a fixed order, and lists and calls
 * that did not change since the last build are the same objects.
 */
export function buildMessage(
  draft: ChoiceDraft,
  shared: SharedDraft,
  ending: { finishReason?: FinishReason; error?: ChatErrorData; endedAt?: number } = {},
): AssistantMessage {
  const { finishReason, error, endedAt } = ending
  const { calls, segments, firstTokenAt } = draft
  const { startedAt, model, origin } = shared
  const lists = Object.fromEntries(
    Object.entries(draft.lists).map(([name, list]) => [name, (list.view ??= [...list.items])]),
  )
  const metadata: JsonObject = {
    ...shared.metadata,
    ...draft.metadata,
    'wire.content_parts': lists.content_parts,
  }
  const provider = metadata['wire.provider']
  return compact<AssistantMessage>({
    role: 'assistant',
    content: draft.text,
    tool_calls: calls.list.length > 0 ? (calls.view ??= calls.list.map(publishCall)) : undefined,
    refusal: draft.refusal || undefined,
    reasoning: draft.reasoning || undefined,
    reasoning_details: lists.reasoning_details,
    thinking_blocks: lists.thinking_blocks,
    finishReasonRaw: draft.finishReasonRaw,
    // Only on the first choice, so that a sum over messages counts it once.
    usage: draft.index === shared.firstIndex ? shared.usage : undefined,
    model,
    annotations: lists.annotations,
    images: lists.images,
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
        : compact({ startedAt, firstTokenAt, durationMs: endedAt && Math.max(0, endedAt - startedAt) }),
    metadata: sortKeys(metadata),
    request: origin?.request,
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
