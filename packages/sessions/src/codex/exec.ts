import { compact, isRecord, numberOf, textOf, type JsonObject } from '@antiphon/base'
import type { Message, ToolMessage } from '@antiphon/core'
import {
  withMetadata,
  draftAnswer,
  restOf,
  usageFrom,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { PREFIX } from './records.js'

export const EXEC_TYPES =
  /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/

/** The output of `codex exec --json`: finished items, each an answer or a call with its result. */
export function readExec(entries: readonly JsonObject[], thread: SessionThread): Conversation {
  const done = new Set(
    entries.flatMap((entry) => (entry.type === 'item.completed' ? (idOf(entry) ?? []) : [])),
  )
  const shown = new Set<string>()
  entries.forEach((entry, at) => {
    const { item, type } = entry
    const id = idOf(entry)
    const isShown =
      isRecord(item) && (type === 'item.completed' || (id !== undefined && !done.has(id) && !shown.has(id)))
    if (isRecord(item) && isShown) {
      if (id !== undefined) shown.add(id)
      thread.add(...readItem(item))
      return
    }
    const error = isRecord(entry.error) ? textOf(entry.error.message) : textOf(entry.message)
    if (type === 'turn.failed' || type === 'error') {
      const message: Message = { role: 'system', kind: 'notification', content: error ?? 'The turn failed.' }
      thread.add(withMetadata(message, restOf(PREFIX, entry)))
      return
    }
    if (type === 'turn.completed') addUsage(entry, thread)
    thread.keep(at, textOf(type) ?? 'no type', entry)
  })
  return thread.end()
}

const idOf = ({ item }: JsonObject): string | undefined => (isRecord(item) ? textOf(item.id) : undefined)

function readItem(item: JsonObject): Message[] {
  const draft = draftAnswer()
  const { id, text } = item
  const type = textOf(item.type) ?? 'item'
  if (type === 'agent_message' || type === 'reasoning') {
    if (type === 'reasoning') draft.reasoning(textOf(text) ?? '')
    else draft.text(textOf(text) ?? '')
    return [withMetadata(draft.message(), restOf(PREFIX, item, 'text'))]
  }
  if (type === 'error') {
    const content = textOf(item.message) ?? 'error'
    return [
      withMetadata<Message>(
        { role: 'system', kind: 'notification', content },
        restOf(PREFIX, item, 'message'),
      ),
    ]
  }
  const { aggregated_output: output, result, status, exit_code: exit, error, ...input } = item
  const name = type === 'mcp_tool_call' ? (textOf(item.tool) ?? type) : type
  draft.call({ id: textOf(id), name, input: item.arguments ?? restOf('', input, 'id', 'type') })
  const answer = withMetadata(draft.message(), restOf(PREFIX, item, 'aggregated_output', 'result', 'error'))
  const message = isRecord(error) ? textOf(error.message) : textOf(error)
  const said =
    message ??
    textOf(output) ??
    (result === undefined || result === null ? undefined : JSON.stringify(result))
  const failed = status === 'failed' || (numberOf(exit) ?? 0) !== 0 || message !== undefined
  if (said === undefined && status !== 'completed' && status !== 'failed') return [answer]
  const tool = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(id) ?? '',
    content: said ?? '',
    isError: failed || undefined,
    details: isRecord(result) ? result : undefined,
  })
  return [answer, tool]
}

function addUsage({ usage: raw }: JsonObject, thread: SessionThread): void {
  const last = thread.messages.findLast(({ role }) => role === 'assistant')
  if (!isRecord(raw) || last?.role !== 'assistant') return
  const usage = usageFrom(
    { input: raw.input_tokens, output: raw.output_tokens, cached: raw.cached_input_tokens },
    raw,
  )
  thread.replace(last, compact({ ...last, usage }))
}
