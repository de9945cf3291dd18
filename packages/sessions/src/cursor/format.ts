import { contentToText, type Message } from '@antiphon/core'
import { withMetadata, defineSession, entriesOf, restOf } from '@antiphon/transcripts/toolkit'
import { isRecord, type JsonObject } from '@antiphon/base'
import { readEntries, type EntryReading } from '../shared/read-entries.js'
import { readRoleMessage } from '../shared/role-message.js'
import { isCursorMarkdown, readCursorMarkdown } from './markdown.js'

const PREFIX = 'cursor.'

/** Transcripts that Cursor's agent writes: a role on each line, and the content of Anthropic's messages below it. A chat as Markdown. */
export const cursorFormat = defineSession({
  name: 'cursor',
  title: 'Cursor: transcript of the agent, chat exported as Markdown',
  shapes: ['lines', 'markdown'],
  needs:
    'lines with "role" and a "message" that has "content" and no role of its own, or a text that says "Exported on … from Cursor"',
  isText: isCursorMarkdown,
  sign: (_, sample) => (sample.some(isLine) ? 'lines with a role beside their message' : undefined),
  read(value, report, open) {
    if (typeof value === 'string') return readCursorMarkdown(value, report)
    const thread = open('lines')
    return readEntries(entriesOf(value), thread, readLine)
  },
})

function isLine(entry: JsonObject): boolean {
  const { role, message } = entry
  if ((role !== 'user' && role !== 'assistant') || 'type' in entry) return false
  return isRecord(message) && 'content' in message && !('role' in message)
}

function readLine(entry: JsonObject): EntryReading {
  const { role, message } = entry
  if (!isLine(entry) || !isRecord(message)) return 'no message'
  const made = readRoleMessage({ ...message, role }, PREFIX)
  const rest = restOf(PREFIX, entry, 'role', 'message')
  return made.map((one, at) => {
    const said = one.role === 'user' ? withoutFrame(one) : one
    return at === made.length - 1 ? withMetadata(said, { ...said.metadata, ...rest }) : said
  })
}

const QUERY = /^<user_query>\n?([\s\S]*?)\n?<\/user_query>$/

/** Shows only the words that a person typed, which are inside a tag; the whole text is kept as metadata. */
function withoutFrame(message: Message): Message {
  const text = contentToText(message.content).trim()
  const [, typed] = QUERY.exec(text) ?? []
  if (typed === undefined || typeof message.content !== 'string') return message
  return withMetadata<Message>(
    { ...message, content: typed },
    {
      ...message.metadata,
      [`${PREFIX}text`]: message.content,
    },
  )
}
