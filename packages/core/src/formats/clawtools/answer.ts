import { jsonText } from '../shared/json-text.js'
import { compact, field, isRecord, type JsonObject } from '../../errors/is-record.js'
import type { AssistantMessage, ContentPart, ReasoningDetail, ToolCall } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { REASONING_FIELDS } from '../openai/read-message.js'
import { argumentsObject } from '../shared/arguments.js'
import { insertKept } from '../shared/message-list.js'
import { segmentsOf, stretchesOf, type Stretch } from '../shared/segments.js'
import { readBlock, writeBlock } from './blocks.js'

/** The argument text, where it is no object. Written beside an empty `arguments`. */
const RAW = '_raw'

export interface ReadAnswer {
  fields: Partial<AssistantMessage>
  /** Blocks that an answer of ours has no place for, by position. */
  aside: Record<string, unknown>
}

/** The blocks of an assistant message: text, thinking, calls, images. */
export function readAnswerBlocks(blocks: readonly unknown[], where: string, report: ReportLoss): ReadAnswer {
  const stretches: Stretch[] = []
  const details: ReasoningDetail[] = []
  const calls: ToolCall[] = []
  const images: ContentPart[] = []
  const aside: Record<string, unknown> = {}
  let source: string | undefined

  blocks.forEach((entry, i) => {
    const block: JsonObject = isRecord(entry) ? entry : {}
    if (block.type === 'text' && typeof block.text === 'string')
      stretches.push({ type: 'text', text: block.text })
    else if (block.type === 'thinking' && typeof block.thinking === 'string') {
      const signature = typeof block.thinkingSignature === 'string' ? block.thinkingSignature : undefined
      if (block.redacted === true) details.push({ type: 'reasoning.encrypted', data: signature ?? '' })
      // For chat completions the signature is the name of the field that the thought came in.
      else if (signature && REASONING_FIELDS.includes(signature)) source ??= signature
      else if (signature) details.push({ type: 'reasoning.text', text: block.thinking, signature })
      if (block.thinking || block.redacted !== true)
        stretches.push({ type: 'reasoning', text: block.thinking })
    } else if (block.type === 'toolCall') {
      stretches.push({ type: 'tool_call', index: calls.length })
      calls.push(readCall(block))
    } else if (block.type === 'image' && typeof block.data === 'string') {
      images.push(readBlock(block, `${where}[${i}]`, report))
    } else {
      aside[String(i)] = entry
      report('not_shown', `${where}[${i}]`, entry, undefined)
    }
  })

  const join = (type: Stretch['type']): string =>
    stretches.map((stretch) => (stretch.type === type && 'text' in stretch ? stretch.text : '')).join('')
  const fields = compact<Partial<AssistantMessage>>({
    content: join('text'),
    tool_calls: calls.length > 0 ? calls : undefined,
    reasoning: join('reasoning') || undefined,
    reasoning_details: details.length > 0 ? details : undefined,
    reasoningSource: source ? { field: source } : undefined,
    segments: segmentsOf(stretches),
    images: images.length > 0 ? images : undefined,
  })
  return { fields, aside }
}

/**
 * The blocks of an answer. Thinking is written only for `pi`, with what makes pi accept it: elsewhere it would be sent
 * to the model as plain text.
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
    if (stretch.type === 'text') blocks.push({ type: 'text', text: stretch.text })
    else if (stretch.type === 'tool_call') blocks.push(writeCall(message.tool_calls![stretch.index]!))
    else if (stretch.type === 'reasoning' && pi) blocks.push(writeThinking(stretch.text, message))
    else if (stretch.type === 'refusal' && !message.content) {
      report('refusal', `${where}.refusal`, stretch.text, undefined)
      blocks.push({ type: 'text', text: stretch.text })
    }
  }
  message.images?.forEach((image, i) =>
    blocks.push(writeBlock(image, false, `${where}.images[${i}]`, report)),
  )
  return isRecord(aside) ? insertKept(blocks, aside) : blocks
}

function writeThinking(
  text: string,
  { reasoning_details: details = [], reasoningSource }: AssistantMessage,
): JsonObject {
  const signed = details.find(
    (detail) => detail.type === 'reasoning.text' && detail.text === text && detail.signature,
  )
  const source = REASONING_FIELDS.includes(reasoningSource?.field ?? '') ? reasoningSource?.field : undefined
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
    id: typeof id === 'string' ? id : '',
    type: 'function',
    function: {
      name: typeof name === 'string' ? name : '',
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
