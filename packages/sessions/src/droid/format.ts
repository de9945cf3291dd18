import type { Message } from '@antiphon/core'
import { compact, isRecord, numberOf, textOf, timeOf, type JsonObject } from '@antiphon/base'
import { withMetadata, draftAnswer, defineSession, entriesOf, restOf } from '@antiphon/transcripts/toolkit'
import { readEntries, type EntryReading } from '../shared/read-entries.js'
import { readRoleMessage, shown } from '../shared/role-message.js'

const PREFIX = 'droid.'

/** Sessions of Factory's Droid: its store, and the lines of a run without a screen. */
export const droidFormat = defineSession({
  name: 'droid',
  title: 'Droid: session as lines, stream of a run',
  shapes: ['lines', 'stream'],
  needs:
    'a line of type "session_start" before lines with a message, or lines of type "tool_call" with "session_id"',
  sign(_, records) {
    if (records.some(isStreamed)) return 'lines of a run with session_id'
    return records.some(isDroidStart) && records.some(isStored) ? 'a session_start and messages' : undefined
  },
  read(value, _, open) {
    const entries = entriesOf(value)
    const isStream = entries.filter(isRecord).some(isStreamed)
    const thread = open(isStream ? 'stream' : 'lines')
    const head = entries.filter(isRecord).find(isDroidStart)
    return readEntries(
      entries.filter((entry) => entry !== head),
      thread,
      isStream ? createStreamReader() : readStored,
      { fields: head ?? {}, title: textOf(head?.sessionTitle) ?? textOf(head?.title) },
    )
  },
})

/** The first line of a session of Droid, whose lines are those of pi else. */
export const isDroidStart = ({ type, id }: JsonObject): boolean =>
  type === 'session_start' && typeof id === 'string'

const isStored = ({ type, message }: JsonObject): boolean =>
  type === 'message' && isRecord(message) && 'content' in message

function isStreamed({ type, session_id: session, ...entry }: JsonObject): boolean {
  if (typeof session !== 'string') return false
  if (type === 'tool_call') return typeof entry.toolCallId === 'string' && typeof entry.toolName === 'string'
  if (type === 'completion') return typeof entry.finalText === 'string'
  return type === 'message' && typeof entry.role === 'string' && typeof entry.text === 'string'
}

function readStored(entry: JsonObject): EntryReading {
  const { message } = entry
  if (!isRecord(message) || entry.type !== 'message' || !('role' in message))
    return textOf(entry.type) ?? 'no type'
  const [first, ...rest] = readRoleMessage(message, PREFIX)
  if (!first) return 'empty message'
  return [withEnvelope(first, entry, 'message'), ...rest]
}

/** A message with the time and id of its line, and what else the line has. */
function withEnvelope(message: Message, entry: JsonObject, ...used: readonly string[]): Message {
  const own = compact({ ...message, id: textOf(entry.id), timestamp: timeOf(entry.timestamp) }) as Message
  return withMetadata(own, {
    ...message.metadata,
    ...restOf(PREFIX, entry, 'type', 'id', 'timestamp', ...used),
  })
}

function createStreamReader(): (entry: JsonObject) => EntryReading {
  let said = ''
  return (entry) => {
    const { type, role, text } = entry
    if (type === 'message' && typeof text === 'string' && (role === 'user' || role === 'assistant')) {
      if (role === 'assistant') said = text
      return [withEnvelope({ role, content: text }, entry, 'role', 'text')]
    }
    if (type === 'tool_call') {
      const draft = draftAnswer()
      draft.call({
        id: textOf(entry.toolCallId),
        name: textOf(entry.toolName) ?? '',
        input: entry.parameters ?? {},
      })
      return [withEnvelope(draft.message(), entry, 'toolCallId', 'toolName', 'parameters')]
    }
    if (type === 'tool_result') return [readResult(entry)]
    const last = textOf(entry.finalText)
    // The end repeats the last answer, where that had a line.
    if (type !== 'completion' || last === undefined || last === said) return textOf(type) ?? 'no type'
    return [withEnvelope({ role: 'assistant', content: last }, entry, 'finalText')]
  }
}

function readResult(entry: JsonObject): Message {
  const { value } = entry
  const output = isRecord(value) ? textOf(value.stdout) : undefined
  const errors = isRecord(value) ? textOf(value.stderr) : undefined
  const code = isRecord(value) ? numberOf(value.exitCode) : undefined
  const failed = entry.isError === true || (code !== undefined && code !== 0)
  const result = compact({
    role: 'tool' as const,
    tool_call_id: textOf(entry.toolCallId) ?? '',
    content: [output, errors].filter((one) => one !== undefined).join('\n') || shown(value, PREFIX),
    details: typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined,
    isError: failed || undefined,
  })
  return withEnvelope(result, entry, 'toolCallId', 'value', 'isError')
}
