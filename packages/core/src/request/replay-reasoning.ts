import { textOf } from '../errors/is-record.js'
import { contentToText } from '../message/content-to-text.js'
import type { AssistantMessage, Message } from '../message/types.js'
import { isForeign } from './is-foreign.js'
import { contentParts, taggedText } from './replay-as-content.js'
import { createDetailsFilter } from './replay-details.js'
import type {
  AssistantRequestMessage,
  ReasoningReplay,
  ReportAdjustment,
  RequestPolicy,
} from './request-types.js'

const FLAT = ['reasoning', 'reasoning_content', 'reasoning_text', 'thinking'] as const

/** How thinking goes back: on which turns, in which field, to whom (wire-facts 5.1). Default: the seed rule. */
export function createReplay(
  messages: readonly Message[],
  policy: RequestPolicy,
  report: ReportAdjustment,
  isPrefill = false,
) {
  const { turns = 'toolTurns', field = 'same', emptyKey, onlySameModel = true } = policy.reasoning ?? {}
  const lastUser = messages.findLastIndex((message) => message?.role === 'user')
  const sendable = createDetailsFilter(policy, report)

  /** Writes the thinking of a stored answer onto its wire form. */
  return (wire: AssistantRequestMessage, message: AssistantMessage, index: number, where: string): void => {
    const isBegun = isPrefill && turns !== 'never' && index === messages.length - 1
    const isChosen =
      isBegun ||
      turns === 'all' ||
      (turns === 'toolTurns' ? wire.tool_calls : turns !== 'never' && index > lastUser)
    if (!isChosen) return
    const isDropped = onlySameModel && isForeign(message, policy)
    const own: Partial<AssistantMessage> = isDropped ? {} : message
    const text = textOf(own.reasoning) ?? ''
    if (isDropped && (message.reasoning || message.reasoning_details || message.thinking_blocks)) {
      report('foreign_reasoning', where, message.reasoningSource ?? message.request?.profile, undefined)
    }

    let target: string = field === 'same' ? sameField(own, text) : field
    // LiteLLM takes the blocks where there are any, and the flat field of other models.
    if (target === 'thinking_blocks' && !isList(own.thinking_blocks)) target = flatField(own)
    if (target === 'reasoning_details' || target === 'thinking_blocks') {
      const entries = own[target]
      if (!Array.isArray(entries)) return
      const rest = sendable(entries, message, `${where}.${target}`)
      // An empty list has a meaning of its own where the server sent one (wire-facts 2.4); it is never made up.
      if (rest.length > 0 || entries.length === 0) wire[target] = rest
    } else if (target === 'thinkTags' || target === 'contentParts') {
      if (!text) return
      const answer = contentToText(wire.content)
      wire.content = target === 'thinkTags' ? taggedText(own, text, answer) : contentParts(own, text, answer)
    } else if (text || emptyKey === true || (emptyKey && wire.tool_calls)) {
      const fields = target === 'both' ? (['reasoning', 'reasoning_content'] as const) : [target as Flat]
      for (const name of fields) wire[name] = text
    }
  }
}

type Flat = (typeof FLAT)[number]

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

/** The field the thinking arrived in. Details win over flat text, which repeats them without their signatures. */
function sameField(message: Partial<AssistantMessage>, text: string): ReasoningReplay['field'] | Flat {
  const { reasoning_details: details, thinking_blocks: blocks, reasoningSource: source } = message
  // An empty list of details is a value of its own, unless there is text that only the flat field holds.
  if (isList(details) || (Array.isArray(details) && !text)) return 'reasoning_details'
  if (isList(blocks)) return 'thinking_blocks'
  if (source?.field === 'think_tags') return 'thinkTags'
  if (source?.field === 'content') return 'contentParts'
  return flatField(message)
}

function flatField({ reasoningSource: source }: Partial<AssistantMessage>): Flat {
  return FLAT.find((name) => name === source?.field) ?? 'reasoning'
}
