import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import { compact, isRecord, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  type AnswerDraft,
  restOf,
  usageFrom,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'

const PREFIX = 'gemini-cli.'

/** The first line of `--output-format stream-json`, or one that only it has. */
export const isStreamLine = (entry: JsonObject): boolean =>
  entry.type === 'init'
    ? typeof entry.session_id === 'string' && 'model' in entry && !('subtype' in entry)
    : entry.type === 'tool_use'
      ? typeof entry.tool_id === 'string' && typeof entry.tool_name === 'string'
      : entry.type === 'tool_result' && typeof entry.tool_id === 'string' && typeof entry.status === 'string'

/** Whether a value is the output of `--output-format json`: only the answer and its statistics. */
export const isPrintedAnswer = ({ response, stats }: JsonObject): boolean =>
  typeof response === 'string' && isRecord(stats) && isRecord(stats.models) && isRecord(stats.tools)

/** The stream of a run: pieces of texts, calls and results. Words and calls without a prompt between them are one answer. */
export function readStream(entries: readonly unknown[], thread: SessionThread): Conversation {
  let fields: JsonObject = {}
  let model: string | undefined
  let draft: AnswerDraft | undefined
  let notes: JsonObject[] = []
  let timestamp: number | undefined
  /** Pieces of a text that is still going on. */
  let said = ''
  const endText = (): void => {
    if (said !== '') draft?.text(said)
    said = ''
  }
  const endAnswer = (): void => {
    endText()
    if (draft && !draft.isBlank) {
      const message = draft.message(compact<Partial<AssistantMessage>>({ model, timestamp }))
      thread.add(withMetadata<Message>(message, notes.length > 0 ? { [`${PREFIX}calls`]: notes } : {}))
    }
    draft = undefined
    notes = []
  }
  entries.forEach((entry, at) => {
    if (!isRecord(entry)) return thread.keep(at, 'no record', entry)
    const time = timeOf(entry.timestamp)
    const result = wordOf(entry.type) === 'tool_result'
    switch (entry.type) {
      case 'init': {
        model = textOf(entry.model) ?? model
        fields = { ...fields, ...entry }
        return undefined
      }
      case 'message': {
        const content = wordOf(entry.content)
        if (entry.role === 'user') {
          endAnswer()
          const message = compact<Message>({ role: 'user', content, timestamp: time })
          thread.add(withMetadata(message, restOf(PREFIX, entry, 'type', 'role', 'content', 'timestamp')))
          return undefined
        }
        // After results another answer begins.
        if (draft && draft.calls.length > 0) endAnswer()
        if (!draft) timestamp = time
        draft ??= draftAnswer()
        said += content
        return undefined
      }
      case 'tool_use': {
        if (!draft) timestamp = time
        draft ??= draftAnswer()
        endText()
        draft.call({
          id: textOf(entry.tool_id),
          name: wordOf(entry.tool_name),
          input: entry.parameters ?? {},
        })
        const rest = restOf('', entry, 'type', 'tool_id', 'tool_name', 'parameters')
        if (Object.keys(rest).length > 0) notes.push(rest)
        return undefined
      }
      case 'tool_result':
      case 'error': {
        endAnswer()
        thread.add(result ? resultOf(entry, time) : errorOf(entry, time))
        return undefined
      }
      case 'result': {
        endAnswer()
        addCounts(entry, thread)
        fields = { ...fields, result: entry }
        return undefined
      }
      default:
        return thread.keep(at, textOf(entry.type) ?? 'no type', entry)
    }
  })
  endAnswer()
  return thread.end({ fields })
}

/** The answer of a run that printed one object. */
export function readPrintedAnswer(entry: JsonObject, thread: SessionThread): Conversation {
  const { response, ...fields } = entry
  thread.add({ role: 'assistant', content: wordOf(response) })
  return thread.end({ fields })
}

function resultOf(entry: JsonObject, timestamp: number | undefined): Message {
  const { output, error, status } = entry
  const told = isRecord(error) ? textOf(error.message) : textOf(error)
  const result = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: wordOf(entry.tool_id),
    content:
      typeof output === 'string' ? output : (told ?? (output === undefined ? '' : JSON.stringify(output))),
    isError: status === 'error' || undefined,
    timestamp,
  })
  const used = ['type', 'tool_id', 'timestamp', ...(typeof output === 'string' ? ['output'] : [])]
  return withMetadata<Message>(result, restOf(PREFIX, entry, ...used))
}

function errorOf(entry: JsonObject, timestamp: number | undefined): Message {
  const content = textOf(entry.message) ?? 'The run reported an error.'
  const notice = compact<Message>({ role: 'system', kind: 'notification', content, timestamp })
  return withMetadata(notice, restOf(PREFIX, entry, 'type', 'message', 'timestamp'))
}

/** Counts are those of the whole run, so its last answer has them, as the logs of other programs do. */
function addCounts({ stats }: JsonObject, thread: SessionThread): void {
  const last = thread.messages.findLast((message) => message.role === 'assistant')
  if (!isRecord(stats) || !last || last.usage) return
  const usage = usageFrom({
    input: stats.input_tokens,
    output: stats.output_tokens,
    total: stats.total_tokens,
    cached: stats.cached,
  })
  if (usage) thread.replace(last, { ...last, usage })
}
