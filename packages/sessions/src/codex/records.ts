import { type ContentPart, contentToText } from '@antiphon/core'
import { entriesIn, isRecord, recordIn, textOf, type JsonObject, wordOf } from '@antiphon/base'
import { readItemContent } from '@antiphon/transcripts/toolkit'

export const PREFIX = 'codex.'

/** A line of a rollout: what kind it is, and what it says. Lines of the first generation have no envelope. */
export interface RolloutLine {
  at: number
  /** `response_item`, `event_msg`, `session_meta`, `turn_context`, `compacted`, … */
  type: string
  payload: JsonObject
  timestamp: unknown
  entry: JsonObject
}

export const LINE_TYPES =
  /^(?:session_meta|response_item|event_msg|turn_context|compacted|world_state|inter_agent_communication_metadata)$/

/** Undefined for a line that is not of a rollout. */
export function readLine(entry: unknown, at: number): RolloutLine | undefined {
  if (!isRecord(entry)) return undefined
  const { type, payload, timestamp } = entry
  if (typeof type === 'string' && isRecord(payload))
    return { at, type, payload: type === 'response_item' ? asItem(payload) : payload, timestamp, entry }
  if (entry.record_type !== undefined) return { at, type: 'state', payload: entry, timestamp, entry }
  if (typeof type === 'string') return { at, type: 'response_item', payload: entry, timestamp, entry }
  const isHeader = typeof entry.id === 'string' && 'timestamp' in entry
  return isHeader ? { at, type: 'session_meta', payload: entry, timestamp, entry } : undefined
}

/** A message may come without its type, as in requests to the API. */
const asItem = (item: JsonObject): JsonObject =>
  item.type === undefined && typeof item.role === 'string' && 'content' in item
    ? { ...item, type: 'message' }
    : item

export const kindOfLine = ({ type, payload }: RolloutLine): string =>
  type !== 'event_msg' && type !== 'response_item' ? type : `${type}.${textOf(payload.type) ?? 'unknown'}`

/** Ends a turn. A text that came from events in one turn may come from items in the next. */
export function endsTurn({ type, payload }: RolloutLine): boolean {
  return (
    type === 'event_msg' &&
    /^(?:task_complete|turn_complete|turn_aborted)$/.test(wordOf(textOf(payload.type)))
  )
}

const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|permissions|user_shell_command|turn_aborted|skill|recommended_plugins|hook_prompt|subagent_notification|INSTRUCTIONS|collaboration_mode)\b|# AGENTS\.md instructions)/

/** Text that the program inserted in the name of the user. */
export const isInjected = (text: string): boolean => INJECTED.test(text)

const REQUEST = /(?:^|\n)## My request for Codex:\s*\n/

/** The words of a user, without the editor's context before them. */
export function promptOf(text: string): string {
  const match = REQUEST.exec(text)
  return match ? text.slice(match.index + match[0].length).trim() : text
}

export function partsText(content: string | ContentPart[]): string {
  if (typeof content === 'string') return content
  return contentToText(content.filter(({ type }) => type === 'text'))
}

const isKnownText = (type: unknown): boolean => type === 'input_text' || type === 'output_text'

/** Content of a message item, and its other parts. */
export function readParts(content: unknown): ContentPart[] {
  return entriesIn(content).flatMap((entry): ContentPart[] => {
    const part = recordIn(entry) ?? entry
    // A text of a type that is not known, or of none, is a text.
    const isText = isRecord(part) && typeof part.text === 'string' && !isKnownText(part.type)
    const plain = isText ? { ...part, type: 'input_text' } : part
    const read = readItemContent(typeof plain === 'string' ? plain : [plain], '', () => {})
    return typeof read === 'string' ? [{ type: 'text', text: read }] : read
  })
}
