import type { AssistantMessage, ContentPart, Message } from '@antiphon/core'
import { type TextChannel, fieldOf, isReasoningField, TEXT_CHANNELS } from '@antiphon/core/channels'
import { compact, type JsonObject } from '@antiphon/base'
import { isForeignPart, placeholderPart } from '../shared/content.js'
import { writeLocalFields } from '../shared/local-fields.js'
import type { ReportLoss } from '../types.js'

/** A message of the chat-completions array; with `local` also the fields that are only ours. */
export function writeOpenAiMessage(
  message: Message,
  local: boolean,
  prefix: string,
  where: string,
  report: ReportLoss,
): JsonObject {
  if (local)
    return { ...writeWireFields(message, (content) => content), ...writeLocalFields(message, prefix) }
  return writeWireFields(message, (content) => wireContent(content, `${where}.content`, report))
}

/** Parts of other systems become words in brackets: a server would refuse them. */
function wireContent(
  content: string | ContentPart[],
  where: string,
  report: ReportLoss,
): string | ContentPart[] {
  if (typeof content === 'string') return content
  return content.map((part, i) =>
    isForeignPart(part) ? placeholderPart(part, `${where}[${i}]`, report) : part,
  )
}

type ContentWriter = (content: string | ContentPart[]) => string | ContentPart[]

function writeWireFields(message: Message, writeContent: ContentWriter): JsonObject {
  switch (message.role) {
    case 'assistant':
      return writeAnswer(message)
    case 'tool':
      return { role: 'tool', tool_call_id: message.tool_call_id, content: writeContent(message.content) }
    case 'user':
      return { role: 'user', content: writeContent(message.content) }
    default:
      return { role: message.role, content: message.content }
  }
}

function writeAnswer(message: AssistantMessage): JsonObject {
  return compact({
    role: 'assistant',
    content: message.content,
    tool_calls: message.tool_calls,
    ...Object.fromEntries(TEXT_CHANNELS.map(({ name, field }) => [wireField(name, message), message[field]])),
    reasoning_details: message.reasoning_details,
    thinking_blocks: message.thinking_blocks,
    annotations: message.annotations,
    images: message.images,
    audio: message.audio,
  })
}

/** The field of a text. Reasoning goes back in the field in which it came, if that field holds plain text. */
export function wireField(channel: TextChannel, { reasoningSource }: AssistantMessage): string {
  const source = reasoningSource?.field ?? ''
  if (channel === 'reasoning' && isReasoningField(source)) return source
  return fieldOf(channel)
}
