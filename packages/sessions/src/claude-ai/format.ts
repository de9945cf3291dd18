import { type ContentPart, type Message, type ToolMessage } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { compact, entriesIn, isRecord, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  readBlock,
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  plainContent,
  restOf,
  textFile,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'

const PREFIX = 'claude-ai.'

/** The export of Claude.ai, and a conversation as its pages load it. */
export const claudeAiFormat = defineSession({
  name: 'claude-ai',
  title: 'Claude.ai: conversations.json of the export, one conversation of it',
  shapes: ['export', 'conversation'],
  needs: 'conversations with "chat_messages" that have a "sender"',
  sign: (_, sample) => (sample.some(isConversation) ? 'chat_messages with a sender' : undefined),
  read(value, report, open) {
    const shape = Array.isArray(value) ? 'export' : 'conversation'
    return readEach(
      entriesOf(value),
      ({ chat_messages: list }) => Array.isArray(list),
      (conversation) => readConversation(conversation, open(shape)),
      report,
    )
  },
})

function isConversation({ chat_messages: list, uuid }: JsonObject): boolean {
  if (!Array.isArray(list)) return false
  if (list.length === 0) return typeof uuid === 'string'
  return list.slice(0, 50).some((message) => isRecord(message) && typeof message.sender === 'string')
}

function readConversation(conversation: JsonObject, thread: SessionThread): Conversation {
  const { chat_messages: list, ...fields } = conversation
  const records: JsonObject[] = []
  ;(list as unknown[]).forEach((record, at) => {
    if (isRecord(record)) records.push(record)
    else thread.keep(`chat_messages[${at}]`, 'no message', record)
  })
  const title = textOf(conversation.name) ?? textOf(conversation.title)
  const hasParents = records.some((record) => typeof record.parent_message_uuid === 'string')
  const ids = new Set(records.map((record) => record.uuid))
  if (!hasParents || ids.size < records.length) {
    for (const record of records) thread.add(...readMessage(record, true))
    return thread.end({ title, fields })
  }
  const nodes = records.map((record, at) => ({
    id: textOf(record.uuid) ?? `message ${at}`,
    parent: textOf(record.parent_message_uuid),
    messages: readMessage(record, false),
  }))
  return thread.endTree(nodes, { title, fields, leaf: textOf(conversation.current_leaf_message_uuid) })
}

function readMessage(record: JsonObject, withId: boolean): Message[] {
  const timestamp = timeOf(record.created_at)
  const messages =
    record.sender === 'assistant' ? readAnswer(record, timestamp) : readPrompt(record, timestamp)
  const [first, ...rest] = messages
  const id = withId ? textOf(record.uuid) : undefined
  const used = ['uuid', 'sender', 'content', 'stop_reason', 'model']
  if (timestamp !== undefined) used.push('created_at')
  const notes = restOf(PREFIX, record, ...used)
  return [withMetadata(compact({ ...first!, id }), notes), ...rest]
}

const KNOWN = /^(?:thinking|tool_use|tool_result|image|document)$/

/** The blocks of a message. The flat text is an incomplete copy and counts only when the blocks are empty. */
function blocksOf({ content, text }: JsonObject): readonly unknown[] {
  const blocks = entriesIn(content).map((block) =>
    typeof block === 'string' ? { type: 'text', text: block } : block,
  )
  const says = blocks.some(
    (block) =>
      isRecord(block) &&
      (block.type === 'text' ? textOf(block.text) !== undefined : KNOWN.test(wordOf(textOf(block.type)))),
  )
  return !says && textOf(text) !== undefined ? [...blocks, { type: 'text', text }] : blocks
}

function readPrompt(record: JsonObject, timestamp: number | undefined): Message[] {
  const notes: JsonObject[] = []
  const parts = blocksOf(record).map((block): ContentPart => {
    const isText = isRecord(block) && block.type === 'text' && typeof block.text === 'string'
    if (!isText) return readBlock(block)
    notes.push(restOf('', block, 'type', 'text'))
    return { type: 'text', text: String(block.text) }
  })
  const files = [record.attachments, record.files, record.files_v2].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]).flatMap(filePart) : [],
  )
  const message = compact<Message>({ role: 'user', content: plainContent([...parts, ...files]), timestamp })
  return [
    withMetadata(message, {
      [`${PREFIX}blocks`]: notes.some((note) => Object.keys(note).length > 0) ? notes : undefined,
    }),
  ]
}

function filePart(file: unknown): ContentPart[] {
  if (!isRecord(file)) return []
  const filename = textOf(file.file_name)
  const content = textOf(file.extracted_content)
  if (content !== undefined) return [textFile(content, filename)]
  const id = textOf(file.file_uuid) ?? filename
  return id === undefined ? [] : [{ type: 'file', file: compact({ file_id: id, filename }) }]
}

function readAnswer(record: JsonObject, timestamp: number | undefined): Message[] {
  const messages: Message[] = []
  let draft = draftAnswer()
  let notes: unknown[] = []
  const end = (isLast: boolean): void => {
    if (draft.isBlank && notes.length === 0 && !(isLast && messages.length === 0)) return
    const reason = isLast ? textOf(record.stop_reason) : undefined
    const answer = draft.message(
      compact({
        timestamp,
        model: textOf(record.model),
        finishReason:
          reason === undefined ? undefined : normalizeFinishReason(reason, draft.calls.length > 0),
        finishReasonRaw: reason,
      }),
    )
    messages.push(withMetadata(answer, { [`${PREFIX}blocks`]: notes.length > 0 ? notes : undefined }))
    draft = draftAnswer()
    notes = []
  }
  for (const block of blocksOf(record)) {
    const { type, text, thinking } = isRecord(block) ? block : {}
    if (!isRecord(block)) notes.push(block)
    else if (type === 'text' && typeof text === 'string') {
      if (text !== '') draft.text(text)
      notes.push(restOf('', block, 'type', 'text'))
    } else if (type === 'thinking' && typeof thinking === 'string') {
      draft.reasoning(thinking)
      notes.push(restOf('', block, 'type', 'thinking'))
    } else if (type === 'tool_use') {
      draft.call({ id: textOf(block.id), name: textOf(block.name) ?? '', input: block.input ?? {} })
      notes.push(restOf('', block, 'type', 'id', 'name', 'input'))
    } else if (type === 'tool_result') {
      end(false)
      messages.push(readResult(block, timestamp))
    } else notes.push(block)
  }
  end(true)
  return messages
}

function readResult(block: JsonObject, timestamp: number | undefined): Message {
  const { content } = block
  const parts = Array.isArray(content) ? content.map((entry) => readBlock(entry)) : undefined
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(block.tool_use_id) ?? '',
    toolName: textOf(block.name),
    content: parts ? plainContent(parts) : (textOf(content) ?? ''),
    isError: block.is_error === true || undefined,
    timestamp,
  })
  return withMetadata(
    message,
    restOf(`${PREFIX}block.`, block, 'type', 'tool_use_id', 'name', 'content', 'is_error'),
  )
}
