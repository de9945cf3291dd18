import { contentToText, type Message } from '@antiphon/core'
import type { JsonObject } from '@antiphon/base'
import { normalizeError, type Conversation, type Loss, type ParsedTranscript } from '../types.js'

/** A message that shows nothing, although its record has text. */
interface Unread {
  role: Message['role']
  /** The metadata key that has the text. */
  field: string
  where: string
}

/**
 * Checks that a format read the records that it took: text that is only in the metadata of a blank message was in a field
 * that the format does not know. Adds a loss for each such message.
 *
 * @throws ChatError of kind `normalize` when most messages of a role are such, or when no record made a message.
 */
export function checkReading<T extends ParsedTranscript>(read: T, title: string): T {
  const conversations: Conversation[] = [read, ...(read.others ?? [])]
  const messages = conversations.flatMap((conversation) => conversation.messages)
  if (messages.length === 0) {
    const kept = conversations.flatMap(({ document }) => Object.values(document.kept ?? {}))
    if (kept.some((entry) => hasSentence(entry, new Set()))) throw nothingRead(conversations, title)
    return read
  }
  const unread = unreadIn(conversations)
  if (unread.length === 0) return read
  for (const role of ['user', 'assistant', 'tool'] as const) {
    const ofRole = messages.filter((message) => message.role === role)
    const missed = unread.filter((one) => one.role === role)
    // Messages of one record share its metadata. A single blank message may just be a damaged record.
    const blank = ofRole.filter((message) => !showsAnything(message)).length
    const isMost = missed.length > 0 && blank > 1 && blank * 2 >= ofRole.length
    if (isMost || unread.length === messages.length)
      throw fieldsUnread(missed.length > 0 ? missed : unread, title)
  }
  const losses = unread.map(({ field, where }): Loss => {
    return { rule: 'field_unread', where, before: field, after: undefined }
  })
  return { ...read, losses: [...read.losses, ...losses] }
}

function unreadIn(conversations: readonly Conversation[]): Unread[] {
  const blank = conversations.flatMap(({ messages }, at) =>
    messages.flatMap((message, place) =>
      message.metadata && !showsAnything(message)
        ? [{ message, where: `${at === 0 ? '' : `others[${at - 1}].`}messages[${place}]` }]
        : [],
    ),
  )
  if (blank.length === 0) return []
  // A trace repeats the conversation in each of its records.
  const shown = new Set(
    conversations.flatMap(({ messages }) => messages.map(({ content }) => contentToText(content).trim())),
  )
  return blank.flatMap(({ message, where }): Unread[] => {
    const field = unreadField(message, shown)
    return field === undefined ? [] : [{ role: message.role, field, where }]
  })
}

/** Metadata that says how a message came to be. Whoever reads a transcript misses none of it. */
const ABOUT = /(?:^|[._])(?:title|summary|description|name|model|cwd|path|system|instructions)$/i
/** Levels of metadata that are searched. */
const LEVELS = 6

/** The metadata key with a sentence in it that is shown nowhere; undefined where there is none. */
function unreadField({ metadata = {} }: Message, shown: ReadonlySet<string>): string | undefined {
  const found = Object.entries(metadata).find(([key, value]) => !ABOUT.test(key) && hasSentence(value, shown))
  return found?.[0]
}

function showsAnything({ content, ...rest }: Message): boolean {
  if (typeof content === 'string' ? content.trim() !== '' : (content?.length ?? 0) > 0) return true
  const { reasoning, refusal, tool_calls: calls, error, segments } = rest as JsonObject
  return [reasoning, refusal, calls, error, segments].some(
    (value) => value !== undefined && value !== null && value !== '',
  )
}

/** Whether a value holds two words in a row, which an id, a path or a time does not. */
function hasSentence(value: unknown, shown: ReadonlySet<string>, level = 0): boolean {
  if (typeof value === 'string')
    return /\p{L}\p{L}\p{P}?\s+\p{L}\p{L}/u.test(value.slice(0, 4096)) && !shown.has(value.trim())
  if (level > LEVELS || typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((entry) => hasSentence(entry, shown, level + 1))
  return Object.entries(value).some(
    ([key, entry]) => !ABOUT.test(key) && hasSentence(entry, shown, level + 1),
  )
}

function nothingRead(conversations: readonly Conversation[], title: string): Error {
  const counts = new Map<string, number>()
  for (const { document } of conversations)
    for (const [kind, count] of Object.entries(document.counts ?? {}))
      counts.set(kind, (counts.get(kind) ?? 0) + count)
  const kinds = [...counts].slice(0, 4).map(([kind, count]) => `${kind.slice(0, 24)}: ${count}`)
  return normalizeError(
    `This looks like ${systemOf(title)}, but no entry of it is a message (${kinds.join(', ')}).`,
    'no_message',
  )
}

function fieldsUnread(unread: readonly Unread[], title: string): Error {
  const { role, field } = unread[0]!
  const name = field.replace(/^[\w-]+\./, '').slice(0, 30)
  const count = `${unread.length} message${unread.length === 1 ? '' : 's'} of role ${role}`
  return normalizeError(
    `This looks like ${systemOf(title)}, but the text of ${count} is in "${name}", which it does not have.`,
    'field_unread',
  )
}

/** The name of the system, out of the line that says which of its files are read. */
const systemOf = (title: string): string => title.split(':')[0]!.slice(0, 40)
