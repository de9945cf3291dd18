import { field, isRecord, textOf } from '../errors/is-record.js'
import type { AssistantMessage, ContentPart } from '../message/types.js'

/** The thinking in the tags it came in, before the answer. */
export function taggedText(message: Partial<AssistantMessage>, thought: string, text: string): string {
  const tag = message.metadata?.['antiphon.think_tag']
  const open = textOf(field(tag, 'open')) ?? '<think>'
  const close = textOf(field(tag, 'close')) ?? '</think>'
  return open + thought + close + text
}

/** Mistral's shape of an answer that thought first: the parts as they came, as long as they say what is stored. */
export function contentParts(
  message: Partial<AssistantMessage>,
  thought: string,
  text: string,
): ContentPart[] {
  const kept: unknown = message.metadata?.['wire.content_parts']
  const parts = Array.isArray(kept)
    ? kept.filter((part) => isRecord(part) && (part.type === 'thinking' || part.type === 'text'))
    : []
  const said = parts.map((part) => textOf(part.text) ?? '').join('')
  if (parts.some(({ type }) => type === 'thinking') && said === text) return parts
  const answer = text ? [{ type: 'text', text }] : []
  return [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }, ...answer]
}
