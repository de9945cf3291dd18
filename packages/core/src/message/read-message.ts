import {
  compact,
  field,
  isRecord,
  textOf,
  type JsonObject,
  isList,
  isPlainRecord,
  isText,
  joinPath,
  readEach,
  typedReader,
  type ReportReading,
} from '@antiphon/base'
import { contentToText, partText } from './content.js'
import { flatText } from './flat-text.js'
import { readContent, readPart, readParts, type ShowValue } from './read-content.js'
import { joinStretches, type Stretch } from './stretches.js'
import { TEXT_CHANNELS } from './text-channels.js'
import { channelOfEntry } from './wire-channels.js'
import type { ContentPart, Message, ReasoningDetail, ToolCall } from './types.js'

export interface MessageReading {
  /** Path of the message, the prefix of every path that is reported. Default: none. */
  where?: string
  /** Called for each fault of the message: `wrong_type`, `malformed_part`. */
  report?: ReportReading
  /** Text for a value found in place of a part or a text. */
  show: ShowValue
  /** Text for arguments that came as a value. Default: `show`. */
  json?: ShowValue
}

/**
 * Reads one message of a chat-completions array, whatever server or library wrote it: null content, parts in an answer, the
 * old `function_call`, arguments that are objects, reasoning under other names. Every wire field of the message's role is
 * there, undefined where there is nothing to read; what fits stays the same object. The caller reads the kit's own fields,
 * except those that follow from the rest. A role that the kit does not know reads as `user`.
 */
export function readMessage(raw: JsonObject, reading: MessageReading): Message {
  const { where = '', report = () => {}, show, json = show } = reading
  const at = joinPath(where, 'content')
  switch (raw.role) {
    case 'system':
    case 'developer':
      return { role: raw.role, content: contentToText(readContent(raw.content, at, report, show)) }
    case 'assistant':
      return readAnswer(raw, where, report, show, json)
    case 'tool':
    // The form before tools: a result that names its function and has no id.
    case 'function': {
      const read = typedReader(raw, where, report)
      return {
        role: 'tool',
        tool_call_id: read('tool_call_id', isText) ?? '',
        content: readContent(raw.content, at, report, show),
        toolName: read('name', isText),
      }
    }
    default:
      return { role: 'user', content: readContent(raw.content, at, report, show) }
  }
}

const known = new WeakMap<object, Message>()

/**
 * Makes any array of messages safe to show. An entry that fits keeps its identity, and the same entry always gives the same
 * message. Nothing is dropped: unknown keys stay, and an entry that is not a message, or has an unknown role, is shown as it
 * is.
 */
export function readMessages(entries: readonly unknown[], show: ShowValue): Message[] {
  return entries.map((entry) => {
    if (!isRecord(entry)) return asIs({ role: 'unknown', content: show(entry) })
    let message = known.get(entry)
    if (!message) known.set(entry, (message = adoptSafely(entry, show)))
    return message
  })
}

/** The kit's own fields that follow from the rest where they are missing. */
const DERIVED = ['toolName', 'reasoningSource', 'segments']

/** An entry that was checked, as a message. */
const asIs = (entry: object) => entry as Message

/** An entry whose fields throw stays as it is. The component that draws it meets the same error and shows what it can. */
function adoptSafely(entry: JsonObject, show: ShowValue): Message {
  try {
    return adopt(entry, show)
  } catch {
    return asIs(entry)
  }
}

function adopt(entry: JsonObject, show: ShowValue): Message {
  const message = readMessage(entry, { show })
  if (message.role !== entry.role && entry.role !== 'function') return asIs(entry)
  const read = Object.entries(message).filter(([key]) => entry[key] === undefined || !DERIVED.includes(key))
  const fits = read.every(([key, value]) => value === entry[key])
  return asIs(fits ? entry : compact({ ...entry, ...Object.fromEntries(read) }))
}

function readAnswer(
  raw: JsonObject,
  where: string,
  report: ReportReading,
  show: ShowValue,
  json: ShowValue,
): Message {
  const read = typedReader(raw, where, report)
  const stretches: Stretch[] = []
  const others: ContentPart[] = []
  const { content } = raw
  // The array of parts in which Mistral and others mix thinking and text.
  const entriesOfContent: unknown[] = typeof content === 'string' ? [] : [content ?? []].flat()
  entriesOfContent.forEach((entry, i) => {
    const named = field(entry, 'type')
    const type = channelOfEntry(named)
    if (type && named !== 'text') return void stretches.push({ type, text: flatText(entry) })
    const part = readPart(entry, `${joinPath(where, 'content')}[${i}]`, report, show)
    const text = partText(part)
    if (text === undefined) others.push(part)
    else stretches.push({ type: 'text', text })
  })
  const { tool_calls: one, function_call: old } = raw
  const list = isRecord(one) ? [one] : (read('tool_calls', isList) ?? [])
  let calls = readEach(list, joinPath(where, 'tool_calls'), report, (call) => readToolCall(call, json))
  if (calls.length === 0 && isRecord(old)) calls = [readToolCall({ function: old }, json)]
  calls.forEach((_, index) => stretches.push({ type: 'tool_call', index }))
  const { segments, ...texts } = joinStretches(stretches)
  if (typeof content === 'string') texts.content = content
  let source = texts.reasoning && 'content'
  /** A field of its own wins over the same text in the content. Then the order of the content says nothing. */
  let isInOrder = Array.isArray(content)
  for (const { name, field: to, wire } of TEXT_CHANNELS) {
    if (name === 'text') continue
    const isThought = name === 'reasoning'
    const found = wire.find((key) => (isThought ? textOf(raw[key]) : read(key, isText)))
    const text = found && textOf(raw[found])
    if (!text) continue
    if (isThought) source = found
    if (text !== texts[to]) isInOrder = false
    texts[to] = text
  }
  const images = readParts(read('images', isList) ?? [], joinPath(where, 'images'), report, show)
  const shown = others.length > 0 ? [...others, ...images] : images
  const entries = (key: string): ReasoningDetail[] | undefined => {
    const list = read(key, isList)
    const isTyped = (entry: JsonObject): entry is ReasoningDetail => typeof entry.type === 'string'
    return (
      list &&
      readEach(list, joinPath(where, key), report, (entry) =>
        isTyped(entry) ? entry : { ...entry, type: 'unknown' },
      )
    )
  }
  return {
    role: 'assistant',
    ...texts,
    tool_calls: calls.length > 0 ? calls : undefined,
    reasoning_details: entries('reasoning_details'),
    thinking_blocks: entries('thinking_blocks'),
    annotations: read('annotations', isList),
    images: shown.length > 0 ? shown : undefined,
    audio: read('audio', isPlainRecord),
    reasoningSource: source && source !== 'reasoning' ? { field: source } : undefined,
    segments: isInOrder ? segments : undefined,
  }
}

/** One call with everything else it holds. Arguments that came as a value become their JSON text. */
export function readToolCall(entry: JsonObject, json: ShowValue): ToolCall {
  const { id, type, function: body, ...extras } = entry
  // A custom tool takes free text instead of JSON.
  const custom = isRecord(extras.custom) ? extras.custom : undefined
  const called = isRecord(body) ? body : { name: custom?.name, arguments: custom?.input }
  const { name, arguments: given, ...more } = called
  const isText = typeof given === 'string'
  if (typeof id === 'string' && type === 'function' && typeof name === 'string' && isText && called === body)
    return entry as unknown as ToolCall
  return {
    id: typeof id === 'string' ? id : '',
    type: 'function',
    function: {
      ...(called === body && more),
      name: typeof name === 'string' ? name : '',
      arguments: isText ? given : given === undefined ? '{}' : given === null ? '' : json(given),
    },
    ...extras,
  }
}
