import type { Message } from '@antiphon/core'
import { compact, isRecord, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import { withMetadata, defineSession, entriesOf, restOf } from '@antiphon/transcripts/toolkit'
import { readModelParts, readUsageMetadata, readUserParts } from '../shared/gemini-parts.js'

const PREFIX = 'qwen-code.'

/** Session logs of Qwen Code: records as Claude Code has them, contents as Gemini has them. */
export const qwenCodeFormat = defineSession({
  name: 'qwen-code',
  title: 'Qwen Code: session log',
  shapes: ['log'],
  needs: 'records with "type", "uuid" and a "message" with "parts"',
  sign(_, records) {
    const isOwn = records.some(
      ({ message, sessionId, systemPayload }) =>
        typeof sessionId === 'string' &&
        ((isRecord(message) && Array.isArray(message.parts)) || isRecord(systemPayload)),
    )
    return isOwn ? 'records whose message has parts' : undefined
  },
  read(value, _, open) {
    const thread = open('log')
    entriesOf(value).forEach((entry, at) => {
      const messages = isRecord(entry) ? readRecord(entry) : []
      thread.add(...messages)
      if (messages.length > 0) return
      const kind = isRecord(entry)
        ? [entry.type, entry.subtype].filter((word) => typeof word === 'string').join('.')
        : ''
      thread.keep(at, kind || 'no record', entry)
    })
    return thread.end()
  },
})

function readRecord(record: JsonObject): Message[] {
  const { type, message } = record
  if (type === 'system' && record.subtype === 'chat_compression') {
    const notice: Message = {
      role: 'system',
      kind: 'notification',
      content: 'The conversation was compressed.',
    }
    return [withMetadata(notice, restOf(PREFIX, record))]
  }
  if (!isRecord(message) || !/^(?:user|assistant|tool_result)$/.test(wordOf(type))) return []
  const parts = message.parts
  const [first, ...rest] = type === 'assistant' ? readModelParts(parts, PREFIX) : readUserParts(parts, PREFIX)
  if (!first) return []
  const common = { id: textOf(record.uuid), timestamp: timeOf(record.timestamp) }
  const used = ['type', 'uuid', 'timestamp', 'message', 'model', 'usageMetadata']
  const notes = {
    ...restOf(PREFIX, record, ...used),
    ...restOf(`${PREFIX}message.`, message, 'role', 'parts'),
  }
  const result = isRecord(record.toolCallResult) ? record.toolCallResult : {}
  const more =
    first.role === 'assistant'
      ? { model: textOf(record.model), usage: readUsageMetadata(record.usageMetadata) }
      : first.role === 'tool'
        ? {
            isError: first.isError || result.status === 'error' || result.status === 'cancelled' || undefined,
          }
        : {}
  const isKept = first.role === 'assistant' && isRecord(record.usageMetadata)
  const left = isKept ? {} : restOf(PREFIX, { usageMetadata: record.usageMetadata, model: record.model })
  return [
    withMetadata(compact<Message>({ ...first, ...common, ...more }), {
      ...notes,
      ...(first.role === 'assistant' ? {} : left),
    }),
    ...rest,
  ]
}
