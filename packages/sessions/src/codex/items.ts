import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import {
  compact,
  decodeJson,
  entriesIn,
  isRecord,
  numberOf,
  recordIn,
  sniffMimeType,
  textOf,
  timeOf,
  type JsonObject,
  wordOf,
} from '@antiphon/base'
import {
  readReasoningItem,
  withMetadata,
  draftAnswer,
  type AnswerDraft,
  imagePart,
  plainContent,
  restOf,
} from '@antiphon/transcripts/toolkit'

import { PREFIX, readParts } from './records.js'

const RESULT = /^(?:function_call_output|custom_tool_call_output|tool_search_output)$/
const CALL = /^(?:function_call|custom_tool_call|local_shell_call|web_search_call|tool_search_call)$/

export const isResult = (item: JsonObject): boolean => RESULT.test(wordOf(textOf(item.type)))

/** An answer that is being put together from items, with what they say besides. */
export interface OpenAnswer {
  /** False for an item that is none of an answer. */
  take(item: JsonObject, timestamp: unknown): boolean
  end(more: Partial<AssistantMessage>): Message
}

export function openAnswer(): OpenAnswer {
  const draft = draftAnswer()
  const notes: JsonObject[] = []
  let start: number | undefined
  return {
    take(item, timestamp) {
      const rest = takeItem(draft, item)
      if (!rest) return false
      const isFirst = start === undefined
      start ??= timeOf(timestamp)
      const note = isFirst || timestamp === undefined ? rest : { timestamp, ...rest }
      if (Object.keys(note).length > 0) notes.push(note)
      return true
    },
    end: (more) =>
      withMetadata(draft.message({ ...more, timestamp: start }), {
        [`${PREFIX}items`]: notes.length > 0 ? notes : undefined,
      }),
  }
}

/** The fields of the item that the answer does not have; undefined for an item that is not part of it. */
function takeItem(draft: AnswerDraft, item: JsonObject): JsonObject | undefined {
  const type = String(textOf(item.type))
  if (type === 'message' && item.role === 'assistant') {
    const others: unknown[] = []
    for (const entry of entriesIn(item.content)) {
      const part = recordIn(entry) ?? entry
      const text = isRecord(part) ? part.text : part
      if (typeof text === 'string') draft.text(text)
      if (typeof text !== 'string' || (isRecord(part) && Object.keys(part).length > 2)) others.push(part)
    }
    return { ...restOf('', item, 'type', 'role', 'content'), ...(others.length > 0 && { content: others }) }
  }
  if (type === 'reasoning') {
    const found = readReasoningItem(item)
    if (!found || found.text) draft.reasoning(found?.text ?? '')
    for (const detail of found?.details ?? []) draft.reasoning('', detail)
    return restOf('', item, 'type', 'id', 'summary', 'content', 'encrypted_content')
  }
  if (type === 'image_generation_call' && typeof item.result === 'string' && sniffMimeType(item.result)) {
    draft.image(imagePart(item.result))
    return restOf('', item, 'result')
  }
  if (!CALL.test(type)) return undefined
  const { input = item.arguments ?? item.action, call_id: callId, id } = item
  const name = textOf(item.name) ?? (type === 'local_shell_call' ? 'local_shell' : type)
  draft.call({ id: textOf(callId) ?? textOf(id), name, input: input ?? {} })
  return restOf('', item, 'type', 'call_id', 'name', 'arguments', 'input', 'action')
}

/** The output of a call: a text or parts, alone or beside its status. */
export function readResult(item: JsonObject, timestamp: unknown, details: unknown): ToolMessage {
  const { output = item.tools } = item
  const value = decodeOutput(output)
  const body = isRecord(value) ? (value.output ?? value.content ?? value) : value
  const isText = isRecord(body) && typeof body.text === 'string'
  const parts = Array.isArray(body) || isText ? readParts(body) : undefined
  const content = parts ? plainContent(parts) : typeof body === 'string' ? body : shown(body)
  const metadata = isRecord(value) && isRecord(value.metadata) ? value.metadata : {}
  const said =
    typeof content === 'string'
      ? /^(?:Process exited with code|Exit code:) (\d+)/m.exec(content)?.[1]
      : undefined
  const exit = metadata.exit_code ?? (said === undefined ? undefined : Number(said))
  const failed = (numberOf(exit) ?? 0) !== 0 || (isRecord(value) && value.success === false)
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(item.call_id) ?? textOf(item.id) ?? '',
    content,
    isError: failed || undefined,
    details: details ?? (isRecord(value) && !isText ? value : undefined),
    timestamp: timeOf(timestamp),
  })
  return withMetadata(message, restOf(PREFIX, item, 'type', 'call_id', 'output', 'tools'))
}

/** Shells write their output as JSON text, with the exit code beside it. */
function decodeOutput(output: unknown): unknown {
  const value = decodeJson(output)
  return isRecord(value) && ('output' in value || 'content' in value || value === output) ? value : output
}

function shown(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
