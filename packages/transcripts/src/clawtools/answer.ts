import {
  type ContentPart,
  type AssistantMessage,
  type FinishReason,
  type Usage,
  type ToolCall,
} from '@antiphon/core'
import { stretchesOf, isReasoningField } from '@antiphon/core/channels'
import { isKnownPart } from '@antiphon/core/message'
import {
  isRecord,
  type JsonObject,
  compact,
  field,
  fieldReader,
  base64Url,
  recordOf,
  wordOf,
} from '@antiphon/base'
import {
  isForeignPart,
  placeholderPart,
  readContentPart,
  parseDataUrl,
  argumentsObject,
  writeText,
} from '../shared/content.js'
import { jsonText } from '../shared/json-text.js'
import { insertKept } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import { draftAnswer, createAside } from '../shared/answer.js'

/** A block of a user message or a tool result. Images are `data` and `mimeType`; the documented `image_url` is read as well. */
export function readBlock(entry: unknown, where: string, report: ReportLoss): ContentPart {
  if (
    isRecord(entry) &&
    entry.type === 'image' &&
    typeof entry.data === 'string' &&
    typeof entry.mimeType === 'string'
  ) {
    const { type: _, data, mimeType, ...extras } = entry
    const url = /^data:/i.test(data) ? data : base64Url(mimeType, data)
    return { type: 'image_url', image_url: { url }, ...extras }
  }
  return readContentPart(entry, where, report)
}

/**
 * A part as a block. `documented` writes images as the documentation has them; otherwise as pi reads them, which takes
 * bytes only, so that an address becomes text.
 */
export function writeBlock(
  part: ContentPart,
  documented: boolean,
  where: string,
  report: ReportLoss,
): JsonObject {
  if (part.type === 'input_audio' || part.type === 'file' || isForeignPart(part)) {
    return placeholderPart(part, where, report)
  }
  if (documented || !isKnownPart(part) || part.type !== 'image_url') return { ...part }
  const { type: _, image_url: image, ...extras } = part
  const { url } = image
  const inline = parseDataUrl(url)
  if (inline?.base64) return { type: 'image', data: inline.data, mimeType: inline.mimeType, ...extras }
  const shown = { type: 'text', text: url }
  report('remote_file', where, part, shown)
  return shown
}

/** Fields of a message in the layer underneath (pi-ai) that the documentation does not have. */
export const PI_KEYS = ['api', 'provider', 'model', 'usage', 'stopReason', 'timestamp']

const STOP: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  toolUse: 'tool_calls',
  error: 'error',
  aborted: 'cancelled',
}

export function readPiFields(raw: JsonObject, where: string, report: ReportLoss): Partial<AssistantMessage> {
  const read = fieldReader(raw, where, report)
  const stop = read.text('stopReason')
  const message = read.text('errorMessage')
  return compact({
    model: read.text('model'),
    usage: readUsage(raw.usage),
    finishReason: stop !== undefined && Object.hasOwn(STOP, stop) ? STOP[stop] : undefined,
    finishReasonRaw: stop !== undefined && !Object.hasOwn(STOP, stop) ? stop : undefined,
    error: message === undefined ? undefined : { kind: 'provider', message },
    isError: stop === 'error' || undefined,
  })
}

/** Fields that pi needs on every answer. An unknown field gets the most neutral value. */
export function writePiFields(message: AssistantMessage, where: string, report: ReportLoss): JsonObject {
  const { usage, finishReason, tool_calls: calls, error } = message
  if (!usage) report('usage_unknown', `${where}.usage`, undefined, 0)
  const known = Object.keys(STOP).find((word) => STOP[word] === finishReason)
  const fallback =
    finishReason === undefined || finishReason === 'other' ? (calls ? 'toolUse' : 'stop') : 'error'
  return compact({
    api: 'openai-completions',
    provider: message.reasoningSource?.provider ?? 'unknown',
    model: message.model ?? 'unknown',
    usage: writeUsage(usage),
    stopReason: known ?? fallback,
    errorMessage: error?.message,
  })
}

/** pi counts cached tokens beside `input`, we count them in. */
function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const count = (key: string): number | undefined => {
    const n = value[key]
    return typeof n === 'number' ? n : undefined
  }
  const [input, cached, written] = [count('input'), count('cacheRead'), count('cacheWrite')]
  const total = field(value.cost, 'total')
  return compact<Usage>({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
    outputTokens: count('output'),
    totalTokens: count('totalTokens'),
    cachedInputTokens: cached,
    cacheWriteInputTokens: written,
    cost: typeof total === 'number' ? { amount: total, currency: 'USD' } : undefined,
    origin: 'reported',
  })
}

function writeUsage(usage: Usage | undefined): JsonObject {
  const {
    inputTokens = 0,
    outputTokens = 0,
    cachedInputTokens: cached = 0,
    cacheWriteInputTokens: written = 0,
  } = usage ?? {}
  return {
    input: Math.max(0, inputTokens - cached - written),
    output: outputTokens,
    cacheRead: cached,
    cacheWrite: written,
    totalTokens: usage?.totalTokens ?? inputTokens + outputTokens,
    cost: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      total: usage?.cost?.currency === 'USD' ? usage.cost.amount : 0,
    },
  }
}

/** Field for an argument text that is not an object. Written beside an empty `arguments`. */
const RAW = '_raw'

export interface ReadAnswer {
  fields: Partial<AssistantMessage>
  /** Blocks that an answer of ours has no place for, by position. */
  aside: JsonObject | undefined
}

/** The blocks of an assistant message: text, thinking, calls, images. */
export function readAnswerBlocks(blocks: readonly unknown[], where: string, report: ReportLoss): ReadAnswer {
  const draft = draftAnswer()
  const aside = createAside(where, report)
  let source: string | undefined

  blocks.forEach((entry, i) => {
    const block = recordOf(entry)
    if (block.type === 'text' && typeof block.text === 'string') draft.text(block.text)
    else if (block.type === 'thinking' && typeof block.thinking === 'string') {
      const signature = typeof block.thinkingSignature === 'string' ? block.thinkingSignature : undefined
      if (block.redacted === true) draft.hidden([{ type: 'reasoning.encrypted', data: signature ?? '' }])
      // For chat completions the signature is the name of the field that the thought came in.
      else if (signature && isReasoningField(signature)) source ??= signature
      else if (signature) draft.hidden([{ type: 'reasoning.text', text: block.thinking, signature }])
      if (block.thinking || block.redacted !== true) draft.reasoning(block.thinking)
    } else if (block.type === 'toolCall') draft.made(readCall(block))
    else if (block.type === 'image' && typeof block.data === 'string')
      draft.image(readBlock(block, `${where}[${i}]`, report))
    else aside.put(i, entry)
  })
  const fields = draft.message({ reasoningSource: source ? { field: source } : undefined })
  return { fields, aside: aside.kept }
}

/**
 * The blocks of an answer. Thinking is written only for `pi`, with the fields that pi needs. Otherwise it would reach the
 * model as plain text.
 */
export function writeAnswerBlocks(
  message: AssistantMessage,
  pi: boolean,
  aside: unknown,
  where: string,
  report: ReportLoss,
): unknown[] {
  const blocks: JsonObject[] = []
  const { reasoning, reasoning_details: details = [] } = message
  if (!pi && reasoning) report('reasoning_omitted', `${where}.reasoning`, reasoning, undefined)
  if (pi) {
    for (const detail of details) {
      if (detail.type !== 'reasoning.encrypted' || typeof detail.data !== 'string') continue
      blocks.push(
        compact({
          type: 'thinking',
          thinking: '',
          thinkingSignature: detail.data || undefined,
          redacted: true,
        }),
      )
    }
  }
  for (const stretch of stretchesOf(message)) {
    if (stretch.type === 'tool_call') blocks.push(writeCall(stretch.call))
    else if (stretch.type === 'reasoning' && pi) blocks.push(writeThinking(stretch.text, message))
    else blocks.push(...writeText(stretch, message, where, report))
  }
  message.images?.forEach((image, i) =>
    blocks.push(writeBlock(image, false, `${where}.images[${i}]`, report)),
  )
  return insertKept(blocks, aside)
}

function writeThinking(
  text: string,
  { reasoning_details: details = [], reasoningSource }: AssistantMessage,
): JsonObject {
  const signed = details.find(
    (detail) => detail.type === 'reasoning.text' && detail.text === text && detail.signature,
  )
  const from = reasoningSource?.field ?? ''
  const source = isReasoningField(from) ? from : undefined
  return compact({ type: 'thinking', thinking: text, thinkingSignature: signed?.signature ?? source })
}

function readCall(block: JsonObject): ToolCall {
  const { type: _, id, name, arguments: value, [RAW]: raw, thoughtSignature, ...extras } = block
  const isRaw = typeof raw === 'string'
  return {
    ...extras,
    ...(typeof thoughtSignature === 'string' && {
      extra_content: { google: { thought_signature: thoughtSignature } },
    }),
    ...(raw !== undefined && !isRaw && { [RAW]: raw }),
    id: wordOf(id),
    type: 'function',
    function: {
      name: wordOf(name),
      arguments: isRaw ? raw : value === undefined ? '{}' : jsonText(value),
    },
  }
}

function writeCall(call: ToolCall): JsonObject {
  const { id, type: _, function: body, ...extras } = call
  const { name, arguments: raw } = body
  const value = argumentsObject(raw)
  const google = field(extras.extra_content, 'google')
  const signature = field(google, 'thought_signature')
  const isPlain =
    typeof signature === 'string' &&
    Object.keys(extras.extra_content as object).length + Object.keys(google as object).length === 2
  const { extra_content: _moved, ...others } = extras
  return {
    type: 'toolCall',
    id,
    name,
    arguments: value ?? {},
    ...(value ? {} : { [RAW]: raw }),
    ...(isPlain ? { ...others, thoughtSignature: signature } : extras),
  }
}
