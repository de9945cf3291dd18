import type { Message } from '@antiphon/core'
import { withMetadata, draftAnswer, defineSession, entriesOf, restOf } from '@antiphon/transcripts/toolkit'
import { entriesIn, isRecord, recordIn, textOf, type JsonObject } from '@antiphon/base'
import { readEntries, type EntryReading } from '../shared/read-entries.js'
import { readRoleMessage } from '../shared/role-message.js'

const PREFIX = 'grok-cli.'

/** Sessions of Grok CLI: `chat_history.jsonl`. Thoughts are lines of their own before the answer that they belong to. */
export const grokCliFormat = defineSession({
  name: 'grok-cli',
  title: 'Grok CLI: session as lines',
  shapes: ['lines'],
  needs:
    'lines of type "user" and "assistant" with "content" beside it and no role, some with "model_id" or "prompt_index"',
  sign: (_, sample) => (sample.some(isLine) ? 'messages by type, with their content at the top' : undefined),
  read(value, _, open) {
    const thread = open('lines')
    const entries = entriesOf(value)
    return readEntries(entries, thread, createReader(entries))
  },
})

function isLine(entry: JsonObject): boolean {
  if (!('content' in entry) || 'role' in entry || 'message' in entry || 'uuid' in entry) return false
  const { type } = entry
  if (type === 'assistant') return typeof entry.content === 'string' && Array.isArray(entry.tool_calls)
  return type === 'user' && ('prompt_index' in entry || 'synthetic_reason' in entry)
}

function createReader(entries: readonly unknown[]): (entry: JsonObject, at: number) => EntryReading {
  let thoughts: JsonObject[] = []
  /** An answer with the thoughts before it. */
  const readAnswer = (raw: JsonObject, said: readonly JsonObject[]): Message[] => {
    const before = thoughts
    thoughts = []
    const notes = before.map((one) => restOf('', one, 'type', 'summary'))
    const content = [...before.map((one) => ({ type: 'thinking', thinking: textIn(one) })), ...said]
    return readRoleMessage({ ...raw, content }, PREFIX).map((message) => {
      const answer = withModel(message)
      const thoughtsOf = notes.length > 0 ? notes : undefined
      return withMetadata(answer, { ...answer.metadata, [`${PREFIX}thoughts`]: thoughtsOf })
    })
  }
  return (entry, at) => {
    switch (entry.type) {
      case 'system':
      case 'user': {
        const read = readRoleMessage({ ...withoutType(entry), role: entry.type }, PREFIX)
        if (entry.synthetic_reason === undefined) return read
        return read.map((one) => (one.role === 'user' ? { ...one, kind: 'context' as const } : one))
      }
      case 'assistant': {
        const { content, ...rest } = withoutType(entry)
        const text = textOf(content)
        const said = text === undefined ? [] : [{ type: 'text', text }]
        return readAnswer({ ...rest, role: 'assistant' }, said)
      }
      case 'reasoning': {
        const next = entries.slice(at + 1).find((one) => isRecord(one) && one.type !== 'reasoning')
        if (isRecord(next) && next.type === 'assistant') {
          thoughts.push(entry)
          return []
        }
        // The answer never came.
        thoughts.push(entry)
        return readAnswer({ role: 'assistant' }, [])
      }
      case 'backend_tool_call':
        return readBackendCall(entry)
      case 'tool_result':
        return readRoleMessage({ ...withoutType(entry), role: 'tool' }, PREFIX)
      default:
        return textOf(entry.type) ?? 'no type'
    }
  }
}

/** The readable summary of a thought; its encrypted form is kept beside it. */
const textIn = ({ summary }: JsonObject): string =>
  entriesIn(summary)
    .flatMap((part) => (typeof part === 'string' ? part : (textOf(recordIn(part)?.text) ?? [])))
    .join('\n\n')

function withoutType(entry: JsonObject): JsonObject {
  const { type: _, ...rest } = entry
  return rest
}

function withModel(message: Message): Message {
  const { [`${PREFIX}model_id`]: model, ...metadata } = message.metadata ?? {}
  if (message.role !== 'assistant' || typeof model !== 'string') return message
  return withMetadata<Message>({ ...message, model }, metadata)
}

/** A tool that ran on the side of the model: its result is not in the file. */
function readBackendCall(entry: JsonObject): EntryReading {
  const { kind } = entry
  if (!isRecord(kind)) return 'backend_tool_call'
  const draft = draftAnswer()
  draft.call({ id: textOf(kind.id), name: textOf(kind.tool_type) ?? '', input: kind.action ?? {} })
  return [
    withMetadata(draft.message(), {
      ...restOf(PREFIX, entry, 'type', 'kind'),
      ...restOf(`${PREFIX}kind.`, kind, 'id', 'tool_type', 'action'),
    }),
  ]
}
