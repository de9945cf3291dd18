import type { AssistantMessage, Message } from '@antiphon/core'
import { isRecord, type JsonObject, listOf, recordOf } from '@antiphon/base'
import { defineFormat, detectBy, hasPart, hasType, type Mark, otherValue } from '../shared/define-format.js'
import { requireRecords, readUnit, writeUnit } from '../shared/unit-codec.js'
import { normalizeError, type ReportLoss, type TranscriptDocument } from '../types.js'
import { isInput, itemsCodec, PREFIX, readEnvelope, writeEnvelope } from './items.js'

const PROMPT = `${PREFIX}@prompt`
/** A response with empty output still has an ending. */
const NOTHING = `${PREFIX}@nothing`

/** The Responses API of OpenAI: items, request (`instructions` and `input`), response (`output`). */
export const openAiResponsesFormat = defineFormat({
  name: 'openai-responses',
  title: 'OpenAI Responses: items, request, response, list of a conversation',
  shapes: ['items', 'request', 'response', 'conversation'],
  detect(value) {
    if (isRecord(value) && value.object === 'response')
      return { certainty: 1, why: 'its object is a response' }
    try {
      const { list } = findItems(value)
      if (typeof list === 'string')
        return isTextRequest(recordOf(value))
          ? { certainty: 0.7, why: 'it asks a model with an input of text' }
          : { certainty: 0, why: 'it has an input of text, and what no request to a model has' }
      const roles = ['user', 'assistant', 'system', 'developer', 'undefined']
      const isItem = list.every(
        (entry) => isRecord(entry) && (typeof entry.type === 'string' || typeof entry.role === 'string'),
      )
      if (!isItem) return { certainty: 0, why: 'an entry has neither a type nor a role' }
      // A chat export may have entries of type message too. Those of this API have a role and content.
      const said = list.filter((entry) => isRecord(entry) && entry.type === 'message')
      if (
        said.length > 0 &&
        said.every((entry) => isRecord(entry) && !('role' in entry || 'content' in entry))
      )
        return { certainty: 0, why: 'its messages have neither a role nor content' }
      const found = detectBy(list, roles, marks)
      const isBare = list.some((entry) => isRecord(entry) && entry.role === undefined)
      // Entries without a role count only beside items of this API.
      return isBare && found.certainty < 0.6 ? { certainty: 0.1, why: 'an entry has no role' } : found
    } catch {
      return { certainty: 0, why: 'there is no list of items' }
    }
  },
  read(value, report) {
    const { list, shape } = findItems(value)
    const key = LIST_KEYS[shape] ?? ''
    const document: TranscriptDocument = { format: 'openai-responses', shape }
    if (typeof list === 'string') {
      const { input: _, ...fields } = recordOf(value)
      return withPrompt([{ role: 'user', content: list }], { ...document, fields, style: { text: true } })
    }
    const items = requireRecords(list, key, 'an item')
    items.forEach((item, i) => {
      if (typeof item.type === 'string' || typeof item.role === 'string') return
      throw normalizeError(`${key}[${i}] has neither a type nor a role, so it is not an item.`, 'no_item')
    })
    const messages = groupItems(items).map(
      ({ group, at }) => readUnit(itemsCodec(`${key}[${at}]`), { items: group }, report)[0]!,
    )
    if (shape === 'items') return { messages, document }
    const { [key]: _, ...fields } = recordOf(value)
    if (shape === 'conversation') return { messages, document: { ...document, fields } }
    if (shape === 'request') return withPrompt(messages, { ...document, fields })
    return { messages: withEnvelope(messages, fields), document: { ...document, fields } }
  },
  write(messages, options, report) {
    const { shape, document, style } = options
    if (shape === 'response') return writeResponse(messages, document?.fields, report)
    const [first] = messages
    const prompt =
      shape === 'request' && first?.role === 'system' && first.metadata?.[PROMPT] === true ? first : undefined
    const skip = prompt ? 1 : 0
    const items = messages.slice(skip).flatMap((message, i) => writeMessage(message, i + skip, report))
    if (shape === 'items') return items
    if (shape === 'conversation') return { object: 'list', ...document?.fields, data: items }
    const [only, more] = items as (JsonObject | undefined)[]
    const isText =
      style.text === true && only?.role === 'user' && typeof only.content === 'string' && more === undefined
    return {
      ...document?.fields,
      ...(prompt && { instructions: prompt.content }),
      input: isText ? only.content : items,
    }
  },
})

/** The key that holds the items, by shape. */
const LIST_KEYS: Record<string, string> = { request: 'input', response: 'output', conversation: 'data' }

/** How a response ended and what it cost belongs to its answer, which may be empty. */
function withEnvelope(messages: readonly Message[], fields: JsonObject): Message[] {
  const none: Message = { role: 'assistant', content: '', metadata: { [NOTHING]: true } }
  const [first = none, ...rest] = messages
  if (first.role !== 'assistant') return [...messages]
  return [{ ...first, ...readEnvelope(fields, first.tool_calls !== undefined) }, ...rest]
}

function findItems(value: unknown): { list: unknown[] | string; shape: string } {
  if (Array.isArray(value)) return { list: value, shape: 'items' }
  if (isRecord(value)) {
    if (Array.isArray(value.output)) return { list: value.output, shape: 'response' }
    if (Array.isArray(value.input) || typeof value.input === 'string')
      return { list: value.input, shape: 'request' }
    if (value.object === 'list' && Array.isArray(value.data))
      return { list: oldestFirst(value.data), shape: 'conversation' }
  }
  throw otherValue(value, 'openai-responses', 'a list of items or an object with "input", "output" or "data"')
}

/** The API lists the newest item first, unless it was asked otherwise. */
function oldestFirst(items: readonly unknown[]): unknown[] {
  const at = (role: string): number => items.findIndex((item) => isRecord(item) && item.role === role)
  const [user, answer] = [at('user'), at('assistant')]
  return answer >= 0 && answer < user ? items.toReversed() : [...items]
}

/** Each input item is a group of its own; all items of the model up to the next one are one answer. */
function groupItems(items: readonly JsonObject[]): { group: JsonObject[]; at: number }[] {
  const groups: { group: JsonObject[]; at: number }[] = []
  items.forEach((item, at) => {
    const last = groups.at(-1)
    if (last && !isInput(item) && !isInput(last.group[0]!)) last.group.push(item)
    else groups.push({ group: [item], at })
  })
  return groups
}

/** Puts the instructions before all messages. */
function withPrompt(
  messages: Message[],
  document: TranscriptDocument,
): { messages: Message[]; document: TranscriptDocument } {
  const { instructions, ...fields } = document.fields ?? {}
  if (typeof instructions !== 'string') return { messages, document }
  const prompt: Message = { role: 'system', content: instructions, metadata: { [PROMPT]: true } }
  return { messages: [prompt, ...messages], document: { ...document, fields } }
}

function writeMessage(message: Message, at: number, report: ReportLoss): unknown[] {
  const isNothing =
    message.role === 'assistant' && message.metadata?.[NOTHING] === true && message.content === ''
  if (isNothing && !message.tool_calls) return []
  return listOf(writeUnit(itemsCodec(`messages[${at}]`), [message], report).items)
}

/** The last answer as a response. Documents whose output holds inputs as well have them written after it. */
function writeResponse(
  messages: readonly Message[],
  fields: JsonObject | undefined,
  report: ReportLoss,
): JsonObject {
  const start = fields ? 0 : messages.findLastIndex((message) => message.role === 'assistant')
  messages
    .slice(0, Math.max(0, start))
    .forEach((message, i) => report('message', `messages[${i}]`, message, undefined))
  if (start < 0) messages.forEach((message, i) => report('message', `messages[${i}]`, message, undefined))
  const kept = start < 0 ? [] : messages.slice(start)
  const written = fields ? kept : kept.slice(0, 1)
  kept
    .slice(written.length)
    .forEach((message, i) => report('message', `messages[${start + written.length + i}]`, message, undefined))
  const none: AssistantMessage = { role: 'assistant', content: '' }
  const answer = written[0]?.role === 'assistant' ? written[0] : none
  const around = fields ?? { object: 'response' }
  const output = written.flatMap((message, i) => writeMessage(message, start + i, report))
  return { ...(written[0]?.role === 'assistant' || !fields ? writeEnvelope(answer, around) : around), output }
}

const types =
  (pattern: RegExp) =>
  ({ type }: JsonObject): boolean =>
    typeof type === 'string' && pattern.test(type)

const marks: Mark[] = [
  {
    sign: 'items of type function_call or reasoning',
    weight: 8,
    of: types(/^(?:function_call|function_call_output|reasoning|custom_tool_call|[a-z_]+_call)$/),
  },
  { sign: 'items of type message', weight: 4, of: (m) => m.type === 'message' && !('stop_reason' in m) },
  {
    sign: 'parts of type input_text, input_image or output_text',
    weight: 6,
    of: hasPart(({ type }) => /^(?:input_(?:text|image|file)|output_text)$/.test(String(type))),
  },
  {
    sign: 'fields of other systems',
    weight: -8,
    of: (m) => ['tool_calls', 'toolCalls', 'parts', 'tool_call_id', 'stop_reason'].some((key) => key in m),
  },
  {
    sign: 'blocks of another system',
    weight: -8,
    of: hasType('text', 'image_url', 'tool_use', 'toolCall', 'image'),
  },
  {
    sign: 'fields that it does not have',
    weight: -3,
    of: (m) => !('type' in m) && Object.keys(m).some((key) => key !== 'role' && key !== 'content'),
  },
]

/** All parameters of `POST /v1/responses`: many things have an input that is a text. */
const PARAMETERS =
  /^(?:background|context_management|conversation|include|input|instructions|max_(?:output_tokens|tool_calls)|metadata|model|parallel_tool_calls|previous_response_id|prompt|prompt_cache_(?:key|retention)|reasoning|safety_identifier|service_tier|store|stream|stream_options|temperature|text|tool_choice|tools|top_logprobs|top_p|truncation|user)$/

function isTextRequest(value: JsonObject): boolean {
  const { model } = value
  // `model` and `input` ask for embeddings, speech and moderation too.
  if (typeof model !== 'string' || /embed|tts|moderation/.test(model)) return false
  return Object.keys(value).every((key) => PARAMETERS.test(key))
}
