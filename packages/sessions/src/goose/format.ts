import type { ContentPart, Message, ToolMessage } from '@antiphon/core'
import { compact, decodeJson, isRecord, recordIn, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  foreignPart,
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  imagePart,
  plainContent,
  restOf,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'

const PREFIX = 'goose.'

/** Sessions of Goose: lines, its export, and the first ones, whose content has no types. */
export const gooseFormat = defineSession({
  name: 'goose',
  title: 'Goose: session as lines, exported session',
  shapes: ['lines', 'export'],
  needs: 'messages with "role", "created" and a list as "content", or a "conversation" of them',
  sign(_, records) {
    if (records.some(({ conversation }) => Array.isArray(conversation) && conversation.some(isMessage)))
      return 'a conversation of messages with created'
    return records.some(isMessage) ? 'messages with created' : undefined
  },
  read(value, _, open) {
    const entries = entriesOf(value)
    const exported = entries.filter(isRecord).filter(({ conversation }) => Array.isArray(conversation))
    if (exported.length === 0) {
      const thread = open('lines')
      const head = entries.find(
        (entry): entry is JsonObject => isRecord(entry) && !isMessage(entry) && 'working_dir' in entry,
      )
      return readAll(entries, head, thread)
    }
    const [first, ...others] = exported.map(({ conversation, ...fields }): Conversation => {
      return readAll(conversation as unknown[], fields, open('export'))
    })
    return others.length > 0 ? { ...first!, others } : first!
  },
})

function isMessage(entry: unknown): boolean {
  if (!isRecord(entry) || (entry.role !== 'user' && entry.role !== 'assistant')) return false
  return timeOf(entry.created) !== undefined && Array.isArray(entry.content)
}

function readAll(
  entries: readonly unknown[],
  head: JsonObject | undefined,
  thread: SessionThread,
): Conversation {
  entries.forEach((entry, at) => {
    if (entry === head) return undefined
    const content = isRecord(entry) ? entry.content : undefined
    if (!isRecord(entry) || !Array.isArray(content)) return thread.keep(at, 'no message', entry)
    const messages = entry.role === 'assistant' ? readAnswer(content) : readInput(content, entry)
    const common = compact({ id: textOf(entry.id), timestamp: timeOf(entry.created) })
    const [first, ...rest] = messages
    const hidden = isRecord(entry.metadata) && entry.metadata.userVisible === false && first?.role === 'user'
    const shown = hidden ? { ...first, kind: 'context' as const } : first
    if (!shown) return thread.keep(at, 'empty message', entry)
    thread.add(
      withMetadata<Message>(
        { ...shown, ...common },
        restOf(PREFIX, entry, 'id', 'role', 'created', 'content'),
      ),
      ...rest,
    )
    return undefined
  })
  return thread.end({ fields: head ?? {}, title: textOf(head?.name) ?? textOf(head?.description) })
}

/** The first versions wrote blocks without a type. */
function typeOf(block: JsonObject): string {
  if (typeof block.type === 'string') return block.type
  if ('tool_name' in block) return 'oldRequest'
  if ('tool_result' in block) return 'oldResponse'
  return 'text' in block ? 'text' : 'unknown'
}

function readAnswer(content: readonly unknown[]): Message[] {
  const draft = draftAnswer()
  const notes: unknown[] = []
  const after: Message[] = []
  for (const block of content) {
    if (!isRecord(block)) {
      notes.push(block)
      continue
    }
    const toolCall = recordIn(block.toolCall)
    switch (typeOf(block)) {
      case 'text':
        draft.text(textOf(block.text) ?? '')
        break
      case 'thinking': {
        const [text, signature] = [textOf(block.thinking) ?? '', textOf(block.signature)]
        draft.reasoning(
          text,
          signature === undefined ? undefined : { type: 'reasoning.text', text, signature },
        )
        break
      }
      case 'redactedThinking':
        draft.reasoning('', { type: 'reasoning.encrypted', data: textOf(block.data) ?? '' })
        break
      case 'oldRequest':
        draft.call({
          id: textOf(block.id),
          name: textOf(block.tool_name) ?? '',
          input: block.arguments ?? {},
        })
        break
      case 'toolRequest':
      case 'frontendToolRequest': {
        const call = isRecord(toolCall) && isRecord(toolCall.value) ? toolCall.value : {}
        draft.call({ id: textOf(block.id), name: textOf(call.name) ?? '', input: call.arguments ?? {} })
        const failed = isRecord(toolCall) ? textOf(toolCall.error) : undefined
        const id = textOf(block.id) ?? ''
        if (failed !== undefined)
          after.push({ role: 'tool', tool_call_id: id, content: failed, isError: true })
        notes.push(restOf('', block, 'type', 'id', ...(failed === undefined ? ['toolCall'] : [])))
        break
      }
      case 'image':
        if (typeof block.data === 'string') draft.image(imagePart(block.data, block.mimeType))
        break
      default:
        notes.push(block)
    }
  }
  const kept = notes.filter((note) => !isRecord(note) || Object.keys(note).length > 0)
  return [
    withMetadata(draft.message(), { [`${PREFIX}blocks`]: kept.length > 0 ? kept : undefined }),
    ...after,
  ]
}

function readInput(content: readonly unknown[], entry: JsonObject): Message[] {
  const results: Message[] = []
  const words: ContentPart[] = []
  for (const block of content) {
    const type = isRecord(block) ? typeOf(block) : 'unknown'
    if (isRecord(block) && (type === 'toolResponse' || type === 'oldResponse'))
      results.push(readResponse(block, timeOf(entry.created)))
    else words.push(partOf(block))
  }
  return words.length > 0 ? [...results, { role: 'user', content: plainContent(words) }] : results
}

function partOf(block: unknown): ContentPart {
  if (!isRecord(block)) return foreignPart('goose', 'block', block)
  if (typeOf(block) === 'text' && typeof block.text === 'string') return { type: 'text', text: block.text }
  if (block.type === 'image' && typeof block.data === 'string') return imagePart(block.data, block.mimeType)
  // Contents of the first versions: { Text: { text } }.
  if (isRecord(block.Text) && typeof block.Text.text === 'string')
    return { type: 'text', text: block.Text.text }
  return foreignPart('goose', block.type, block)
}

function readResponse(block: JsonObject, timestamp: number | undefined): Message {
  const { toolResult } = block
  const outcome: JsonObject = isRecord(toolResult) ? toolResult : { value: decodeJson(block.tool_result) }
  const { value } = outcome
  const body = isRecord(value) ? value : {}
  const list = Array.isArray(value) ? value : body.content
  const error = textOf(outcome.error)
  const parts = Array.isArray(list) ? list.map(partOf) : undefined
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(block.id) ?? '',
    content: error ?? (parts ? plainContent(parts) : typeof value === 'string' ? value : ''),
    isError: outcome.status === 'error' || body.isError === true || undefined,
    details: body.structuredContent,
    timestamp,
  })
  return withMetadata(message, {
    ...restOf(`${PREFIX}block.`, block, 'type', 'id'),
  })
}
