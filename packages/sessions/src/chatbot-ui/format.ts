import { compact, entriesIn, isRecord, textOf, type JsonObject } from '@antiphon/base'
import type { Message } from '@antiphon/core'
import {
  withMetadata,
  defineSession,
  restOf,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'

/** The export of Chatbot UI. */
export const chatbotUiFormat = defineSession({
  name: 'chatbot-ui',
  title: 'Chatbot UI: export',
  shapes: ['export'],
  needs: '"history" of conversations with "messages", beside "folders"',
  sign(value) {
    const isOwn =
      isRecord(value) &&
      ('folders' in value || 'prompts' in value || typeof value.version === 'number') &&
      entriesIn(value.history).some((entry) => isRecord(entry) && Array.isArray(entry.messages))
    return isOwn ? 'a history of conversations' : undefined
  },
  read(value, report, open) {
    const { history, ...fields } = value as JsonObject
    let isFirst = true
    return readEach(
      entriesIn(history),
      ({ messages }) => Array.isArray(messages),
      (entry) => {
        const around = isFirst ? fields : {}
        isFirst = false
        return readConversation(entry, around, open('export'))
      },
      report,
    )
  },
})

function readConversation(
  { messages, ...conversation }: JsonObject,
  fields: JsonObject,
  thread: SessionThread,
): Conversation {
  const model = isRecord(conversation.model) ? textOf(conversation.model.id) : textOf(conversation.model)
  for (const [at, message] of (messages as unknown[]).entries()) {
    const role = isRecord(message) ? message.role : undefined
    const isKnown = role === 'user' || role === 'assistant' || role === 'system'
    if (!isRecord(message) || !isKnown || typeof message.content !== 'string') {
      thread.keep(`messages[${at}]`, 'no message', message)
      continue
    }
    const said = { role, content: message.content } as Message
    const answer = role === 'assistant' ? compact({ ...said, model } as Message) : said
    thread.add(withMetadata(answer, restOf('chatbot-ui.', message, 'role', 'content')))
  }
  return thread.end({ title: textOf(conversation.name), fields: { ...fields, conversation } })
}
