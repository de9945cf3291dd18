import type { ContentPart, Message } from '@antiphon/core'
import { compact, entriesIn, isRecord, listOf, recordIn, textOf, wordOf } from '@antiphon/base'
import { foreignPart } from '../shared/content.js'
import { withMetadata } from '../shared/local-fields.js'
import { plainContent } from '../shared/message-fields.js'
import {
  addText,
  callsOf,
  newAnswer,
  wordsOf,
  type AnswerOfRun,
  type DraftCall,
  type Entry,
} from './draft.js'

/**
 * Lays a list of all messages over what the events made: its order counts, what is there already stays as it is, and what it does
 * not have stays behind it.
 */
export function takeSnapshot(
  entries: readonly Entry[],
  list: unknown,
  /** By id: what is a row already. */
  activities: ReadonlyMap<string, unknown> = new Map(),
): Entry[] {
  const rest = new Set(entries)
  const taken: Entry[] = []
  const answers = (): AnswerOfRun[] =>
    [...taken, ...rest].flatMap((entry) => ('answer' in entry ? [entry.answer] : []))
  let thoughts = ''
  for (const entry of entriesIn(list)) {
    const message = recordIn(entry)
    if (!message) continue
    const id = wordOf(message.id)
    if (message.role === 'activity' && activities.has(id)) continue
    const known = [...rest].find((entry) => isSame(entry, id, message))
    if (known) {
      rest.delete(known)
      taken.push(known)
      if ('answer' in known) addCalls(known.answer, callsIn(message), answers())
      continue
    }
    // Said once more under another id.
    if (id !== '' && taken.some((entry) => ('answer' in entry ? entry.answer.id : entry.id) === id)) continue
    switch (message.role) {
      case 'assistant': {
        const answer = newAnswer(id)
        if (thoughts !== '') addText(answer, 'reasoning', thoughts)
        thoughts = ''
        if (wordOf(message.content) !== '') addText(answer, 'text', wordOf(message.content))
        for (const call of callsIn(message)) answer.pieces.push({ kind: 'call', call })
        taken.push({ answer })
        break
      }
      case 'tool': {
        const callId = wordOf(message.toolCallId ?? message.tool_call_id)
        const owner = answers().find((answer) => callsOf(answer).some((call) => call.id === callId))
        const isThere = owner?.results.some((result) => result.tool_call_id === callId)
        const error = textOf(message.error)
        const content = resultContent(message.content) || (error ?? '')
        const result = compact<Message & { role: 'tool' }>({
          role: 'tool',
          tool_call_id: callId,
          content,
          isError: error === undefined ? undefined : true,
        })
        if (owner && !isThere) owner.results.push(result)
        else if (!owner) taken.push({ id, message: result })
        break
      }
      case 'reasoning':
        thoughts += wordOf(message.content)
        break
      default:
        taken.push({ id, message: otherMessage(message) })
    }
  }
  return [...taken, ...rest]
}

function callsIn(message: Record<string, unknown>): DraftCall[] {
  return listOf(message.toolCalls ?? message.tool_calls).map((call) => {
    const fn = isRecord(call) && isRecord(call.function) ? call.function : {}
    return { id: isRecord(call) ? wordOf(call.id) : '', name: wordOf(fn.name), input: wordOf(fn.arguments) }
  })
}

/** Calls of an answer that no event told: LangGraph's are silent about one that follows words. */
function addCalls(answer: AnswerOfRun, calls: readonly DraftCall[], answers: readonly AnswerOfRun[]): void {
  const told = new Set(answers.flatMap((one) => callsOf(one).map(({ id }) => id)))
  for (const call of calls)
    if (call.id !== '' && !told.has(call.id)) answer.pieces.push({ kind: 'call', call })
}

function isSame(entry: Entry, id: string, message: Record<string, unknown>): boolean {
  if (!('answer' in entry)) return id !== '' && entry.id === id
  if (message.role !== 'assistant') return false
  const { answer } = entry
  if (id !== '' && answer.id === id) return true
  const calls = callsIn(message).map(({ id }) => id)
  const own = callsOf(answer).map((call) => call.id)
  if (calls.length > 0) return own.length > 0 && own.every((one) => calls.includes(one))
  const words = wordsOf(answer)
  return own.length === 0 && words !== '' && words === message.content
}

/** Reads a part of a question or of a result. Its form changed in version 1.0 of the protocol; both are read. */
function readPart(part: unknown): ContentPart {
  if (!isRecord(part)) return foreignPart('ag-ui', 'part', part)
  if (part.type === 'text' && typeof part.text === 'string') return { type: 'text', text: part.text }
  const source = isRecord(part.source) ? part.source : part
  const mime = textOf(source.mimeType)
  const url =
    textOf(source.url) ??
    (typeof source.value === 'string' && source.type === 'url' ? source.value : undefined) ??
    (typeof (source.data ?? source.value) === 'string' && mime !== undefined
      ? `data:${mime};base64,${String(source.data ?? source.value)}`
      : undefined)
  if (url === undefined) return foreignPart('ag-ui', part.type, part)
  if (part.type === 'image' || (part.type === 'binary' && mime?.startsWith('image/')))
    return { type: 'image_url', image_url: { url } }
  return { type: 'file', file: compact({ filename: textOf(part.filename), file_data: url }) }
}

/** The content of a result: its text or its parts, and any other value as JSON. */
export function resultContent(content: unknown): string | ContentPart[] {
  if (typeof content === 'string') return content
  const isParts =
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((part) => isRecord(part) && PART_TYPES.includes(wordOf(part.type)))
  if (isParts) return plainContent(content.map(readPart))
  return content === undefined ? '' : JSON.stringify(content)
}

const PART_TYPES = ['text', 'image', 'audio', 'video', 'document', 'file', 'binary']

/** Reads a message that is not an answer: a prompt of the user, one of the host, or an activity. */
export function otherMessage(message: Record<string, unknown>): Message {
  const { role, content, id } = message
  if (role === 'user') {
    const parts = Array.isArray(content) ? plainContent(content.map(readPart)) : wordOf(content)
    return compact<Message>({ role: 'user', id: textOf(id), content: parts })
  }
  if (role === 'system' || role === 'developer')
    return compact<Message>({ role: 'system', id: textOf(id), content: wordOf(content) })
  const kind = textOf(message.activityType) ?? textOf(role) ?? 'message'
  const shown: Message = { role: 'system', kind: 'notification', content: kind }
  return withMetadata(shown, { 'ag-ui.message': message })
}
