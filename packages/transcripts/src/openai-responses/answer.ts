import { type ContentPart, type AssistantMessage, type ToolCall } from '@antiphon/core'
import { type ReasoningDetail, stretchesOf } from '@antiphon/core/channels'
import { isKnownPart } from '@antiphon/core/message'
import { compact, isRecord, type JsonObject, listOf, recordOf, wordOf } from '@antiphon/base'
import { foreignPart, placeholderPart, isRemoteUrl, ownPart } from '../shared/content.js'
import { insertKept } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import { draftAnswer, createAside } from '../shared/answer.js'

/** Content of a user message or of a call's output. Unknown kinds stay whole in a part named after the format. */
export function readItemContent(content: unknown, where: string, report: ReportLoss): string | ContentPart[] {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map((part) => readPart(part))
  if (content !== undefined && content !== null) report('wrong_type', where, content, undefined)
  return ''
}

function readPart(part: unknown): ContentPart {
  if (!isRecord(part)) return foreignPart('openai-responses', 'part', part)
  const { type, ...body } = part
  switch (type) {
    case 'input_text':
    case 'output_text':
      if (isTextBody(body)) return { type: 'text', ...body }
      break
    case 'input_image': {
      const { image_url: url, detail, ...extras } = body
      if (typeof url !== 'string') break
      const image = typeof detail === 'string' ? { url, detail } : { url }
      return { type: 'image_url', image_url: image, ...extras }
    }
    case 'input_file': {
      const { filename, file_data: data, file_id: id, file_url: url, ...extras } = body
      if (!isAbsentOrText(filename) || !isAbsentOrText(data) || !isAbsentOrText(id) || !isAbsentOrText(url))
        break
      if (data !== undefined && url !== undefined) break
      return { type: 'file', file: compact({ filename, file_data: data ?? url, file_id: id }), ...extras }
    }
    case 'input_audio': {
      if (isKnownPart(part)) return part
    }
  }
  return foreignPart('openai-responses', type, part)
}

const isAbsentOrText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'
const isTextBody = (body: JsonObject): body is { text: string } => typeof body.text === 'string'

export function writeContent(
  content: string | ContentPart[],
  where: string,
  report: ReportLoss,
): string | JsonObject[] {
  if (typeof content === 'string') return content
  return content.map((part, i) => writePart(part, `${where}[${i}]`, report))
}

function writePart(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  const own = ownPart(part, 'openai-responses.')
  if (own) return own
  if (!isKnownPart(part)) return shownPart(part, where, report)
  switch (part.type) {
    case 'text':
      return { ...part, type: 'input_text' }
    case 'image_url': {
      const { type: _, image_url: image, ...extras } = part
      const { url, detail } = image
      return compact({ type: 'input_image', image_url: url, detail, ...extras })
    }
    case 'file': {
      const { type: _, file, ...extras } = part
      const { filename, file_data: data, file_id: id } = file
      const place = data !== undefined && isRemoteUrl(data) ? { file_url: data } : { file_data: data }
      return compact({ type: 'input_file', filename, ...place, file_id: id, ...extras })
    }
    case 'input_audio':
      return { ...part }
  }
}

function shownPart(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  return { type: 'input_text', text: placeholderPart(part, where, report).text }
}

/** OpenRouter's name for blocks of this API. */
const FORMAT = 'openai-responses-v1'

/** A reasoning item: its visible text, and blocks for other data. Undefined for an empty item. */
export function readReasoningItem(
  item: JsonObject,
): { text: string; details: ReasoningDetail[] } | undefined {
  const summary = textsOf(item.summary, 'summary_text')
  const content = textsOf(item.content, 'reasoning_text')
  const encrypted = typeof item.encrypted_content === 'string' ? item.encrypted_content : undefined
  const id = typeof item.id === 'string' ? { id: item.id } : {}
  if (summary.length + content.length === 0 && encrypted === undefined) return undefined
  const text = (content.length > 0 ? content : summary).join('\n\n')
  const isPlain =
    id.id === undefined && encrypted === undefined && content.length === 0 && summary.length === 1
  if (isPlain) return { text, details: [] }
  const details: ReasoningDetail[] = [
    ...summary.map((entry) => ({ type: 'reasoning.summary', summary: entry, ...id, format: FORMAT })),
    ...content.map((entry) => ({ type: 'reasoning.text', text: entry, ...id, format: FORMAT })),
    ...(encrypted === undefined
      ? []
      : [{ type: 'reasoning.encrypted', data: encrypted, ...id, format: FORMAT }]),
  ]
  return { text, details }
}

function textsOf(list: unknown, type: string): string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) =>
    isRecord(entry) && entry.type === type && typeof entry.text === 'string' ? [entry.text] : [],
  )
}

/** Blocks that belong to one item, with the text that it shows. */
interface ReasoningGroup {
  text: string
  details: ReasoningDetail[]
}

/** Blocks side by side with the same id are one item; a summary or text after an encrypted block begins another. */
function groupDetails(details: readonly ReasoningDetail[]): ReasoningGroup[] {
  const groups: ReasoningDetail[][] = []
  for (const detail of details) {
    const last = groups.at(-1)
    const isNext = last && last[0]!.id === detail.id && last.at(-1)!.type !== 'reasoning.encrypted'
    if (isNext) last.push(detail)
    else groups.push([detail])
  }
  return groups.map((group) => ({
    text: readReasoningItem(writeReasoningItem(group))?.text ?? '',
    details: group,
  }))
}

function writeReasoningItem(details: readonly ReasoningDetail[]): JsonObject {
  const pick = (type: string, key: string): string[] =>
    details.flatMap((detail) =>
      detail.type === type && typeof detail[key] === 'string' ? [detail[key]] : [],
    )
  const content = pick('reasoning.text', 'text').map((text) => ({ type: 'reasoning_text', text }))
  const [encrypted] = pick('reasoning.encrypted', 'data')
  const id = details[0]?.id
  return {
    type: 'reasoning',
    ...(typeof id === 'string' && { id }),
    summary: pick('reasoning.summary', 'summary').map((text) => ({ type: 'summary_text', text })),
    ...(content.length > 0 && { content }),
    ...(encrypted !== undefined && { encrypted_content: encrypted }),
  }
}

export interface ReadAnswer {
  answer: AssistantMessage
  /** Items without a place in our answer (tools of the service), by position. */
  aside: JsonObject | undefined
  /** Its text was a plain text instead of a list of parts. */
  easy: boolean
}

/** The items that the model wrote between two inputs, as one answer. */
export function readAnswer(items: readonly unknown[], where: string, report: ReportLoss): ReadAnswer {
  const draft = draftAnswer()
  const annotations: unknown[] = []
  const aside = createAside(where, report)
  let easy = false

  items.forEach((entry, i) => {
    const item = recordOf(entry)
    if (item.role === 'assistant') {
      easy ||= typeof item.content === 'string'
      for (const [at, part] of [item.content].flat().entries()) {
        const body: JsonObject =
          typeof part === 'string' ? { type: 'output_text', text: part } : recordOf(part)
        const isText = /^(?:output|input)_text$/.test(String(body.type))
        if (isText && typeof body.text === 'string') {
          draft.text(body.text)
          annotations.push(...listOf(body.annotations))
        } else if (body.type === 'refusal' && typeof body.refusal === 'string') draft.refusal(body.refusal)
        else report('not_shown', `${where}[${i}].content[${at}]`, part, undefined)
      }
    } else if (item.type === 'function_call' || item.type === 'custom_tool_call') draft.made(readCall(item))
    else {
      const found = item.type === 'reasoning' ? readReasoningItem(item) : undefined
      if (found?.text) draft.reasoning(found.text)
      if (found) draft.hidden(found.details)
      else aside.put(i, entry)
    }
  })
  const answer = draft.message({ annotations: annotations.length > 0 ? annotations : undefined })
  return { answer, aside: aside.kept, easy }
}

/** A custom tool takes free text where a function takes JSON. */
function readCall(item: JsonObject): ToolCall {
  const text = item.type === 'custom_tool_call' ? item.input : item.arguments
  return {
    id: wordOf(item.call_id),
    type: 'function',
    function: {
      name: wordOf(item.name),
      arguments: wordOf(text),
    },
  }
}

export function writeAnswer(message: AssistantMessage, aside: unknown, easy: boolean): unknown[] {
  const items: JsonObject[] = []
  let groups = groupDetails(message.reasoning_details ?? [])
  const writeGroups = (count: number): void => {
    for (const { details } of groups.slice(0, count)) items.push(writeReasoningItem(details))
    groups = groups.slice(count)
  }
  /** Invisible blocks go before the next visible one. */
  const writeHidden = (): void => {
    const next = groups.findIndex(({ text }) => text !== '')
    writeGroups(next < 0 ? groups.length : next)
  }
  let annotations = message.annotations ?? []
  writeHidden()
  for (const stretch of stretchesOf(message)) {
    if (stretch.type === 'tool_call') items.push(writeCall(stretch.call))
    else if (stretch.type === 'reasoning') {
      if (groups[0]?.text === stretch.text) writeGroups(1)
      else items.push({ type: 'reasoning', summary: [{ type: 'summary_text', text: stretch.text }] })
      writeHidden()
    } else if (stretch.type === 'refusal') {
      items.push(messageItem([{ type: 'refusal', refusal: stretch.text }]))
    } else if (stretch.type !== 'text') continue
    else if (easy) items.push({ role: 'assistant', content: stretch.text })
    else {
      items.push(messageItem([{ type: 'output_text', text: stretch.text, annotations }]))
      annotations = []
    }
  }
  writeGroups(groups.length)
  if (items.length === 0) items.push(easy ? { role: 'assistant', content: '' } : messageItem([]))
  return insertKept(items, aside)
}

function messageItem(content: JsonObject[]): JsonObject {
  return { type: 'message', role: 'assistant', content }
}

function writeCall({ id, function: { name, arguments: text } }: ToolCall): JsonObject {
  return { type: 'function_call', call_id: id, name, arguments: text }
}
