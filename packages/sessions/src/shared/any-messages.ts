import type { AssistantMessage, Message } from '@antiphon/core'
import { compact, isRecord, textOf, type JsonObject } from '@antiphon/base'
import { joinStretches, stretchesOf } from '@antiphon/core/channels'
import { withMetadata } from '@antiphon/transcripts/toolkit'
import { isDump, readDump } from '../langchain/messages.js'
import { isContent, readContents } from './gemini-parts.js'
import { decodeDeep, isRoleMessage, readRoleMessage } from './role-message.js'

/** The messages of a value, and the rest of it. */
export interface FoundMessages {
  messages: Message[]
  rest: unknown
}

/** Keys under which frameworks hold their messages, those of requests before those of answers. */
const LISTS = [
  'messages',
  'contents',
  'input',
  'choices',
  'candidates',
  'generations',
  'output',
  'message',
  'response',
]
/** Limit for nested containers. */
const DEPTH = 6

/**
 * Messages in the shape of any framework, as traces hold them: lists, requests, responses, dumps of LangChain, contents of Gemini,
 * items of Responses, JSON in text. Undefined where there is none of these.
 *
 * @param speaker Whose a text alone is.
 */
export function findMessages(
  value: unknown,
  prefix: string,
  speaker?: 'user' | 'assistant',
  depth = 0,
): FoundMessages | undefined {
  const found = decodeDeep(value)
  if (depth > DEPTH) return undefined
  if (typeof found === 'string') {
    if (speaker === undefined || found.trim() === '') return undefined
    return { messages: [{ role: speaker, content: found }], rest: undefined }
  }
  if (Array.isArray(found)) return findInList(found as unknown[], prefix, speaker, depth)
  return isRecord(found) ? findInRecord(found, prefix, speaker, depth) : undefined
}

function findInList(
  list: readonly unknown[],
  prefix: string,
  speaker: 'user' | 'assistant' | undefined,
  depth: number,
): FoundMessages | undefined {
  const rest: unknown[] = []
  const messages: Message[] = []
  let wasItem = false
  for (const entry of list) {
    const made = readOne(entry, prefix)
    const last = messages.at(-1)
    const [first] = made ?? []
    const joins = wasItem && isItem(entry) && last?.role === 'assistant' && first?.role === 'assistant'
    wasItem = isItem(entry)
    if (joins) messages[messages.length - 1] = joined(last, first)
    else if (made) messages.push(...made)
    else if (isRecord(entry) || Array.isArray(entry)) {
      const inner =
        speaker === 'assistant' || Array.isArray(entry)
          ? findMessages(entry, prefix, speaker, depth + 1)
          : undefined
      if (inner) messages.push(...inner.messages)
      if (!inner || inner.rest !== undefined) rest.push(inner ? inner.rest : entry)
    } else if (typeof entry === 'string' && speaker !== undefined)
      messages.push({ role: speaker, content: entry })
    else rest.push(entry)
  }
  return messages.length > 0 ? { messages, rest: rest.length > 0 ? rest : undefined } : undefined
}

/** An item of the Responses API: one answer is several of them, side by side. */
const isItem = (entry: unknown): boolean =>
  isRecord(entry) && !isDump(entry) && (!('role' in entry) || entry.type === 'message')

function joined(a: AssistantMessage, b: AssistantMessage): AssistantMessage {
  const calls = [...(a.tool_calls ?? []), ...(b.tool_calls ?? [])]
  const shift = a.tool_calls?.length ?? 0
  const stretches = [
    ...stretchesOf(a).map((one) =>
      one.type === 'tool_call' ? { type: one.type, index: calls.indexOf(one.call) } : one,
    ),
    ...stretchesOf(b).map((one) =>
      one.type === 'tool_call'
        ? { type: one.type, index: shift + (b.tool_calls ?? []).indexOf(one.call) }
        : one,
    ),
  ]
  const details = [...(a.reasoning_details ?? []), ...(b.reasoning_details ?? [])]
  const message = compact<AssistantMessage>({
    ...a,
    ...b,
    ...joinStretches(stretches),
    tool_calls: calls.length > 0 ? calls : undefined,
    reasoning_details: details.length > 0 ? details : undefined,
  })
  return withMetadata(message, { ...a.metadata, ...b.metadata })
}

function readOne(entry: unknown, prefix: string): Message[] | undefined {
  if (isDump(entry)) return [readDump(entry)]
  if (isRoleMessage(entry)) {
    return isContent(entry) && !('content' in entry)
      ? readContents([entry], prefix)
      : readRoleMessage(entry, prefix)
  }
  return undefined
}

function findInRecord(
  record: JsonObject,
  prefix: string,
  speaker: 'user' | 'assistant' | undefined,
  depth: number,
): FoundMessages | undefined {
  const made = readOne(record, prefix)
  if (made) return { messages: made, rest: undefined }
  if (isContent(record) && speaker === 'assistant')
    return { messages: readContents([{ role: 'model', ...record }], prefix), rest: undefined }
  if ('content' in record && speaker === 'assistant' && !('role' in record)) {
    const { content, ...rest } = record
    const made = isContent(content)
      ? readContents([{ role: 'model', ...content }], prefix)
      : readRoleMessage({ ...record, role: 'assistant' }, prefix)
    return { messages: made, rest: isContent(content) && Object.keys(rest).length > 0 ? rest : undefined }
  }
  // An answer that is only its calls.
  if (typeof record.toolName === 'string' && typeof record.toolCallId === 'string' && speaker === 'assistant')
    return { messages: readRoleMessage({ role: 'assistant', tool_calls: [record] }, prefix), rest: undefined }
  const system =
    textOf(record.system) ?? textOf(record.systemInstruction) ?? textOf(record.system_instruction)
  const before: Message[] = system === undefined ? [] : [{ role: 'system', content: system }]
  for (const key of LISTS) {
    const inner = record[key]
    if (inner === undefined || inner === null) continue
    const own = key === 'contents' || key === 'input' ? (speaker ?? 'user') : speaker
    const found = findMessages(inner, prefix, own, depth + 1)
    if (!found) continue
    const { [key]: _, ...others } = record
    const rest = { ...others, ...(found.rest !== undefined && { [key]: found.rest }) }
    return { messages: [...before, ...found.messages], rest: Object.keys(rest).length > 0 ? rest : undefined }
  }
  const { prompt, completion, text, ...rest } = record
  const said = speaker === 'assistant' ? (completion ?? text) : (prompt ?? text)
  if (speaker === undefined || typeof said !== 'string') return undefined
  return {
    messages: [...before, { role: speaker, content: said }],
    rest: Object.keys(rest).length > 0 ? rest : undefined,
  }
}
