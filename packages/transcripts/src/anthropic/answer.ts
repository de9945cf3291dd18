import {
  type ContentPart,
  type AssistantMessage,
  type FinishReason,
  type ToolCall,
  type Usage,
} from '@antiphon/core'
import { normalizeFinishReason, normalizeUsage, isKnownPart } from '@antiphon/core/message'
import { stretchesOf } from '@antiphon/core/channels'
import {
  compact,
  isRecord,
  type JsonObject,
  fieldReader,
  base64Url,
  recordOf,
  wordOf,
  textOf,
} from '@antiphon/base'
import {
  placeholderPart,
  parseDataUrl,
  argumentsObject,
  foreignPart,
  ownPart,
  writeText,
  textUrl,
  textOfUrl,
  textOfBlocks,
} from '../shared/content.js'
import { jsonText } from '../shared/json-text.js'
import { insertKept } from '../shared/unit-codec.js'
import { deepEqual } from '../shared/values.js'
import type { ReportLoss } from '../types.js'
import { draftAnswer, createAside } from '../shared/answer.js'

const TEXT_URL = 'data:text/plain;charset=utf-8,'

/**
 * A block of a user message or a tool result as a part. Kinds that no part of ours says (search results, files of the
 * service) stay whole in a part of type `anthropic.<kind>`.
 */
export function readBlock(block: unknown): ContentPart {
  if (!isRecord(block)) return foreignPart('anthropic', 'block', block)
  const source = recordOf(block.source)
  const { type: _, source: _source, ...extras } = block
  switch (block.type) {
    case 'text':
      if (isKnownPart(block)) return block
      break
    case 'image': {
      const url = sourceUrl(source)
      if (url !== undefined) return { type: 'image_url', image_url: { url }, ...extras }
      break
    }
    case 'document': {
      const { title, ...others } = extras
      const filename = typeof title === 'string' ? title : undefined
      const more = title === undefined || filename !== undefined ? others : extras
      if (source.type === 'file' && typeof source.file_id === 'string') {
        return { type: 'file', file: compact({ filename, file_id: source.file_id }), ...more }
      }
      const url = sourceUrl(source)
      if (url !== undefined) return { type: 'file', file: compact({ filename, file_data: url }), ...more }
    }
  }
  return foreignPart('anthropic', typeof block.type === 'string' ? block.type : 'block', block)
}

function sourceUrl({ type, media_type: mime, data, url }: JsonObject): string | undefined {
  if (type === 'url' && typeof url === 'string') return url
  if (typeof data !== 'string' || typeof mime !== 'string') return undefined
  if (type === 'base64') return base64Url(mime, data)
  return type === 'text' && mime === 'text/plain' ? textUrl(mime, data) : undefined
}
/** A part as a block. Audio and what only other systems know become words in brackets. */
export function writeBlock(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  const own = ownPart(part, 'anthropic.')
  if (own) return own
  if (!isKnownPart(part)) return placeholderPart(part, where, report)
  if (part.type === 'text') return { ...part }
  if (part.type === 'image_url') {
    const { type: _, image_url: image, ...extras } = part
    return { type: 'image', source: urlSource(image.url), ...extras }
  }
  if (part.type === 'file') {
    const { type: _, file, ...extras } = part
    const { filename: title, file_data: data, file_id: id } = file
    if (id !== undefined && data === undefined)
      return compact({ type: 'document', source: { type: 'file', file_id: id }, title, ...extras })
    if (typeof data === 'string')
      return compact({ type: 'document', source: urlSource(data), title, ...extras })
  }
  return placeholderPart(part, where, report)
}

function urlSource(url: string): JsonObject {
  const inline = parseDataUrl(url)
  if (inline?.base64) return { type: 'base64', media_type: inline.mimeType, data: inline.data }
  const data = url.startsWith(TEXT_URL) ? textOfUrl(url.slice(TEXT_URL.length)) : undefined
  return data === undefined ? { type: 'url', url } : { type: 'text', media_type: 'text/plain', data }
}
/**
 * The fields of an answer from an assistant message, and its blocks without a place in ours (tools of the service), by
 * position.
 */
export function readAnswer(
  raw: JsonObject,
  where: string,
  report: ReportLoss,
): { answer: AssistantMessage; aside: JsonObject } {
  const read = fieldReader(raw, where, report)
  const content =
    typeof raw.content === 'string' ? [{ type: 'text', text: raw.content }] : read.list('content')
  const draft = draftAnswer()
  const aside = createAside(`${where}.content`, report)
  content?.forEach((entry, i) => {
    const block = recordOf(entry)
    if (block.type === 'text' && typeof block.text === 'string') draft.text(block.text)
    else if (block.type === 'thinking' && typeof block.thinking === 'string') {
      const { thinking: text } = block
      const signature = textOf(block.signature)
      draft.reasoning(text)
      if (signature) draft.hidden([{ type: 'reasoning.text', text, signature }])
    } else if (block.type === 'redacted_thinking' && typeof block.data === 'string')
      draft.hidden([{ type: 'reasoning.encrypted', data: block.data }])
    else if (block.type === 'tool_use') draft.made(readCall(block))
    else aside.put(i, entry)
  })
  const stop = read.text('stop_reason')
  const answer = draft.message({
    id: read.text('id'),
    model: read.text('model'),
    finishReason: stop === undefined ? undefined : normalizeFinishReason(stop, draft.calls.length > 0),
    finishReasonRaw: stop,
    usage: normalizeUsage(raw.usage),
  })
  return { answer, aside: aside.kept ?? {} }
}

function readCall(block: JsonObject): ToolCall {
  const { type: _, id, name, input, ...extras } = block
  return {
    ...extras,
    id: wordOf(id),
    type: 'function',
    function: {
      name: wordOf(name),
      arguments: input === undefined ? '{}' : jsonText(input),
    },
  }
}

/** The content of an answer: a text where it is only that (unless `asBlocks`), else blocks. */
export function writeAnswerContent(
  message: AssistantMessage,
  aside: unknown,
  asBlocks: boolean,
  where: string,
  report: ReportLoss,
): unknown {
  const blocks: JsonObject[] = []
  let details = message.reasoning_details ?? []
  /** Withheld blocks keep their place among the visible ones. */
  const writeHidden = (): void => {
    while (details[0]?.type === 'reasoning.encrypted') {
      blocks.push({ type: 'redacted_thinking', data: String(details[0].data) })
      details = details.slice(1)
    }
  }
  writeHidden()
  for (const stretch of stretchesOf(message)) {
    if (stretch.type === 'tool_call') {
      blocks.push(writeCall(stretch.call, `${where}.tool_calls[${stretch.index}]`, report))
    } else if (stretch.type === 'reasoning') {
      const signed = details.find(
        (detail) => detail.text === stretch.text && typeof detail.signature === 'string',
      )
      details = details.filter((detail) => detail !== signed)
      // The service refuses thinking without its signature.
      if (signed) blocks.push({ type: 'thinking', thinking: stretch.text, signature: signed.signature })
      else report('reasoning_unsigned', `${where}.reasoning`, stretch.text, undefined)
      writeHidden()
    } else blocks.push(...writeText(stretch, message, where, report))
  }
  const all = insertKept(blocks, aside)
  return (asBlocks ? undefined : textOfBlocks(all)) ?? all
}

function writeCall(
  { id, function: { name, arguments: raw } }: ToolCall,
  where: string,
  report: ReportLoss,
): JsonObject {
  const input = argumentsObject(raw)
  if (!input) report('argument_text', `${where}.function.arguments`, raw, '{}')
  return { type: 'tool_use', id, name, input: input ?? {} }
}

const STOP: Partial<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** The fields of a response around its content. */
export function writeEnvelope(message: AssistantMessage, where: string, report: ReportLoss): JsonObject {
  const { id, model, finishReason, finishReasonRaw, usage } = message
  if (!usage) report('usage_unknown', `${where}.usage`, undefined, 0)
  return {
    id: id ?? 'msg_unknown',
    type: 'message',
    model: model ?? 'unknown',
    stop_reason: finishReasonRaw ?? (finishReason && (STOP[finishReason] ?? finishReason)) ?? null,
    stop_sequence: null,
    usage: writeUsage(usage),
  }
}

function writeUsage(usage: Usage | undefined): unknown {
  if (usage && deepEqual(normalizeUsage(usage.raw), usage)) return usage.raw
  return compact({
    input_tokens: usage?.inputTokens ?? 0,
    output_tokens: usage?.outputTokens ?? 0,
    cache_read_input_tokens: usage?.cachedInputTokens,
    cache_creation_input_tokens: usage?.cacheWriteInputTokens,
  })
}
