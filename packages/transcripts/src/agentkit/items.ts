import { type AssistantMessage, type Message, type SystemMessage, type UserMessage } from '@antiphon/core'
import { partText } from '@antiphon/core/message'
import { compact, field, fieldReader, isRecord, textOf, type JsonObject, listOf } from '@antiphon/base'
import { TEXT_CHANNELS } from '@antiphon/core/channels'
import { readLocalFields, sortMetadata } from '../shared/local-fields.js'
import { insertKept, type MessageGroup, type UnitCodec } from '../shared/unit-codec.js'
import { partsOf } from '../shared/content.js'
import type { ReportLoss } from '../types.js'
import {
  readAnswerParts,
  writeAnswerParts,
  readFinish,
  readUsage,
  writeFinish,
  writeUsage,
} from './answer.js'
import { readContentPart, structuredText, untag, writeContentPart, type ByteNotes } from './content.js'
import { readToolResults, writeToolResults } from './tools.js'

/** Prefix of our notes about an item. Other keys of its metadata stay unchanged. */
export const PREFIX = 'agentkit.item.'
const BYTES = `${PREFIX}@bytes`
const ASIDE = `${PREFIX}@parts`
/** On the first result of an item that follows another one, which would otherwise be one item. */
export const NEW_ITEM = `${PREFIX}@new`

export function itemCodec(where: string, older: boolean): UnitCodec {
  return {
    prefix: PREFIX,
    read: (item, report) => readItem(item, where, report),
    write: (messages) => writeItem(messages, older),
  }
}

function readItem(item: JsonObject, where: string, report: ReportLoss): Message[] {
  const read = fieldReader(item, where, report)
  const parts = read.list('parts') ?? []
  const notes: ByteNotes = new Set()
  const common = compact({ id: read.text('id'), timestamp: read.number('created_at') })
  const bag = readBag(read.record('metadata'))
  const note = (aside?: JsonObject): JsonObject => ({
    [BYTES]: notes.size > 0 ? [...notes] : undefined,
    [ASIDE]: aside,
  })

  switch (item.kind) {
    case 'Assistant': {
      const { answer, aside } = readAnswerParts(parts, where, notes, report)
      const lifted = bag.fields
      const finish = readFinish(item.finish_reason)
      const model = lifted.model ?? field(bag.metadata, 'openrouter.model')
      const extra = readLocalFields({ role: 'assistant', ...lifted, model }, where, PREFIX, report)
      return [
        withBag(
          {
            ...common,
            ...answer,
            ...finish,
            usage: readUsage(item.usage),
            ...liftLists(lifted),
            ...extra,
          },
          bag.metadata,
          note(aside),
        ),
      ]
    }
    case 'Tool': {
      const { messages, aside } = readToolResults(parts, where, notes, report)
      const single = messages.length === 1
      return messages.map((message, i) => {
        const own = { ...(single ? common : compact({ timestamp: common.timestamp })), ...message }
        return i === 0 ? withBag(own, own.metadata ?? {}, note(aside)) : own
      })
    }
    case 'User':
    case 'Notification': {
      const content = parts.map((part, i) => readContentPart(part, `parts[${i}]`, notes))
      const only = content.length === 1 ? partText(content[0]) : undefined
      const kind = item.kind === 'Notification' ? 'notification' : undefined
      return [
        withBag(
          { role: 'user', ...common, content: only ?? content, kind, ...readRole(bag.role) },
          bag.metadata,
          note(),
        ),
      ]
    }
    default: {
      const role = item.kind === 'Developer' ? 'developer' : 'system'
      const kind = item.kind === 'Context' ? 'context' : undefined
      const content = parts.map((part) => textOfPart(part)).join('\n\n')
      return [withBag({ role, ...common, content, kind, ...readRole(bag.role) }, bag.metadata, note())]
    }
  }
}

/** `antiphon.role` holds the role of a message when its kind alone would give another one. */
function readRole(value: unknown): JsonObject {
  const [role, kind] = typeof value === 'string' ? value.split('/') : []
  if (!/^(?:system|developer|user)$/.test(role ?? '')) return {}
  return { role, ...(kind && /^(?:developer|context|notification)$/.test(kind) ? { kind } : {}) }
}

function textOfPart(part: unknown): string {
  const [kind, body] = untag(part) ?? ['', {}]
  if (kind === 'Text' && typeof body.text === 'string') return body.text
  if (kind === 'Structured') return structuredText(body.value)
  if (kind === 'Reasoning' && typeof body.summary === 'string') return body.summary
  return `[agentkit.${kind || 'Part'}]`
}

function withBag(message: JsonObject, metadata: JsonObject, notes: JsonObject): Message {
  return compact({
    ...message,
    metadata: sortMetadata({ ...metadata, ...notes }),
  }) as unknown as Message
}

function liftLists(fields: JsonObject): JsonObject {
  const { annotations, audio, thinking_blocks } = fields
  return compact({
    ...Object.fromEntries(OTHER_TEXTS.map((name) => [name, textOf(fields[name])])),
    annotations: Array.isArray(annotations) ? annotations : undefined,
    audio: isRecord(audio) ? audio : undefined,
    thinking_blocks: Array.isArray(thinking_blocks)
      ? thinking_blocks.filter((entry) => typeof field(entry, 'type') === 'string')
      : undefined,
  })
}

function writeItem(messages: MessageGroup, older: boolean): JsonObject {
  const first = messages[0]
  const stored = first.metadata?.[BYTES]
  const notes: ByteNotes = new Set(listOf(stored).filter((path) => typeof path === 'string'))
  const aside = first.metadata?.[ASIDE]
  switch (first.role) {
    case 'assistant':
      return frame(first, 'Assistant', writeAnswerParts(first, aside, notes), toBag(first, PREFIX), older)
    case 'tool': {
      const results = writeToolResults(
        messages.filter((message) => message.role === 'tool'),
        notes,
      )
      return frame(first, 'Tool', insertKept(results, aside), {}, older, messages)
    }
    case 'user': {
      const parts = partsOf(first.content).map((part, i) => writeContentPart(part, `parts[${i}]`, notes))
      return frame(first, kindOf(first), parts, toBag(first, PREFIX), older)
    }
    default:
      return frame(
        first,
        kindOf(first),
        [{ Text: { text: first.content, metadata: {} } }],
        toBag(first, PREFIX),
        older,
      )
  }
}

function kindOf(message: SystemMessage | UserMessage): string {
  if (message.kind === 'context') return 'Context'
  if (message.kind === 'notification') return 'Notification'
  if (message.role === 'user') return 'User'
  return message.role === 'developer' || message.kind === 'developer' ? 'Developer' : 'System'
}

/** The struct with all its fields. Older documents have no usage, reason and time; they get them where there is one. */
function frame(
  message: Message,
  kind: string,
  parts: unknown[],
  metadata: JsonObject,
  older: boolean,
  group: readonly Message[] = [message],
): JsonObject {
  const { usage, finishReason, finishReasonRaw }: Partial<AssistantMessage> =
    message.role === 'assistant' ? message : {}
  const times = new Set(group.map((entry) => entry.timestamp))
  const timestamp = times.size === 1 ? message.timestamp : undefined
  const item = { id: (group.length === 1 && message.id) || null, kind, parts, metadata }
  const later = {
    usage: writeUsage(usage),
    finish_reason: writeFinish(finishReason, finishReasonRaw),
    created_at: timestamp ?? null,
  }
  if (!older) return { ...item, ...later }
  return { ...item, ...Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null)) }
}

const OWN = 'antiphon.'

/** Texts that no part of an item holds. */
const OTHER_TEXTS = TEXT_CHANNELS.map(({ field }) => field).filter(
  (name) => name !== 'content' && name !== 'reasoning',
)

/** Fields of ours without a place in an item; they ride in its metadata under `antiphon.<field>`. */
const FIELDS = [
  ...OTHER_TEXTS,
  'annotations',
  'audio',
  'error',
  'finishReasonRaw',
  'isError',
  'logprobs',
  'maxOutputTokens',
  'model',
  'reasoningSource',
  'request',
  'segments',
  'thinking_blocks',
  'timing',
] as const

interface Bag {
  /** Keys that stay in the message's own bag. */
  metadata: JsonObject
  /** `antiphon.<field>` of the list above. */
  fields: JsonObject
  role: unknown
}

/** Splits an item's metadata. Foreign keys that look like our notes are not taken as notes. */
function readBag(source: JsonObject = {}, prefix = 'agentkit.item.'): Bag {
  const bag: Bag = { metadata: {}, fields: {}, role: source[`${OWN}role`] }
  for (const [key, value] of Object.entries(source)) {
    const name = key.slice(OWN.length)
    if (key.startsWith(prefix)) continue
    if (key.startsWith(OWN) && FIELDS.some((field) => field === name)) bag.fields[name] = value
    else if (key !== `${OWN}role`) bag.metadata[key] = value
  }
  return bag
}

/** The metadata of an item: the message's own bag, and its fields that have no other place. */
function toBag(message: Message, prefix: string): JsonObject {
  const source: JsonObject = { ...message }
  const bag = Object.entries(message.metadata ?? {}).filter(([key]) => !key.startsWith(prefix))
  const fields = FIELDS.filter((name) => isNeeded(name, message)).map((name) => [OWN + name, source[name]])
  const all = sortMetadata({
    ...Object.fromEntries(bag),
    ...Object.fromEntries(fields),
    [`${OWN}role`]: roleNote(message),
  })
  return all ?? {}
}

function isNeeded(name: (typeof FIELDS)[number], message: Message): boolean {
  if (message.role !== 'assistant') return false
  const { finishReason, finishReasonRaw, segments } = message
  if (name === 'finishReasonRaw') {
    return readFinish(writeFinish(finishReason, finishReasonRaw)).finishReasonRaw !== finishReasonRaw
  }
  // The parts have the order, but not the place of such a text nor how long a stretch took.
  if (name === 'segments') {
    const timed = segments?.some((segment) => 'ms' in segment && segment.ms !== undefined) === true
    return timed || OTHER_TEXTS.some((other) => message[other] !== undefined)
  }
  return true
}

/** Role and kind, where the kind of the item would give another role. */
function roleNote(message: Message): string | undefined {
  if (message.role === 'system') {
    if (message.kind === 'notification' || message.kind === 'developer') return `system/${message.kind}`
  }
  if (message.role === 'developer' && message.kind) return `developer/${message.kind}`
  return message.role === 'user' && message.kind === 'context' ? 'user/context' : undefined
}
