import type { Message } from '@antiphon/core'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  restOf,
  type SessionThread,
  readEach,
  type VersionNode,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import {
  compact,
  entriesIn,
  isRecord,
  numberOf,
  textOf,
  timeOf,
  type JsonObject,
  wordOf,
} from '@antiphon/base'

/** The export of grok.com, where each answer and each edit names the response above it. */
export const grokWebFormat = defineSession({
  name: 'grok-web',
  title: 'Grok: export of the web app',
  shapes: ['export'],
  needs: '"conversations" with "responses" that have a "sender"',
  sign: (value) =>
    isRecord(value) &&
    entriesIn(value.conversations).some((entry) => isRecord(entry) && isConversation(entry))
      ? 'responses with a sender'
      : undefined,
  read(value, report, open) {
    const { conversations, ...around } = value as JsonObject
    let fields = around
    return readEach(
      entriesIn(conversations),
      isConversation,
      (entry) => {
        const own = fields
        fields = {}
        return readConversation(entry, own, open('export'))
      },
      report,
    )
  },
})

const responseIn = (entry: unknown): JsonObject | undefined =>
  isRecord(entry) && isRecord(entry.response) ? entry.response : undefined

const isConversation = ({ responses }: JsonObject): boolean =>
  Array.isArray(responses) && responses.some((entry) => typeof responseIn(entry)?.sender === 'string')

function readConversation(entry: JsonObject, around: JsonObject, thread: SessionThread): Conversation {
  const { responses, ...fields } = entry
  const about = isRecord(entry.conversation) ? entry.conversation : {}
  const nodes: VersionNode[] = []
  for (const [at, one] of (responses as unknown[]).entries()) {
    const response = responseIn(one)
    if (!response || typeof response.sender !== 'string') {
      thread.keep(`responses[${at}]`, 'no response', one)
      continue
    }
    const message = readResponse(response, restOf('grok-web.', one as JsonObject, 'response'))
    const id = textOf(response.response_id) ?? `responses[${at}]`
    nodes.push({
      id: nodes.some((node) => node.id === id) ? `responses[${at}]` : id,
      // Early exports do not name parents: each response follows the one before it.
      parent:
        textOf(response.parent_response_id) ??
        ('parent_response_id' in response ? undefined : nodes.at(-1)?.id),
      messages: [message],
    })
  }
  return thread.endTree(nodes, {
    title: textOf(about.title),
    leaf: textOf(about.leaf_response_id),
    fields: { ...around, ...fields },
  })
}

function readResponse(response: JsonObject, around: JsonObject): Message {
  const { sender, message, thinking_trace: thought, create_time: created } = response
  const timestamp = timeOf(timeIn(created))
  const used = [
    'response_id',
    'message',
    ...(timestamp === undefined || isRecord(created) ? [] : ['create_time']),
  ]
  const text = wordOf(message)
  if (/^human$/i.test(wordOf(sender))) {
    const notes = { ...around, ...restOf('grok-web.', response, ...used, 'sender') }
    return withMetadata(compact<Message>({ role: 'user', content: text, timestamp }), notes)
  }
  const draft = draftAnswer()
  if (textOf(thought)) draft.reasoning(wordOf(thought))
  if (text !== '') draft.text(text)
  const failed = textOf(response.error)
  const answer = draft.message({
    ...(timestamp !== undefined && { timestamp }),
    ...(textOf(response.model) !== undefined && { model: wordOf(response.model) }),
    ...(failed !== undefined && {
      isError: true,
      finishReason: 'error',
      error: { kind: 'provider', message: failed },
    }),
    ...(response.partial === true && failed === undefined && { finishReason: 'incomplete' }),
  })
  return withMetadata(answer, {
    ...around,
    ...restOf(
      'grok-web.',
      response,
      ...used,
      'thinking_trace',
      ...(answer.model === undefined ? [] : ['model']),
    ),
  })
}

/** A time as the database writes it: `{ "$date": { "$numberLong": "…" } }`. */
function timeIn(value: unknown): unknown {
  const date = isRecord(value) ? value.$date : value
  return isRecord(date) ? numberOf(date.$numberLong) : date
}
