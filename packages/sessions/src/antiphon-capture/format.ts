import { isRecord, listOf, textOf, type JsonObject } from '@antiphon/base'
import { OPENAI_ROLES, readOpenAiMessage, defineSession } from '@antiphon/transcripts/toolkit'

/**
 * A capture of the wire inspector, or a bug report made of one (docs/inspector.md). Its messages are those that the chat had; without
 * a report those of its last question. The bytes of the answers are for the inspector.
 */
export const antiphonCaptureFormat = defineSession({
  name: 'antiphon-capture',
  title: 'Antiphon: capture of the wire, bug report',
  shapes: ['capture'],
  needs: '"format": "antiphon.capture" beside "exchanges"',
  sign: (value) =>
    isRecord(value) && value.format === 'antiphon.capture' && Array.isArray(value.exchanges)
      ? 'the format "antiphon.capture" and its exchanges'
      : undefined,
  read(value, report, open) {
    const { report: told, ...fields } = value as JsonObject
    const { messages, ...about } = isRecord(told) ? told : {}
    const asked = listOf(fields.exchanges).findLast((one) => isRecord(one) && isRecord(one.question))
    const question = isRecord(asked) && isRecord(asked.question) ? asked.question : {}
    const thread = open('capture')
    for (const [at, message] of listOf(messages ?? question.messages).entries()) {
      const where = `messages[${at}]`
      if (isRecord(message) && OPENAI_ROLES.some((role) => role === message.role))
        thread.add(readOpenAiMessage(message, where, 'antiphon-capture.', report))
      else thread.keep(where, 'no message', message)
    }
    return thread.end({ title: textOf(about.note), fields: { ...fields, report: about } })
  },
})
