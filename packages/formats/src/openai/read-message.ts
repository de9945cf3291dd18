import type { AssistantMessage, ContentPart, Message, ReasoningDetail, ToolCall } from '@antiphon/core'
import { compact, field, isRecord, type JsonObject } from '@antiphon/core/internal'
import { argumentsText, readContent, readParts, readTextContent } from '../shared/content.js'
import { fieldReader, recordsOf } from '../shared/field-reader.js'
import { readImages, readLocalFields } from '../shared/local-fields.js'
import { segmentsOf, type Stretch } from '../shared/segments.js'
import { joinPath } from '../shared/values.js'
import type { ReportLoss } from '../types.js'

export const OPENAI_ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const

/** Names of the channel of visible thinking; the first that is not empty counts (wire-facts 2.3). */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking']

/** One message of a chat-completions array, with the extensions of servers and with our own local fields. */
export function readOpenAiMessage(
  raw: JsonObject,
  where: string,
  prefix: string,
  report: ReportLoss,
): Message {
  const local = readLocalFields(raw, where, prefix, report)
  const contentAt = joinPath(where, 'content')
  switch (raw.role) {
    case 'system':
    case 'developer':
      return { role: raw.role, content: readTextContent(raw.content, contentAt, report), ...local }
    case 'assistant':
      return readAnswer(raw, where, local, report)
    case 'tool':
    // The form before tools: a result that names its function and has no id.
    case 'function': {
      const read = fieldReader(raw, where, report)
      return compact<Message>({
        role: 'tool',
        tool_call_id: read.text('tool_call_id') ?? '',
        content: readContent(raw.content, contentAt, report),
        toolName: read.text('name'),
        ...local,
      })
    }
    default:
      return { role: 'user', content: readContent(raw.content, contentAt, report), ...local }
  }
}

function readAnswer(raw: JsonObject, where: string, local: JsonObject, report: ReportLoss): AssistantMessage {
  const read = fieldReader(raw, where, report)
  const name = REASONING_FIELDS.find((key) => typeof raw[key] === 'string' && raw[key] !== '')
  const thought = name && (raw[name] as string)
  const { stretches, images } = readAnswerContent(raw.content, joinPath(where, 'content'), report)
  const join = (type: Stretch['type']): string =>
    stretches.map((stretch) => (stretch.type === type && 'text' in stretch ? stretch.text : '')).join('')
  const inContent = join('reasoning')
  const refusal = read.text('refusal') || join('refusal') || undefined
  const calls = readToolCalls(raw, where, report)
  const ordered = Array.isArray(raw.content) && !thought && !(refusal && !join('refusal'))
  const allImages = [...images, ...(readImages(read.list('images'), where, report) ?? [])]
  return compact<AssistantMessage>({
    role: 'assistant',
    content: join('text'),
    tool_calls: calls.length > 0 ? calls : undefined,
    refusal,
    reasoning: thought || inContent || undefined,
    reasoning_details: readEntries(raw, 'reasoning_details', where, report),
    thinking_blocks: readEntries(raw, 'thinking_blocks', where, report),
    reasoningSource: thought
      ? name === 'reasoning'
        ? undefined
        : { field: name }
      : inContent
        ? { field: 'content' }
        : undefined,
    annotations: read.list('annotations'),
    images: allImages.length > 0 ? allImages : undefined,
    audio: read.record('audio'),
    segments: ordered
      ? segmentsOf([...stretches, ...calls.map((_, index): Stretch => ({ type: 'tool_call', index }))])
      : undefined,
    ...local,
  })
}

/** A text, null, or the array of parts in which Mistral and others mix thinking and text. */
function readAnswerContent(
  content: unknown,
  where: string,
  report: ReportLoss,
): { stretches: Stretch[]; images: ContentPart[] } {
  const stretches: Stretch[] = []
  const images: ContentPart[] = []
  if (content === undefined || content === null || content === '') return { stretches, images }
  const list = typeof content === 'string' ? [{ type: 'text', text: content }] : [content].flat()
  list.forEach((entry: unknown, i) => {
    const at = `${where}[${i}]`
    const type = field(entry, 'type')
    if (type === 'thinking' || type === 'reasoning')
      stretches.push({ type: 'reasoning', text: textIn(entry) })
    else if (type === 'refusal') stretches.push({ type: 'refusal', text: textIn(entry) })
    else if (type === 'output_text') stretches.push({ type: 'text', text: textIn(entry) })
    else {
      const [part] = readParts([entry], at, report)
      if (part!.type === 'text') stretches.push({ type: 'text', text: part!.text as string })
      else if (part!.type === 'image_url') images.push(part!)
      else report('not_shown', at, entry, undefined)
    }
  })
  return { stretches, images }
}

/** The text of a part whatever it calls it; Mistral nests a list of text parts. */
function textIn(part: unknown): string {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(textIn).join('')
  if (!isRecord(part)) return ''
  return textIn(part.text ?? part.thinking ?? part.reasoning ?? part.refusal ?? '')
}

function readEntries(
  raw: JsonObject,
  key: string,
  where: string,
  report: ReportLoss,
): ReasoningDetail[] | undefined {
  const list = fieldReader(raw, where, report).list(key)
  if (!list) return undefined
  return recordsOf(list, joinPath(where, key), report).map(({ entry }) =>
    typeof entry.type === 'string' ? (entry as ReasoningDetail) : { ...entry, type: 'unknown' },
  )
}

function readToolCalls(raw: JsonObject, where: string, report: ReportLoss): ToolCall[] {
  const at = joinPath(where, 'tool_calls')
  const single = isRecord(raw.tool_calls) ? [raw.tool_calls] : undefined
  const calls = recordsOf(single ?? fieldReader(raw, where, report).list('tool_calls'), at, report)
  if (calls.length === 0 && isRecord(raw.function_call))
    return [readToolCall({ function: raw.function_call })]
  return calls.map(({ entry }) => readToolCall(entry))
}

/** One call with everything else it holds. Arguments that came as a value become their JSON text. */
export function readToolCall(entry: JsonObject): ToolCall {
  const { id, type: _, function: body, ...extras } = entry
  // A custom tool takes free text instead of JSON.
  const custom = isRecord(extras.custom) ? extras.custom : undefined
  const called = isRecord(body) ? body : { name: custom?.name, arguments: custom?.input }
  return {
    id: typeof id === 'string' ? id : '',
    type: 'function',
    function: {
      name: typeof called.name === 'string' ? called.name : '',
      arguments: called.arguments === null ? '' : argumentsText(called.arguments),
    },
    ...extras,
  }
}
