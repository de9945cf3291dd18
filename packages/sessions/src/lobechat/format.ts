import type { Message, ToolMessage } from '@antiphon/core'
import { compact, decodeJson, entriesIn, isRecord, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  restOf,
  type SessionThread,
  severalOf,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'

const PREFIX = 'lobechat.'

/** Exports of LobeChat, which has the messages of all sessions and topics in one list. */
export const lobeChatFormat = defineSession({
  name: 'lobechat',
  title: 'LobeChat: export of sessions, of the database',
  shapes: ['export', 'database'],
  needs: '"state" or "data" with "messages", beside "exportType" or "schemaHash"',
  sign: (value) => (stateOf(value) ? 'messages of sessions in an export' : undefined),
  read(value, _report, open) {
    const state = stateOf(value)!
    const isExport = typeof (value as JsonObject).exportType === 'string'
    const shape = isExport ? 'export' : 'database'
    const { messages, ...rest } = state
    const { state: _, data: __, ...outer } = value as JsonObject
    const groups = new Map<string, { thread: SessionThread; title: string | undefined }>()
    messages.forEach((message, at) => {
      const key = isRecord(message)
        ? `${textOf(message.sessionId) ?? ''}/${textOf(message.topicId) ?? ''}`
        : '/'
      let group = groups.get(key)
      if (!group) {
        group = { thread: open(shape), title: titleOf(message, state) }
        groups.set(key, group)
      }
      const read = isRecord(message) ? readMessage(message) : undefined
      if (read) group.thread.add(read)
      else group.thread.keep(`messages[${at}]`, 'no message', message)
    })
    if (groups.size === 0) groups.set('/', { thread: open(shape), title: undefined })
    const conversations = [...groups.values()].map(({ thread, title }, i): Conversation => {
      return thread.end({ title, fields: i === 0 ? { ...outer, ...rest } : {} })
    })
    return severalOf(conversations)
  },
})

/** Without the kind of export its lists beside one another say it. */
const isNamed = (state: unknown): boolean =>
  isRecord(state) && (Array.isArray(state.sessions) || Array.isArray(state.topics))

function stateOf(value: unknown): (JsonObject & { messages: unknown[] }) | undefined {
  if (!isRecord(value)) return undefined
  const state =
    typeof value.exportType === 'string'
      ? value.state
      : typeof value.schemaHash === 'string'
        ? value.data
        : isNamed(value.state)
          ? value.state
          : undefined
  return isRecord(state) && Array.isArray(state.messages)
    ? (state as JsonObject & { messages: unknown[] })
    : undefined
}

function titleOf(message: unknown, { topics, sessions }: JsonObject): string | undefined {
  if (!isRecord(message)) return undefined
  const named = (list: unknown, id: unknown): string | undefined => {
    const found = Array.isArray(list) ? list.find((entry) => isRecord(entry) && entry.id === id) : undefined
    const meta = isRecord(found) && isRecord(found.meta) ? found.meta : {}
    return isRecord(found) ? (textOf(found.title) ?? textOf(meta.title)) : undefined
  }
  return named(topics, message.topicId) ?? named(sessions, message.sessionId)
}

function readMessage(message: JsonObject): Message | undefined {
  const timestamp = timeOf(message.createdAt)
  const common = compact({ id: textOf(message.id), timestamp })
  const content = textOf(message.content) ?? ''
  const notes = restOf(
    PREFIX,
    message,
    'id',
    'role',
    'content',
    'tools',
    ...(timestamp === undefined ? [] : ['createdAt']),
  )
  switch (message.role) {
    case 'user':
    case 'system':
      return withMetadata<Message>({ role: message.role, content, ...common }, notes)
    case 'assistant':
      return withMetadata(readAnswer(message, content, common), {
        ...notes,
        ...(content === '...' && { [`${PREFIX}content`]: content }),
      })
    case 'tool':
    case 'function': {
      const plugin = isRecord(message.plugin) ? message.plugin : {}
      const result = compact<ToolMessage>({
        role: 'tool',
        tool_call_id: textOf(message.tool_call_id) ?? '',
        toolName: textOf(plugin.apiName) ?? textOf(message.name),
        content,
        isError: failureIn(message.error ?? message.pluginError) !== undefined || undefined,
        details: message.pluginState ?? undefined,
        ...common,
      })
      return withMetadata(result, notes)
    }
    default:
      return undefined
  }
}

/** An error is an object; some copies have it as JSON, in a list or as its words alone. */
function failureIn(value: unknown): string | undefined {
  const [error] = entriesIn(decodeJson(value))
  return isRecord(error)
    ? (textOf(error.message) ?? textOf(error.type) ?? 'The request failed.')
    : textOf(error)
}

/** Calls are in `tools`; up to version 4 one was the `plugin` of the answer. */
function readAnswer(
  message: JsonObject,
  content: string,
  common: { id?: string; timestamp?: number },
): Message {
  const draft = draftAnswer()
  const { reasoning, error, extra } = message
  const thought = isRecord(reasoning) ? textOf(reasoning.content) : textOf(reasoning)
  if (thought !== undefined) draft.reasoning(thought)
  // An answer without any text so far is stored as three dots.
  const isLoading = content === '...'
  if (content !== '' && !isLoading) draft.text(content)
  const old = isRecord(message.plugin) && message.tools === undefined ? [message.plugin] : []
  for (const tool of Array.isArray(message.tools) ? (message.tools as unknown[]) : old) {
    if (!isRecord(tool)) continue
    const more = restOf('', tool, 'id', 'apiName', 'arguments', 'type', 'function')
    draft.call({ id: textOf(tool.id), name: textOf(tool.apiName) ?? '', input: tool.arguments ?? {}, more })
  }
  const failure = failureIn(error)
  const model =
    textOf(message.fromModel) ??
    textOf(message.model) ??
    (isRecord(extra) ? textOf(extra.fromModel) : undefined)
  return draft.message(
    compact({
      ...common,
      model,
      ...(isLoading && { finishReason: 'incomplete' as const }),
      ...(failure !== undefined && {
        isError: true,
        finishReason: 'error' as const,
        error: { kind: 'provider' as const, message: failure },
      }),
    }),
  )
}
