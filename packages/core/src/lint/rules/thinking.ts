import { isRecord, textOf, type JsonObject } from '../../errors/is-record.js'
import type { EditPath, LintEdit } from '../lint-types.js'

/** Fields of the wire for thinking that is plain text; in a stored message it is `reasoning`. */
export const OTHER_THINKING_FIELDS = ['reasoning_content', 'reasoning_text', 'thinking'] as const

export const THINKING_LISTS = ['reasoning_details', 'thinking_blocks'] as const

/** Entries of the lists that hold thinking in pieces, with their signatures. */
export function* thinkingEntries(raw: JsonObject): Generator<{ entry: JsonObject; path: EditPath }> {
  for (const field of THINKING_LISTS) {
    const list = raw[field]
    if (!Array.isArray(list)) continue
    for (const [i, entry] of (list as unknown[]).entries())
      if (isRecord(entry)) yield { entry, path: [field, i] }
  }
}

/** Whether there is any thinking, in whatever field. An empty text is none. */
export function hasThinking(raw: JsonObject): boolean {
  return Boolean(
    textOf(raw.reasoning) ||
    OTHER_THINKING_FIELDS.some((field) => textOf(raw[field])) ||
    THINKING_LISTS.some((field) => Array.isArray(raw[field]) && raw[field].length > 0),
  )
}

/** Bound to the model that wrote it: signed, or encrypted (wire-facts 5, model switch). */
export function isBound({ type, signature, data }: JsonObject): boolean {
  return (
    Boolean(signature) || type === 'reasoning.encrypted' || (type === 'redacted_thinking' && Boolean(data))
  )
}

/** Takes the thinking out of a message. */
export function dropThinking(message: number, raw: JsonObject): LintEdit[] {
  return ['reasoning', ...OTHER_THINKING_FIELDS, ...THINKING_LISTS, 'reasoningSource']
    .filter((field) => Object.hasOwn(raw, field))
    .map((field) => ({ op: 'unset', message, path: [field] }) as const)
}
