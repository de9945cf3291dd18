import type { Message } from '@antiphon/core'
import { compact, entriesIn, isRecord, numberOf, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  withMetadata,
  defineSession,
  entriesOf,
  restOf,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import { addContents, areContents } from '../shared/gemini-parts.js'
import { PREFIX, readRecord } from './messages.js'
import { isPrintedAnswer, isStreamLine, readPrintedAnswer, readStream } from './stream.js'

/** Sessions of Gemini CLI: one document, or lines that are applied in order; its checkpoints, its log of prompts, and what a run prints. */
export const geminiCliFormat = defineSession({
  name: 'gemini-cli',
  title: 'Gemini CLI: sessions as JSON and as lines, checkpoints, log of prompts, output of a run',
  shapes: ['session', 'lines', 'checkpoint', 'prompts', 'stream', 'printed'],
  needs:
    '"sessionId" with "projectHash", a "history" of contents, a log of prompts with "messageId", or lines of a run with "tool_id"',
  sign(value, records) {
    if (records.some(isHeader)) return 'sessionId and projectHash'
    if (records.some(isUpdate)) return 'lines with $set or $rewindTo'
    if (isCheckpoint(value)) return 'a history of contents'
    if (isRecord(value) && isPrintedAnswer(value)) return 'a response with the stats of a run'
    if (records.some(isStreamLine)) return 'lines of a run with session_id or tool_id'
    return records.length > 0 && records.every(isPrompt) ? 'prompts with sessionId and messageId' : undefined
  },
  read(value, _, open) {
    if (isCheckpoint(value)) {
      const thread = open('checkpoint')
      const { history, ...fields } = value
      addContents(history as unknown[], 'history', thread, PREFIX)
      return thread.end({ fields })
    }
    if (isRecord(value) && isPrintedAnswer(value)) return readPrintedAnswer(value, open('printed'))
    const entries = entriesOf(value)
    if (entries.some((entry) => isRecord(entry) && isStreamLine(entry)))
      return readStream(entries, open('stream'))
    const [only] = entries
    if (
      entries.length === 1 &&
      isRecord(only) &&
      typeof only.messages === 'object' &&
      only.messages !== null
    ) {
      const thread = open('session')
      const { messages, ...fields } = only
      entriesIn(messages).forEach((record, at) => addRecord(record, `messages[${at}]`, thread))
      return thread.end({ fields, title: textOf(only.summary) })
    }
    const isLog = entries.some((entry) => isRecord(entry) && isPrompt(entry))
    const thread = open(isLog ? 'prompts' : 'lines')
    return isLog ? readPrompts(entries, thread) : readLines(entries, thread)
  },
})

const isHeader = (entry: JsonObject): boolean =>
  !('uuid' in entry) &&
  ((typeof entry.sessionId === 'string' && typeof entry.projectHash === 'string') || hasRecords(entry))
/** A session without its ids: its messages say by their types what they are. */
const hasRecords = ({ messages }: JsonObject): boolean =>
  entriesIn(messages)
    .slice(0, 50)
    .some((one) => isRecord(one) && one.type === 'gemini' && ('content' in one || 'toolCalls' in one))
const isUpdate = (entry: JsonObject): boolean => isRecord(entry.$set) || typeof entry.$rewindTo === 'string'
const isPrompt = (entry: JsonObject): boolean =>
  typeof entry.sessionId === 'string' &&
  numberOf(entry.messageId) !== undefined &&
  typeof entry.message === 'string'
const isCheckpoint = (value: unknown): value is JsonObject =>
  isRecord(value) && Array.isArray(value.history) && areContents(value.history)

function addRecord(record: unknown, where: string, thread: SessionThread): void {
  const messages = isRecord(record) ? readRecord(record) : []
  thread.add(...messages)
  if (messages.length === 0)
    thread.keep(where, isRecord(record) ? (textOf(record.type) ?? 'no type') : 'no record', record)
}

function readPrompts(entries: readonly unknown[], thread: SessionThread) {
  entries.forEach((entry, at) => {
    if (!isRecord(entry) || !isPrompt(entry)) return thread.keep(at, 'no prompt', entry)
    const message = compact<Message>({
      role: 'user',
      content: String(entry.message),
      timestamp: timeOf(entry.timestamp),
    })
    thread.add(withMetadata(message, restOf(PREFIX, entry, 'message', 'timestamp')))
  })
  return thread.end()
}

/** Records are rewritten as they grow, replaced, and taken back. Old states are kept with the document. */
function readLines(entries: readonly unknown[], thread: SessionThread) {
  let fields: JsonObject = {}
  let records: { record: unknown; at: string }[] = []
  /** Position of each record by its id. */
  const places = new Map<unknown, number>()
  const index = (): void => {
    places.clear()
    records.forEach(
      ({ record }, i) => isRecord(record) && record.id !== undefined && places.set(record.id, i),
    )
  }
  const drop = (gone: typeof records, why: string): void => {
    for (const { record, at } of gone) thread.keep(at, why, record)
  }
  entries.forEach((entry, i) => {
    const at = String(i)
    if (!isRecord(entry)) return thread.keep(at, 'no record', entry)
    const { $set, $rewindTo } = entry
    if (isRecord($set)) {
      const { messages, ...more } = $set
      fields = { ...fields, ...more }
      if (Array.isArray(messages)) {
        drop(records, 'earlier state')
        records = messages.map((record: unknown, j) => ({ record, at: `${i}.$set.messages[${j}]` }))
        index()
      } else thread.keep(at, '$set', entry)
      return undefined
    }
    if (typeof $rewindTo === 'string') {
      drop(records.splice(places.get($rewindTo) ?? 0), 'rewound')
      index()
      return thread.keep(at, '$rewindTo', entry)
    }
    if (isHeader(entry)) {
      const { messages, ...header } = entry
      fields = { ...fields, ...header }
      if (Array.isArray(messages))
        records.push(...messages.map((record: unknown, j) => ({ record, at: `${i}.messages[${j}]` })))
      index()
      return undefined
    }
    const place = places.get(entry.id)
    if (place !== undefined) drop(records.splice(place, 1, { record: entry, at }), 'earlier state')
    else {
      if (entry.id !== undefined) places.set(entry.id, records.length)
      records.push({ record: entry, at })
    }
    return undefined
  })
  for (const { record, at } of records) addRecord(record, at, thread)
  return thread.end({ fields, title: textOf(fields.summary) })
}
