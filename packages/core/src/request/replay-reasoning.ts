import { contentToText } from '../message/content-to-text.js'
import type { AssistantMessage, Message } from '../message/types.js'
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
    // Signatures and encrypted blocks are bound to the model that made them.
    const from = message.reasoningSource?.model
    if (onlySameModel && from && policy.model && from !== policy.model) return
    const fits = {
      all: true,
      toolTurns: message.tool_calls?.length,
      sinceLastUser: index > lastUser,
      never: false,
    }
    if (fits[turns]) chosen.add(index)
  })
  return chosen
}

/** Writes the thinking of `message` onto its wire form. */
export function replayReasoning(
  wire: AssistantRequestMessage,
  message: AssistantMessage,
  policy: RequestPolicy,
): void {
  const { field, emptyKey } = { ...defaultReasoningReplay, ...policy.reasoning }
  const text = message.reasoning ?? ''
  const target = field === 'same' ? sameField(message) : field

  switch (target) {
    case 'reasoning_details':
    case 'thinking_blocks':
      if (message[target]) wire[target] = message[target]
      return
    case 'thinkTags':
      if (text) wire.content = `<think>${text}</think>${contentToText(wire.content)}`
      return
    case 'contentParts':
      // Mistral's shape of an answer that thought first (wire-facts 2.2).
      if (text) {
        const answer =
          typeof wire.content === 'string' && wire.content ? [{ type: 'text', text: wire.content }] : []
        wire.content = [{ type: 'thinking', thinking: [{ type: 'text', text }] }, ...answer]
      }
      return
    default:
      if (!text && !emptyKey) return
      if (target !== 'reasoning_content') wire.reasoning = text
      if (target !== 'reasoning') wire.reasoning_content = text
  }
}

/** The field the thinking arrived in. Details win over flat text, which repeats them without their signatures. */
function sameField(message: AssistantMessage): Exclude<ReasoningReplay['field'], 'same'> {
  const { reasoning_details: details, thinking_blocks: blocks } = message
  const from = message.reasoningSource?.field
  // An empty list of details is a value of its own, unless there is text that only the flat field holds.
  if (details && (details.length > 0 || !message.reasoning)) return 'reasoning_details'
  if (blocks?.length) return 'thinking_blocks'
  if (from === 'think_tags') return 'thinkTags'
  if (from === 'content') return 'contentParts'
  return from === 'reasoning_content' ? from : 'reasoning'
}
