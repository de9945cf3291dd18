import { contentToText } from '../message/content-to-text.js'
import type { AssistantMessage, Message, ReasoningDetail } from '../message/types.js'
import type { AssistantRequestMessage, ReasoningReplay, RequestPolicy } from './request-types.js'

/** The seed rule: thinking goes back on turns with tool calls, the way it came, to the model that wrote it. */
export const defaultReasoningReplay: ReasoningReplay = {
  turns: 'toolTurns',
  field: 'same',
  emptyKey: false,
  onlySameModel: true,
}

/** Indexes of the assistant messages whose thinking goes back under this policy (wire-facts 5). */
export function turnsToReplay(messages: readonly Message[], policy: RequestPolicy): Set<number> {
  const { turns, onlySameModel } = { ...defaultReasoningReplay, ...policy.reasoning }
  const lastUser = messages.findLastIndex((message) => message.role === 'user')
  const chosen = new Set<number>()
  messages.forEach((message, index) => {
    if (message.role !== 'assistant') return
    if (onlySameModel && isForeign(message, policy.model)) return
    if (
      turns === 'all' ||
      (turns === 'toolTurns' && message.tool_calls?.length) ||
      (turns === 'sinceLastUser' && index > lastUser)
    ) {
      chosen.add(index)
    }
  })
  return chosen
}

/** Signatures and encrypted blocks are bound to the model that made them. */
function isForeign(message: AssistantMessage, model: string | undefined): boolean {
  const from = message.reasoningSource?.model
  return from !== undefined && model !== undefined && from !== model
}

/** Writes the thinking of `message` onto its wire form. */
export function replayReasoning(
  wire: AssistantRequestMessage,
  message: AssistantMessage,
  policy: RequestPolicy,
): void {
  const { field, emptyKey } = { ...defaultReasoningReplay, ...policy.reasoning }
  const text = message.reasoning ?? ''
  const details = message.reasoning_details
  const target = field === 'same' ? sameField(message) : field

  switch (target) {
    case 'reasoning_details':
      if (details) wire.reasoning_details = details.map((detail): ReasoningDetail => ({ ...detail }))
      return
    case 'thinking_blocks':
      if (message.thinking_blocks) wire.thinking_blocks = message.thinking_blocks
      return
    case 'thinkTags':
      if (text) wire.content = `<think>${text}</think>${contentToText(wire.content)}`
      return
    case 'contentParts':
      if (text) wire.content = contentParts(text, wire.content)
      return
    case 'both':
      if (text || emptyKey) {
        wire.reasoning = text
        wire.reasoning_content = text
      }
      return
    case 'reasoning':
    case 'reasoning_content':
      if (text || emptyKey) wire[target] = text
  }
}

/** The field the thinking arrived in. Details win over flat text, which repeats them without their signatures. */
function sameField(message: AssistantMessage): Exclude<ReasoningReplay['field'], 'same'> {
  const { reasoning_details: details, thinking_blocks: blocks } = message
  // An empty list of details is a value of its own, unless there is text that only the flat field holds.
  if (details && (details.length > 0 || !message.reasoning)) return 'reasoning_details'
  if (blocks?.length) return 'thinking_blocks'
  switch (message.reasoningSource?.field) {
    case 'reasoning_content':
      return 'reasoning_content'
    case 'think_tags':
      return 'thinkTags'
    case 'content':
      return 'contentParts'
    default:
      return 'reasoning'
  }
}

/** Mistral's shape of an answer that thought first (wire-facts 2.2). */
function contentParts(
  reasoning: string,
  content: AssistantRequestMessage['content'],
): AssistantRequestMessage['content'] {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: reasoning }] }
  return typeof content === 'string' && content !== ''
    ? [thinking, { type: 'text', text: content }]
    : [thinking]
}
