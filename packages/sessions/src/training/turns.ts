import type { ContentPart, Message } from '@antiphon/core'
import { compact, decodeJson, isRecord, textOf, type JsonObject } from '@antiphon/base'
import {
  readOpenAiMessage,
  foreignPart,
  withMetadata,
  draftAnswer,
  plainContent,
  restOf,
} from '@antiphon/transcripts/toolkit'
import type { ReportLoss } from '@antiphon/transcripts'

const PREFIX = 'training.'

const ROLES: Readonly<Record<string, Message['role'] | 'call'>> = {
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  model: 'assistant',
  system: 'system',
  function_call: 'call',
  observation: 'tool',
  tool: 'tool',
  function_response: 'tool',
}

/** A turn of ShareGPT: `{ from, value }`. */
export const isTurn = (value: unknown): boolean =>
  isRecord(value) && typeof value.from === 'string' && typeof value.value === 'string'

/** A message in either form; undefined for any other value. */
export function readTurn(turn: unknown, where: string, report: ReportLoss): Message | undefined {
  if (!isRecord(turn)) return undefined
  if (!isTurn(turn)) return typeof turn.role === 'string' ? readMessage(turn, where, report) : undefined
  const content = String(turn.value)
  const rest = restOf(PREFIX, turn, 'from', 'value')
  const named = { ...rest, [`${PREFIX}from`]: turn.from }
  const from = String(turn.from)
  const role = Object.hasOwn(ROLES, from) ? ROLES[from]! : 'user'
  switch (role) {
    case 'call':
      return withMetadata(readCalls(content), named)
    case 'tool':
      return withMetadata({ role: 'tool', tool_call_id: '', content }, named)
    case 'assistant':
      return withMetadata({ role: 'assistant', content }, named)
    case 'system':
    case 'developer':
      return withMetadata({ role: 'system', content }, named)
    case 'user':
      return withMetadata({ role: 'user', content }, named)
  }
}

/** One call or several, as JSON text. */
function readCalls(text: string): Message {
  const draft = draftAnswer()
  const value = decodeJson(text)
  const calls = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isRecord)
  for (const { name, arguments: input, id } of calls)
    draft.call({ id: textOf(id), name: textOf(name) ?? '', input: input ?? {} })
  if (calls.length === 0) draft.text(text)
  return draft.message()
}

/** OpenAI's message, or that of a dataset whose parts are `{ type, value }`. */
function readMessage(raw: JsonObject, where: string, report: ReportLoss): Message {
  const { content } = raw
  const isOwn = Array.isArray(content) && content.some((part) => isRecord(part) && 'value' in part)
  if (!isOwn) {
    const rest = restOf(
      PREFIX,
      raw,
      'role',
      'content',
      'tool_calls',
      'tool_call_id',
      'name',
      'reasoning_content',
      'refusal',
    )
    return withMetadata(readOpenAiMessage(raw, where, PREFIX, report), rest)
  }
  const rest = restOf(PREFIX, raw, 'role', 'content')
  const parts = (content as unknown[]).map(partOf)
  if (raw.role !== 'assistant') {
    if (raw.role === 'tool')
      return withMetadata({ role: 'tool', tool_call_id: '', content: plainContent(parts) }, rest)
    const shown = plainContent(parts)
    const isPrompt = raw.role === 'system' && typeof shown === 'string'
    return withMetadata<Message>(
      isPrompt ? { role: 'system', content: shown } : { role: 'user', content: shown },
      rest,
    )
  }
  const draft = draftAnswer()
  for (const [at, part] of (content as unknown[]).entries()) {
    const { type, value } = isRecord(part) ? part : {}
    if (type === 'text' && typeof value === 'string') draft.text(value)
    else if (type === 'reasoning' && typeof value === 'string') draft.reasoning(value)
    else if (type === 'tool_call') {
      const call = decodeJson(value)
      const { name, arguments: input } = isRecord(call) ? call : {}
      draft.call({ name: textOf(name) ?? '', input: input ?? value })
    } else draft.image(parts[at]!)
  }
  return withMetadata(draft.message(), rest)
}

function partOf(part: unknown): ContentPart {
  if (!isRecord(part) || typeof part.value !== 'string') return foreignPart('training', 'part', part)
  if (part.type === 'text') return { type: 'text', text: part.value }
  if (part.type === 'image_url') return { type: 'image_url', image_url: { url: part.value } }
  return foreignPart('training', part.type, part)
}

/** Puts each picture in place of its `<image>`. Pictures are listed beside the turns, as names of files that are not here. */
export function placeImages(messages: readonly Message[], images: readonly unknown[]): Message[] {
  const left = images.filter((image) => typeof image === 'string')
  return messages.map((message) => {
    if (
      message.role !== 'user' ||
      typeof message.content !== 'string' ||
      !message.content.includes('<image>')
    )
      return message
    const pieces = message.content.split('<image>')
    const parts = pieces.flatMap((text, i): ContentPart[] => {
      const url = i < pieces.length - 1 ? left.shift() : undefined
      return [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...(url === undefined ? [] : [{ type: 'image_url' as const, image_url: { url } }]),
      ]
    })
    const note = { [`${PREFIX}text`]: message.content }
    return withMetadata(compact({ ...message, content: parts }), note)
  })
}
