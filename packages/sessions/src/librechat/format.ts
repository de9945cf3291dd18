import type { Message } from '@antiphon/core'
import {
  compact,
  entriesIn,
  isRecord,
  recordIn,
  textOf,
  timeOf,
  type JsonObject,
  wordOf,
} from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  restOf,
  type SessionThread,
  readEach,
  type VersionNode,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'

const PREFIX = 'librechat.'

/** Conversations that LibreChat exports: a tree inside of itself, or a list with parents. */
export const libreChatFormat = defineSession({
  name: 'librechat',
  title: 'LibreChat: exported conversation, as a tree or as a list',
  shapes: ['tree', 'list'],
  needs: '"messagesTree" or "messages" with "isCreatedByUser"',
  sign: (_, sample) => (sample.some(isConversation) ? 'messages with isCreatedByUser' : undefined),
  read(value, report, open) {
    return readEach(
      entriesOf(value),
      (entry) => listOf(entry) !== undefined,
      (entry) => readConversation(entry, open(Array.isArray(entry.messagesTree) ? 'tree' : 'list')),
      report,
    )
  },
})

const listOf = ({ messagesTree, messages }: JsonObject): readonly unknown[] | undefined =>
  [messagesTree, messages].filter((list) => typeof list === 'object' && list !== null).map(entriesIn)[0]

/** Keys that a message has beside who wrote it. */
const OWN = ['messageId', 'parentMessageId', 'conversationId', 'children']

function isConversation(entry: JsonObject): boolean {
  return (listOf(entry) ?? []).slice(0, 50).some((entry) => {
    const message = recordIn(entry) ?? {}
    const isOwn = typeof message.isCreatedByUser === 'boolean'
    return isOwn ? OWN.some((key) => key in message) : 'messageId' in message && 'parentMessageId' in message
  })
}

function readConversation(conversation: JsonObject, thread: SessionThread): Conversation {
  const { messagesTree: _, messages: __, ...fields } = conversation
  const nodes: VersionNode[] = []
  const ids = new Set<string>()
  /** A stack of nodes to read, because the tree may be deep. */
  const waiting = listOf(conversation)!
    .map((message, at): [unknown, string | undefined, string] => [message, undefined, `messages[${at}]`])
    .toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [entry, above, where] = next
    const message = recordIn(entry) ?? entry
    if (!isRecord(message)) {
      thread.keep(where, 'no message', message)
      continue
    }
    const named = textOf(message.messageId)
    const id = named === undefined || ids.has(named) ? where : named
    ids.add(id)
    const parent = above ?? textOf(message.parentMessageId)
    nodes.push({ id, parent, messages: readMessage(message) })
    const children = entriesIn(message.children)
    for (let at = children.length - 1; at >= 0; at--)
      waiting.push([children[at], id, `${where}.children[${at}]`])
  }
  return thread.endTree(nodes, { title: textOf(conversation.title), fields })
}

function readMessage(message: JsonObject): Message[] {
  const timestamp = timeOf(message.createdAt)
  const used = [
    'messageId',
    'isCreatedByUser',
    'text',
    'content',
    'children',
    'model',
    ...(timestamp === undefined ? [] : ['createdAt']),
  ]
  const notes = {
    ...restOf(PREFIX, message, ...used),
    ...(message.parentMessageId === undefined
      ? {}
      : { [`${PREFIX}parentMessageId`]: message.parentMessageId }),
  }
  const text = textOf(message.text) ?? ''
  const isUser =
    typeof message.isCreatedByUser === 'boolean' ? message.isCreatedByUser : message.sender === 'User'
  if (isUser) {
    return [withMetadata(compact<Message>({ role: 'user', content: text, timestamp }), notes)]
  }
  const [first, ...rest] = readAnswer(message, text)
  const facts =
    message.error === true
      ? {
          isError: true,
          finishReason: 'error' as const,
          error: { kind: 'provider' as const, message: text || 'The request failed.' },
        }
      : message.unfinished === true
        ? { finishReason: 'incomplete' as const }
        : {}
  const answer = compact({ ...first!, timestamp, model: textOf(message.model), ...facts } as Message)
  return [withMetadata(answer, notes), ...rest]
}

/** Newer versions write parts; a call has its result with it, so words after it are another answer. */
function readAnswer(message: JsonObject, text: string): Message[] {
  const parts = entriesIn(message.content)
  const messages: Message[] = []
  const results: Message[] = []
  let draft = draftAnswer()
  let notes: unknown[] = []
  const end = (): void => {
    messages.push(
      withMetadata(draft.message(), { [`${PREFIX}parts`]: notes.length > 0 ? notes : undefined }),
      ...results.splice(0),
    )
    draft = draftAnswer()
    notes = []
  }
  for (const part of parts) {
    const { type } = isRecord(part) ? part : {}
    const value = isRecord(part) ? (part[wordOf(type)] ?? part.text) : undefined
    const said = isRecord(value) ? textOf(value.value) : textOf(value)
    const call = isRecord(value) ? value : {}
    if (type !== 'tool_call' && draft.calls.length > 0 && said !== undefined) end()
    if (type === 'text' && said !== undefined) draft.text(said)
    else if (type === 'think' && said !== undefined) draft.reasoning(said)
    else if (type === 'tool_call') {
      const id = textOf(call.id) ?? ''
      draft.call({ id, name: textOf(call.name) ?? '', input: call.args ?? {} })
      const output = textOf(call.output)
      if (output !== undefined) results.push({ role: 'tool', tool_call_id: id, content: output })
      notes.push(restOf('', call, 'id', 'name', 'args', 'output'))
    } else notes.push(part)
  }
  if (draft.isBlank && messages.length === 0 && text !== '' && message.error !== true) draft.text(text)
  if (!draft.isBlank || messages.length === 0 || notes.length > 0) end()
  return messages
}
