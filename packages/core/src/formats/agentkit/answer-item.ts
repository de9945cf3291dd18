import { jsonText } from '../shared/json-text.js'
import { compact, field, isRecord, type JsonObject } from '../../errors/is-record.js'
import type { AssistantMessage, ContentPart, ReasoningDetail, ToolCall } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { argumentsText } from '../shared/arguments.js'
import { insertKept } from '../shared/message-list.js'
import { segmentsOf, stretchesOf, type Stretch } from '../shared/segments.js'
import { parseJson } from '../../errors/parse-json.js'
import { readContentPart, structuredText, untag, writeContentPart } from './content-part.js'
import type { ByteNotes } from './data-ref.js'
import { readReasoning, writeReasoning } from './reasoning-part.js'

/** The argument text as the model wrote it, where the value alone would not give it back. */
const RAW_ARGUMENTS = 'kit.raw_arguments'
/** Keys of a call that are neither id, name nor arguments. */
const CALL_EXTRAS = 'kit.extra'

export type AnswerParts = Pick<
  AssistantMessage,
  'content' | 'reasoning' | 'reasoning_details' | 'tool_calls' | 'segments' | 'images'
>

/** What the parts of an `Assistant` item say, and the parts that an answer of ours has no place for, by position. */
export function readAnswerParts(
  parts: readonly unknown[],
  where: string,
  notes: ByteNotes,
  report: ReportLoss,
): { answer: AnswerParts; aside: Record<string, unknown> } {
  const stretches: Stretch[] = []
  const details: ReasoningDetail[] = []
  const calls: ToolCall[] = []
  const images: ContentPart[] = []
  const aside: Record<string, unknown> = {}

  parts.forEach((part, i) => {
    const [kind, body] = untag(part) ?? ['', {}]
    const setAside = (): void => {
      aside[String(i)] = part
      report('not_shown', `${where}.parts[${i}]`, part, undefined)
    }
    if (kind === 'Text' && typeof body.text === 'string') stretches.push({ type: 'text', text: body.text })
    else if (kind === 'Structured') stretches.push({ type: 'text', text: structuredText(body.value) })
    else if (kind === 'Reasoning') {
      const found = readReasoning(body)
      if (found.text !== undefined) stretches.push({ type: 'reasoning', text: found.text })
      details.push(...found.details)
      if (found.text === undefined && found.details.length === 0) setAside()
    } else if (kind === 'ToolCall') {
      stretches.push({ type: 'tool_call', index: calls.length })
      calls.push(readCall(body))
    } else {
      const shown = kind === 'Media' ? readContentPart(part, `parts[${i}]`, notes) : undefined
      if (shown?.type === 'image_url') images.push(shown)
      else setAside()
    }
  })

  const join = (type: Stretch['type']): string =>
    stretches.map((stretch) => (stretch.type === type && 'text' in stretch ? stretch.text : '')).join('')
  const answer = compact<AnswerParts>({
    content: join('text'),
    tool_calls: calls.length > 0 ? calls : undefined,
    reasoning: join('reasoning') || undefined,
    reasoning_details: details.length > 0 ? details : undefined,
    segments: segmentsOf(stretches),
    images: images.length > 0 ? images : undefined,
  })
  return { answer, aside }
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
    else if (stretch.type === 'tool_call')
      parts.push({ ToolCall: writeCall(message.tool_calls![stretch.index]!) })
    else if (stretch.type === 'reasoning') {
      parts.push({ Reasoning: writeReasoning(stretch.text, details) })
      details = []
    }
  }
  for (const image of message.images ?? [])
    parts.push(writeContentPart(image, `parts[${parts.length}]`, notes))
  return isRecord(aside) ? insertKept(parts, aside) : parts
}

function readCall(body: JsonObject): ToolCall {
  const raw = field(body.metadata, RAW_ARGUMENTS)
  const extras = field(body.metadata, CALL_EXTRAS)
  return {
    ...(isRecord(extras) ? extras : {}),
    id: typeof body.id === 'string' ? body.id : '',
    type: 'function',
    function: {
      name: typeof body.name === 'string' ? body.name : '',
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
