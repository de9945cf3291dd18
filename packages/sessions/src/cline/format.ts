import { isRecord, textOf, type JsonObject } from '@antiphon/base'
import type { Conversation, ReportLoss } from '@antiphon/transcripts'
import { defineSession, entriesOf, type SessionThread } from '@antiphon/transcripts/toolkit'
import { isHistory, readMessage } from './history.js'
import { isRow, readRows } from './ui.js'

/** Tasks of Cline, Roo and Kilo: the history of the model, the rows of the panel, sessions of the SDK. */
export const clineFormat = defineSession({
  name: 'cline',
  title: 'Cline, Roo, Kilo: history of the API, rows of the panel, sessions of the SDK',
  shapes: ['history', 'rows', 'sdk'],
  needs:
    'messages with <task> or <environment_details>, rows with "ts" and "say" or "ask", or "agent", "sessionId" and "messages"',
  sign(value, sample) {
    if (isSdk(value)) return 'agent, sessionId and messages'
    const records = sample
    if (records.some(isRow)) return 'rows with ts and say or ask'
    return Array.isArray(value) && isHistory(records)
      ? 'the tags of Cline in the words of the user'
      : undefined
  },
  read(value, report, open) {
    if (isSdk(value)) {
      const { messages, ...fields } = value
      const thread = open('sdk')
      const prompt = textOf(value.system_prompt)
      if (prompt !== undefined) thread.add({ role: 'system', content: prompt })
      return readAll(messages, 'messages', thread, fields, report)
    }
    const entries = entriesOf(value)
    if (entries.some(isRow)) return readRows(entries, open('rows'))
    return readAll(entries, '', open('history'), {}, report)
  },
})

const isSdk = (value: unknown): value is JsonObject & { messages: unknown[] } =>
  isRecord(value) &&
  typeof value.sessionId === 'string' &&
  typeof value.agent === 'string' &&
  typeof value.version === 'number' &&
  Array.isArray(value.messages)

function readAll(
  list: readonly unknown[],
  where: string,
  thread: SessionThread,
  fields: JsonObject,
  report: ReportLoss,
): Conversation {
  list.forEach((record, at) => {
    const place = `${where}[${at}]`
    const isMessage = isRecord(record) && (record.role === 'user' || record.role === 'assistant')
    if (isMessage) thread.add(...readMessage(record, place, report))
    else thread.keep(where === '' ? at : place, 'no message', record)
  })
  return thread.end({ fields })
}
