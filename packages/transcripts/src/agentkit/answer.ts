import { type FinishReason, type Usage, type AssistantMessage, type ToolCall } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { type ReasoningDetail, stretchesOf } from '@antiphon/core/channels'
import { compact, field, isRecord, type JsonObject, parseJson, recordOf, wordOf } from '@antiphon/base'
import { argumentsText } from '../shared/content.js'
import { jsonText } from '../shared/json-text.js'
import { insertKept } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import { readContentPart, structuredText, untag, writeContentPart, type ByteNotes } from './content.js'
import { draftAnswer, createAside } from '../shared/answer.js'

/** agentkit's names of the counts, by ours. The first two are required there. */
const COUNTS = [
  ['inputTokens', 'input_tokens'],
  ['outputTokens', 'output_tokens'],
  ['reasoningTokens', 'reasoning_tokens'],
  ['cachedInputTokens', 'cached_input_tokens'],
  ['cacheWriteInputTokens', 'cache_write_input_tokens'],
] as const
/** Required counts that nobody reported; they are written as 0. */
const UNKNOWN = 'antiphon.unknown'
const [TOTAL, ORIGIN, RAW] = ['antiphon.totalTokens', 'antiphon.origin', 'antiphon.raw']

export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const unknown = field(value.metadata, UNKNOWN)
  const counts = COUNTS.map(([ours, theirs]) => {
    const count = field(value.tokens, theirs)
    const isKnown = typeof count === 'number' && !(Array.isArray(unknown) && unknown.includes(theirs))
    return [ours, isKnown ? count : undefined]
  })
  const total = field(value.metadata, TOTAL)
  const { amount, currency } = recordOf(value.cost)
  const cost = typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : undefined
  return compact<Usage>({
    ...Object.fromEntries(counts),
    totalTokens: typeof total === 'number' ? total : undefined,
    cost,
    origin: field(value.metadata, ORIGIN) === 'estimated' ? 'estimated' : 'reported',
    raw: field(value.metadata, RAW),
  })
}

export function writeUsage(usage: Usage | undefined): JsonObject | null {
  if (!usage) return null
  const known = COUNTS.filter(([ours]) => usage[ours] !== undefined)
  const required = COUNTS.slice(0, 2)
  const unknown = required.filter((entry) => !known.includes(entry)).map(([, theirs]) => theirs)
  const tokens = Object.fromEntries(
    COUNTS.map((entry) => [entry[1], usage[entry[0]] ?? (required.includes(entry) ? 0 : null)]),
  )
  return {
    tokens: known.length > 0 ? tokens : null,
    cost: usage.cost ? { ...usage.cost, provider_amount: null } : null,
    metadata: compact({
      [ORIGIN]: usage.origin === 'estimated' ? 'estimated' : undefined,
      [RAW]: usage.raw,
      [TOTAL]: usage.totalTokens,
      [UNKNOWN]: known.length > 0 && unknown.length > 0 ? unknown : undefined,
    }),
  }
}

const FINISH: Record<string, FinishReason> = {
  Completed: 'stop',
  ToolCall: 'tool_calls',
  MaxTokens: 'length',
  Cancelled: 'cancelled',
  Blocked: 'content_filter',
  Error: 'error',
}

export function readFinish(value: unknown): { finishReason?: FinishReason; finishReasonRaw?: string } {
  if (typeof value === 'string' && Object.hasOwn(FINISH, value)) return { finishReason: FINISH[value]! }
  const other = field(value, 'Other')
  if (typeof other !== 'string') return {}
  if (other === 'incomplete') return { finishReason: other }
  return { finishReason: normalizeFinishReason(other), finishReasonRaw: other }
}

export function writeFinish(reason: FinishReason | undefined, raw: string | undefined): unknown {
  if (reason === undefined) return null
  const named = Object.keys(FINISH).find((key) => FINISH[key] === reason)
  return named ?? { Other: raw ?? reason }
}

/** Where agentkit's OpenRouter adapter keeps signed and encrypted blocks. */
const DETAILS = 'openrouter.reasoning_details'

/** A `Reasoning` part as visible text and blocks. Content that is withheld or opaque is a block of type `reasoning.encrypted`. */
export function readReasoning(body: JsonObject): { text?: string; details: ReasoningDetail[] } {
  const text = typeof body.summary === 'string' ? body.summary : undefined
  const inline = field(body.data, 'InlineText')
  const stored = field(body.metadata, DETAILS) ?? (typeof inline === 'string' ? parseJson(inline) : undefined)
  const details = Array.isArray(stored) ? stored.filter(isDetail) : []
  if (details.length > 0) return { text, details }
  const hidden = body.redacted === true || (isRecord(body.data) && text === undefined)
  if (!hidden) return { text, details: [] }
  return { text, details: [{ type: 'reasoning.encrypted', data: wordOf(inline) }] }
}

function isDetail(value: unknown): value is ReasoningDetail {
  return isRecord(value) && typeof value.type === 'string'
}

function writeReasoning(text: string | undefined, details: readonly ReasoningDetail[]): JsonObject {
  if (details.length === 0) return { summary: text ?? null, data: null, redacted: false, metadata: {} }
  const [only] = details
  const isHidden =
    details.length === 1 && only?.type === 'reasoning.encrypted' && Object.keys(only).length === 2
  // Reasoning that is only withheld needs no copy in the bag.
  if (isHidden && typeof only.data === 'string' && !Array.isArray(parseJson(only.data))) {
    return {
      summary: text ?? null,
      data: only.data ? { InlineText: only.data } : null,
      redacted: true,
      metadata: {},
    }
  }
  return {
    summary: text ?? null,
    data: { InlineText: jsonText(details) },
    redacted: text === undefined && details.some(({ type }) => type === 'reasoning.encrypted'),
    metadata: { [DETAILS]: details },
  }
}

/** The argument text as the model wrote it, when the value alone would not restore it. */
const RAW_ARGUMENTS = 'kit.raw_arguments'
/** Keys of a call that are neither id, name nor arguments. */
const CALL_EXTRAS = 'kit.extra'

/** The fields of an answer from the parts of an `Assistant` item, and the parts without a place in our answer, by position. */
export function readAnswerParts(
  parts: readonly unknown[],
  where: string,
  notes: ByteNotes,
  report: ReportLoss,
): { answer: AssistantMessage; aside: JsonObject | undefined } {
  const draft = draftAnswer()
  const aside = createAside(`${where}.parts`, report)
  parts.forEach((part, i) => {
    const [kind, body] = untag(part) ?? ['', {}]
    if (kind === 'Text' && typeof body.text === 'string') draft.text(body.text)
    else if (kind === 'Structured') draft.text(structuredText(body.value))
    else if (kind === 'Reasoning') {
      const found = readReasoning(body)
      if (found.text !== undefined) draft.reasoning(found.text)
      draft.hidden(found.details)
      if (found.text === undefined && found.details.length === 0) aside.put(i, part)
    } else if (kind === 'ToolCall') draft.made(readCall(body))
    else {
      const shown = kind === 'Media' ? readContentPart(part, `parts[${i}]`, notes) : undefined
      if (shown?.type === 'image_url') draft.image(shown)
      else aside.put(i, part)
    }
  })
  return { answer: draft.message(), aside: aside.kept }
}

export function writeAnswerParts(message: AssistantMessage, aside: unknown, notes: ByteNotes): unknown[] {
  let details = message.reasoning_details ?? []
  const parts: JsonObject[] = []
  const stretches = stretchesOf(message)
  if (details.length > 0 && !stretches.some(({ type }) => type === 'reasoning')) {
    parts.push({ Reasoning: writeReasoning(undefined, details) })
  }
  for (const stretch of stretches) {
    if (stretch.type === 'text') parts.push({ Text: { text: stretch.text, metadata: {} } })
    else if (stretch.type === 'tool_call') parts.push({ ToolCall: writeCall(stretch.call) })
    else if (stretch.type === 'reasoning') {
      parts.push({ Reasoning: writeReasoning(stretch.text, details) })
      details = []
    }
  }
  for (const image of message.images ?? [])
    parts.push(writeContentPart(image, `parts[${parts.length}]`, notes))
  return insertKept(parts, aside)
}

function readCall(body: JsonObject): ToolCall {
  const raw = field(body.metadata, RAW_ARGUMENTS)
  const extras = field(body.metadata, CALL_EXTRAS)
  return {
    ...recordOf(extras),
    id: wordOf(body.id),
    type: 'function',
    function: {
      name: wordOf(body.name),
      arguments: typeof raw === 'string' ? raw : body.input === undefined ? '{}' : jsonText(body.input),
    },
  }
}

function writeCall(call: ToolCall): JsonObject {
  const { id, type: _, function: body, ...extras } = call
  const { name, arguments: raw } = body
  const value = parseJson(raw)
  const isExact = value !== undefined && jsonText(value) === raw
  const metadata = compact({
    [CALL_EXTRAS]: Object.keys(extras).length > 0 ? extras : undefined,
    [RAW_ARGUMENTS]: isExact ? undefined : argumentsText(raw),
  })
  return { id, name, input: value === undefined ? raw : value, metadata }
}
