import { isRecord, textOf } from '../errors/is-record.js'
import type { AssistantMessage, ReasoningDetail } from '../message/types.js'
import type { ReportAdjustment, RequestPolicy } from './request-types.js'

/**
 * Chooses which entries of `reasoning_details` and `thinking_blocks` go back (wire-facts 2.4). Order, unknown keys and
 * unknown types stay. Left out are thoughts without the signature that their maker asks for, and what the request
 * already holds from an earlier turn; the store keeps both.
 */
export function createDetailsFilter({ provider }: RequestPolicy, report: ReportAdjustment) {
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

/** What makes an entry the same as one before: OpenAI's "Duplicate item found with id", seen through routers. */
function identity({ type, id, text, signature, summary, data }: ReasoningDetail): string | undefined {
  const key = {
    'reasoning.summary': summary,
    'reasoning.encrypted': id || data,
    'reasoning.text': text || signature,
  }
  const value = Object.hasOwn(key, type) ? textOf(key[type as keyof typeof key]) : undefined
  return value && `${type} ${value}`
}
