import { field, isRecord, textOf } from '@antiphon/base'
import { contentToText, partText, unknownPart } from '../../message/content.js'
import { isContentPart } from '../../message/read-content.js'
import { REASONING_FIELDS, type ReasoningField } from '../../message/reasoning-fields.js'
import type { AssistantMessage, ContentPart, ReasoningDetail, Message } from '../../message/types.js'
import type { BodyFields, BodyPolicy } from '../types.js'
import { isForeign } from './tool-calls.js'
import type { ReasoningEffort, ReportAdjustment, RequestPolicy, AssistantRequestMessage } from './types.js'

/**
 * The nearest wish that a server with fewer words knows: the end of its scale, or for "on" the effort that servers document
 * as their default. Never from or to "off" (docs/wire 1.2).
 */
const NEAREST: Partial<Record<ReasoningEffort, ReasoningEffort>> = {
  minimal: 'low',
  max: 'high',
  on: 'medium',
}

/** The fields for a wish about thinking at this server. Without a known word: no fields, and a report. */
export function thinkingFields(
  wish: ReasoningEffort | undefined,
  thinking: BodyPolicy['thinking'],
  report: ReportAdjustment,
): BodyFields {
  if (wish === undefined) return {}
  const found = [wish, NEAREST[wish]].find((word) => word !== undefined && Object.hasOwn(thinking, word))
  if (found !== wish) report('reasoning_effort', 'parameters.reasoningEffort', wish, found)
  return (found && thinking[found]) ?? {}
}

/** The thinking in the tags it came in, before the answer. */
function taggedText(message: Partial<AssistantMessage>, thought: string, text: string): string {
  const tag = message.metadata?.['antiphon.think_tag']
  const open = textOf(field(tag, 'open')) ?? '<think>'
  const close = textOf(field(tag, 'close')) ?? '</think>'
  return open + thought + close + text
}

/** Mistral's shape of an answer that thought first: the parts as they came, as long as they say what is stored. */
function contentParts(message: Partial<AssistantMessage>, thought: string, text: string): ContentPart[] {
  const kept: unknown = message.metadata?.['wire.content_parts']
  const parts = Array.isArray(kept)
    ? kept.filter((part) => isContentPart(part) && /^(thinking|text)$/.test(part.type))
    : []
  const said = parts.map((part) => partText(part) ?? '').join('')
  if (parts.some(({ type }) => type !== 'text') && said === text) return parts
  const thinking = unknownPart({ type: 'thinking', thinking: [{ type: 'text', text: thought }] })
  return text ? [thinking, { type: 'text', text }] : [thinking]
}

/**
 * Chooses which entries of `reasoning_details` and `thinking_blocks` go back (docs/wire 2.4). Order, unknown keys and
 * unknown types stay. Thoughts without the signature that their maker demands are left out, and so are repeats of an
 * earlier turn. The store keeps both.
 */
function createDetailsFilter({ provider }: RequestPolicy, report: ReportAdjustment) {
  const seen = new Set<string>()

  return (
    entries: readonly ReasoningDetail[],
    message: AssistantMessage,
    where: string,
  ): ReasoningDetail[] => {
    const from = message.request?.profile ?? message.reasoningSource?.provider ?? provider
    return entries.filter((entry, i) => {
      const key = isRecord(entry) && identity(entry)
      let rule = ''
      if (!isRecord(entry) || lacksSignature(entry, from)) rule = 'unsigned_reasoning'
      else if (key && seen.size === seen.add(key).size) rule = 'duplicate_reasoning'
      if (rule) report(rule, `${where}[${i}]`, entry)
      return !rule
    })
  }
}

/** Anthropic and Gemini refuse thoughts that they cannot verify. */
function lacksSignature({ type, format, signature }: ReasoningDetail, from: string | undefined): boolean {
  if (signature) return false
  if (type === 'thinking') return true
  // OpenRouter leaves the format out for Anthropic's; elsewhere nothing is known about an entry without one.
  const made = textOf(format) ?? (from === 'openrouter' ? 'anthropic' : '')
  return type === 'reasoning.text' && /^(anthropic|google)/.test(made)
}

/** The identity of an entry, to find repeats: OpenAI answers "Duplicate item found with id", also through routers. */
function identity({ type, id, text, signature, summary, data }: ReasoningDetail): string | undefined {
  const key = {
    'reasoning.summary': summary,
    'reasoning.encrypted': id || data,
    'reasoning.text': text || signature,
  }
  const value = Object.hasOwn(key, type) ? textOf(key[type as keyof typeof key]) : undefined
  return value && `${type} ${value}`
}

/**
 * How thinking is sent back: on which turns, in which field, to which model (docs/wire 5.1). Default: on turns with calls,
 * in the field in which it arrived.
 */
export function createReplay(
  messages: readonly Message[],
  policy: RequestPolicy,
  report: ReportAdjustment,
  isPrefill = false,
) {
  const { turns = 'toolTurns', field = 'same', emptyKey, onlySameModel = true } = policy.reasoning ?? {}
  const lastUser = messages.findLastIndex((message) => message?.role === 'user')
  const sendable = createDetailsFilter(policy, report)

  /** Writes the thinking of a stored answer onto its wire form. Gives whether it is sent, or was reported as left out. */
  return (
    wire: AssistantRequestMessage,
    message: AssistantMessage,
    index: number,
    where: string,
  ): boolean => {
    const isBegun = isPrefill && turns !== 'never' && index === messages.length - 1
    const isChosen =
      isBegun ||
      turns === 'all' ||
      (turns === 'toolTurns' ? wire.tool_calls : turns !== 'never' && index > lastUser)
    if (!isChosen) return false
    const isDropped = onlySameModel && isForeign(message, policy)
    const own: Partial<AssistantMessage> = isDropped ? {} : message
    const text = textOf(own.reasoning) ?? ''
    if (isDropped && (message.reasoning || message.reasoning_details || message.thinking_blocks)) {
      report('foreign_reasoning', where, message.reasoningSource ?? message.request?.profile, undefined)
    }

    let target: string = field === 'same' ? sameField(own, text, policy) : field
    // LiteLLM takes the blocks where there are any, and the flat field of other models.
    if (target === 'thinking_blocks' && !isList(own.thinking_blocks)) target = flatField(own, policy)
    if (target === 'reasoning_details' || target === 'thinking_blocks') {
      const entries = own[target]
      if (!Array.isArray(entries)) return isDropped
      const rest = sendable(entries, message, `${where}.${target}`)
      // An empty list has a meaning when the server sent it (docs/wire 2.4), so the kit never makes one up.
      if (rest.length > 0 || entries.length === 0) wire[target] = rest
    } else if (target === 'thinkTags' || target === 'contentParts') {
      if (!text) return isDropped
      const answer = contentToText(wire.content)
      wire.content = target === 'thinkTags' ? taggedText(own, text, answer) : contentParts(own, text, answer)
    } else if (text || emptyKey === true || (emptyKey && wire.tool_calls)) {
      const fields = target === 'both' ? ['reasoning', 'reasoning_content'] : [target]
      for (const name of fields) wire[name as ReasoningField] = text
    } else return isDropped
    return true
  }
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

/** The field the thinking arrived in. Details win over flat text, which repeats them without their signatures. */
function sameField(message: Partial<AssistantMessage>, text: string, policy: RequestPolicy): string {
  const { reasoning_details: details, thinking_blocks: blocks, reasoningSource: source } = message
  // An empty list of details is a value of its own, unless there is text that only the flat field holds.
  if (isList(details) || (Array.isArray(details) && !text)) return 'reasoning_details'
  if (isList(blocks)) return 'thinking_blocks'
  if (source?.field === 'think_tags') return 'thinkTags'
  if (source?.field === 'content') return 'contentParts'
  return flatField(message, policy)
}

/** A field name from a message is not trusted: the kit or the profile must know it. */
function flatField({ reasoningSource: source }: Partial<AssistantMessage>, policy: RequestPolicy): string {
  const known = [...REASONING_FIELDS, ...(policy.reasoningFields ?? [])]
  return known.find((name) => name === source?.field) ?? 'reasoning'
}
