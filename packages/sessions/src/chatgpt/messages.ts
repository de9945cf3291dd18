import { type AssistantMessage, type ContentPart, type Message, type ToolMessage } from '@antiphon/core'
import { isKnownPart, normalizeFinishReason, partText } from '@antiphon/core/message'
import { compact, isRecord, recordIn, textOf, timeOf, type JsonObject } from '@antiphon/base'
import { partsOf, withMetadata, draftAnswer, plainContent, restOf } from '@antiphon/transcripts/toolkit'
import { contentParts, contentText, quoteText, withLinks } from './content.js'
import { recipientOf, roleOf, type MappingNode, type MappingUnit } from './units.js'

const PREFIX = 'chatgpt.'

const contentOf = ({ message }: MappingNode): JsonObject => recordIn(message.content) ?? {}
const metadataOf = ({ message }: MappingNode): JsonObject =>
  isRecord(message.metadata) ? message.metadata : {}

/** Whether a message is one that the app shows. Results have no weight and are shown all the same. */
export function isShown(node: MappingNode): boolean {
  const role = roleOf(node)
  if (metadataOf(node).is_visually_hidden_from_conversation === true) return false
  if (role === 'tool') return true
  if (node.message.weight === 0 || role === '') return false
  return role !== 'system' || contentText(contentOf(node)) !== '' || contentType(node) !== 'text'
}

const contentType = (node: MappingNode): string => textOf(contentOf(node).content_type) ?? 'text'

/** The message of a unit. `callId` is the id of the call that it answers, where it is a result. */
export function readUnit({ nodes }: MappingUnit, callId: string | undefined): Message {
  const first = nodes[0]!
  const timestamp = timeOf(first.message.create_time)
  const notes = { [`${PREFIX}messages`]: nodes.map(noteOf) }
  switch (roleOf(first)) {
    case 'assistant':
      return withMetadata(readAnswer(nodes, timestamp), notes)
    case 'tool':
      return withMetadata(readResult(nodes, callId, timestamp), notes)
    default:
      return withMetadata(readInput(first, timestamp), notes)
  }
}

/** The other fields of an exported message. Content with more than parts is kept too. */
function noteOf(node: MappingNode): JsonObject {
  const content = contentOf(node)
  const isPlain = contentType(node) === 'text' && !textOf(contentOf(node).text)
  const hasLinks = /[\uE200-\uE202]/.test(contentText(content))
  return {
    ...restOf('', node.message, 'content', 'author', 'create_time'),
    author: node.message.author,
    ...(isPlain && !hasLinks ? {} : { content }),
  }
}

function readInput(node: MappingNode, timestamp: number | undefined): Message {
  const content = contentOf(node)
  const type = contentType(node)
  const isContext = type.endsWith('_editable_context')
  const shown = isContext
    ? Object.values(restOf('', content, 'content_type'))
        .filter((text) => typeof text === 'string')
        .join('\n\n')
    : contentParts(content)
  if (roleOf(node) === 'user')
    return compact<Message>({
      role: 'user',
      content: withFiles(shown, node),
      kind: isContext ? 'context' : undefined,
      timestamp,
    })
  return compact<Message>({
    role: 'system',
    content: contentText(content) || contentTextOf(shown),
    kind: 'context',
    timestamp,
  })
}

const contentTextOf = (content: string | ContentPart[]): string =>
  typeof content === 'string' ? content : ''

/** Adds the attachments of a prompt, except those that its parts already contain, such as pictures. */
function withFiles(content: string | ContentPart[], node: MappingNode): string | ContentPart[] {
  const { attachments } = metadataOf(node)
  const parts = partsOf(content)
  const ids = new Set(
    parts.flatMap((part) => (isKnownPart(part) && part.type === 'file' ? [part.file.file_id] : [])),
  )
  const files = (Array.isArray(attachments) ? (attachments as unknown[]) : [])
    .filter(isRecord)
    .flatMap((file): ContentPart[] => {
      const id = textOf(file.file_id) ?? textOf(file.id)
      if (id === undefined || ids.has(id)) return []
      return [{ type: 'file', file: compact({ file_id: id, filename: textOf(file.name) }) }]
    })
  return files.length > 0 ? [...parts, ...files] : content
}

function readAnswer(nodes: readonly MappingNode[], timestamp: number | undefined): AssistantMessage {
  const draft = draftAnswer()
  let reason: string | undefined
  let model: string | undefined
  for (const node of nodes) {
    const content = contentOf(node)
    const metadata = metadataOf(node)
    const recipient = recipientOf(node)
    const type = contentType(node)
    model = textOf(metadata.model_slug) ?? model
    reason = textOf(isRecord(metadata.finish_details) ? metadata.finish_details.type : undefined) ?? reason
    if (node.message.status === 'in_progress') reason = 'incomplete'
    if (type === 'thoughts') {
      const thoughts = Array.isArray(content.thoughts) ? (content.thoughts as unknown[]).filter(isRecord) : []
      for (const thought of thoughts) {
        const summary = textOf(thought.summary)
        draft.reasoning([summary && `**${summary}**`, textOf(thought.content)].filter(Boolean).join('\n\n'))
      }
      const said = contentText(content)
      if (thoughts.length === 0 && said !== '') draft.reasoning(said)
    } else if (type === 'reasoning_recap') {
      // A line such as "Thought for 20 s", which is kept.
    } else if (recipient !== 'all') {
      draft.call({ id: node.id, name: recipient, input: contentText(content) })
    } else if (type === 'code') {
      draft.text(
        `\`\`\`${textOf(content.language)?.replace('unknown', '') ?? ''}\n${contentText(content)}\n\`\`\``,
      )
    } else {
      const shown = contentParts(content)
      for (const part of partsOf(shown)) {
        const text = partText(part)
        if (text === undefined) draft.image(part)
        else draft.text(withLinks(text, metadata))
      }
    }
  }
  return draft.message(
    compact({
      model,
      timestamp,
      finishReason:
        reason === undefined
          ? undefined
          : reason === 'interrupted'
            ? 'cancelled'
            : reason === 'incomplete'
              ? 'incomplete'
              : normalizeFinishReason(reason, draft.calls.length > 0),
      finishReasonRaw: reason,
    }),
  )
}

function readResult(
  nodes: readonly MappingNode[],
  callId: string | undefined,
  timestamp: number | undefined,
): ToolMessage {
  const parts = nodes.flatMap((node): ContentPart[] => {
    const content = contentOf(node)
    const shown = contentType(node) === 'tether_quote' ? quoteText(content) : contentParts(content)
    return partsOf(shown)
  })
  const [{ message }] = nodes as [MappingNode]
  const name = isRecord(message.author) ? textOf(message.author.name) : undefined
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: callId ?? '',
    toolName: name,
    content: plainContent(parts),
    isError: nodes.some((node) => contentType(node) === 'system_error') || undefined,
    timestamp,
  })
}
