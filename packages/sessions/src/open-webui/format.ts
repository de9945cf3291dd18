import type { ContentPart, Message } from '@antiphon/core'
import { compact, decodeJson, isRecord, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  imagePart,
  restOf,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { normalizeUsage } from '@antiphon/core/message'
import { splitFolds, unquote } from './details.js'

const PREFIX = 'open-webui.'

/** Chats of Open WebUI: the export of all, one chat. */
export const openWebUiFormat = defineSession({
  name: 'open-webui',
  title: 'Open WebUI: exported chats, one chat',
  shapes: ['export', 'chat'],
  needs: 'chats with "history" that has "messages" by id',
  sign: (_, sample) => (sample.some(isChat) ? 'a history with messages by id' : undefined),
  read(value, report, open) {
    const shape = Array.isArray(value) ? 'export' : 'chat'
    return readEach(
      entriesOf(value),
      (entry) => isRecord(historyOf(entry)?.messages),
      (entry) => readChat(entry, open(shape)),
      report,
    )
  },
})

const historyOf = (entry: JsonObject): JsonObject | undefined => {
  const chat = isRecord(entry.chat) ? entry.chat : entry
  return isRecord(chat.history) ? chat.history : undefined
}

function isChat(entry: JsonObject): boolean {
  const messages = historyOf(entry)?.messages
  if (!isRecord(messages)) return false
  return Object.values(messages)
    .slice(0, 5)
    .some(
      (message) =>
        isRecord(message) &&
        typeof message.role === 'string' &&
        ('parentId' in message || 'childrenIds' in message),
    )
}

function readChat(entry: JsonObject, thread: SessionThread): Conversation {
  const chat = isRecord(entry.chat) ? entry.chat : entry
  const { messages, currentId, ...history } = historyOf(entry)!
  const nodes = Object.entries(messages as JsonObject).flatMap(([id, message]) => {
    if (isRecord(message)) return [{ id, parent: textOf(message.parentId), messages: readMessage(message) }]
    thread.keep(`history.messages.${id}`, 'no message', message)
    return []
  })
  // The list of messages beside the history is a copy of the path that is shown.
  const { history: _, messages: flat, ...inner } = chat
  const outer = chat === entry ? {} : restOf('', entry, 'chat')
  return thread.endTree(nodes, {
    title: textOf(entry.title) ?? textOf(chat.title),
    fields: {
      ...outer,
      ...inner,
      ...history,
      ...(Array.isArray(flat) && flat.length > 0 ? { messages: flat } : {}),
    },
    leaf: textOf(currentId),
  })
}

function readMessage(message: JsonObject): Message[] {
  const timestamp = timeOf(message.timestamp)
  const content = textOf(message.content) ?? ''
  const used = [
    'id',
    'role',
    'parentId',
    'content',
    'model',
    ...(timestamp === undefined ? [] : ['timestamp']),
  ]
  const notes = restOf(PREFIX, message, ...used)
  if (message.role !== 'assistant') {
    const role = message.role === 'system' ? 'system' : 'user'
    const images = role === 'user' && Array.isArray(message.files) ? message.files.flatMap(imageOf) : []
    const shown = images.length > 0 ? [{ type: 'text' as const, text: content }, ...images] : content
    return [withMetadata(compact<Message>({ role, content: shown, timestamp } as Message), notes)]
  }
  const [first, ...rest] = readAnswer(content)
  const error = isRecord(message.error) ? textOf(message.error.content) : textOf(message.error)
  const isFailed = error !== undefined || message.error === true
  const facts = {
    timestamp,
    model: textOf(message.model),
    usage: normalizeUsage(isRecord(message.usage) ? message.usage : message.info),
    ...(isFailed && {
      isError: true,
      finishReason: 'error',
      error: { kind: 'provider', message: error ?? (content || 'The request failed.') },
    }),
    ...(!isFailed && message.done === false && { finishReason: 'incomplete' }),
  }
  const hasFolds = splitFolds(content).some((piece) => typeof piece !== 'string')
  return [
    withMetadata(compact({ ...first!, ...facts } as Message), {
      ...notes,
      ...(hasFolds && { [`${PREFIX}content`]: content }),
    }),
    ...rest,
  ]
}

function imageOf(file: unknown): ContentPart[] {
  return isRecord(file) && file.type === 'image' && typeof file.url === 'string' ? [imagePart(file.url)] : []
}

/** Reads thoughts and calls from the folded sections of the text; a result ends an answer. */
function readAnswer(content: string): Message[] {
  const messages: Message[] = []
  let draft = draftAnswer()
  const results: Message[] = []
  const end = (): void => {
    messages.push(draft.message(), ...results.splice(0))
    draft = draftAnswer()
  }
  for (const piece of splitFolds(content)) {
    if (typeof piece === 'string') {
      if (draft.calls.length > 0) end()
      if (piece !== '') draft.text(piece)
      continue
    }
    const { type, attributes, body } = piece
    if (type === 'reasoning') {
      if (draft.calls.length > 0) end()
      draft.reasoning(unquote(body))
      continue
    }
    const id = attributes.id ?? ''
    const output = attributes.result ?? attributes.output
    const input =
      type === 'tool_calls' ? decodeJson(textIn(attributes.arguments ?? '')) : { code: body.trim() }
    draft.call({ id, name: attributes.name ?? type, input })
    if (output !== undefined) results.push({ role: 'tool', tool_call_id: id, content: textIn(output) })
  }
  if (!draft.isBlank || messages.length === 0) end()
  return messages
}

/** Attributes hold JSON texts of texts. */
function textIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}
