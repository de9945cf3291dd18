import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import { compact, isRecord, recordIn, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  restOf,
  usageFrom,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'

const PREFIX = 'copilot-cli.'
const EVENT = /^(?:session|user|assistant|tool|subagent|system|hook|skill)\.[a-z_]+$/

/** Events of a session of Copilot CLI, which its extension for VS Code writes as well. */
export const copilotCliFormat = defineSession({
  name: 'copilot-cli',
  title: 'Copilot CLI: events of a session',
  shapes: ['events'],
  needs: 'events with a dot in their "type", with "data", "id" and "timestamp"',
  sign(_, sample) {
    const isOwn = sample.some(
      ({ type, data, id, timestamp }) =>
        typeof type === 'string' &&
        EVENT.test(type) &&
        isRecord(data) &&
        typeof id === 'string' &&
        timestamp !== undefined,
    )
    return isOwn ? 'events with data and an id' : undefined
  },
  read(value, _, open) {
    const entries = entriesOf(value)
    const main = open('events')
    const agents = new Map<string, SessionThread>()
    const asked = new Set<string>()
    const prompts = new Set<unknown>()
    for (const event of entries) {
      const { toolRequests, content } = isRecord(event) ? dataOf(event) : {}
      if (isRecord(event) && typeOf(event) === 'user.message') prompts.add(content)
      for (const call of Array.isArray(toolRequests) ? (toolRequests as unknown[]) : [])
        if (isRecord(call) && typeof call.toolCallId === 'string') asked.add(call.toolCallId)
    }
    let fields: JsonObject | undefined
    entries.forEach((event, at) => {
      if (!isRecord(event)) return main.keep(at, 'no event', event)
      if (typeOf(event) === 'session.start' && !fields) {
        fields = event
        return undefined
      }
      const parent = textOf(dataOf(event).parentToolCallId)
      const thread = parent === undefined ? main : (agents.get(parent) ?? open('events'))
      if (parent !== undefined) agents.set(parent, thread)
      const messages = readEvent(asPrompt(event, prompts), asked, thread)
      thread.add(...messages)
      return messages.length === 0 ? main.keep(at, typeOf(event), event) : undefined
    })
    const others: Conversation[] = []
    for (const [call, thread] of agents) {
      const { messages, document } = thread.end()
      if (messages.length > 0 && !main.attach(call, { messages, ...document }))
        others.push({ messages, document })
    }
    const conversation = main.end({ fields: fields ?? {} })
    return others.length > 0 ? { ...conversation, others } : conversation
  },
})

const typeOf = (event: JsonObject): string => textOf(event.type) ?? 'no type'
const dataOf = ({ data }: JsonObject): JsonObject => recordIn(data) ?? {}

/** Some versions write a prompt as the input of its hook alone. */
function asPrompt(event: JsonObject, prompts: ReadonlySet<unknown>): JsonObject {
  const { hookType, input } = dataOf(event)
  const prompt = hookType === 'userPromptSubmitted' && isRecord(input) ? textOf(input.prompt) : undefined
  if (typeOf(event) !== 'hook.start' || prompt === undefined || prompts.has(prompt)) return event
  return { ...event, type: 'user.message', data: { ...dataOf(event), content: prompt } }
}

function readEvent(event: JsonObject, asked: ReadonlySet<string>, thread: SessionThread): Message[] {
  const data = dataOf(event)
  const common = compact({ id: textOf(event.id), timestamp: timeOf(event.timestamp) })
  const note = (message: Message, ...used: string[]): Message[] => [
    withMetadata(message, {
      ...restOf(PREFIX, event, 'id', 'timestamp', 'data'),
      ...restOf(`${PREFIX}data.`, data, ...used),
    }),
  ]
  const content = textOf(data.content)
  switch (typeOf(event)) {
    case 'user.message':
      return note({ role: 'user', content: content ?? '', ...common }, 'content')
    case 'assistant.message':
      return note(readAnswer(data, common), 'content', 'toolRequests', 'reasoningText', 'model')
    case 'assistant.reasoning':
      return content === undefined
        ? []
        : note({ role: 'assistant', content: '', reasoning: content, ...common }, 'content')
    case 'tool.execution_start': {
      const id = textOf(data.toolCallId)
      if (id !== undefined && asked.has(id)) return []
      const draft = draftAnswer()
      draft.call({ id, name: textOf(data.toolName) ?? '', input: data.arguments ?? {} })
      return note(draft.message(common), 'toolCallId', 'toolName', 'arguments')
    }
    case 'tool.execution_complete':
      return note(readResult(data, common), 'toolCallId')
    case 'system.message':
      return note({ role: 'system', kind: 'context', content: content ?? '', ...common }, 'content')
    case 'system.notification':
      return note({ role: 'user', kind: 'notification', content: content ?? '', ...common }, 'content')
    case 'session.error':
    case 'session.warning':
      return note(
        { role: 'system', kind: 'notification', content: textOf(data.message) ?? 'error', ...common },
        'message',
      )
    case 'session.compaction_complete': {
      const said = textOf(data.summaryContent) ?? 'The conversation was compacted.'
      return note({ role: 'system', kind: 'notification', content: said, ...common }, 'summaryContent')
    }
    case 'abort': {
      const last = thread.messages.at(-1)
      if (last?.role === 'assistant') thread.replace(last, { ...last, finishReason: 'cancelled' })
      return note(
        { role: 'system', kind: 'notification', content: textOf(data.reason) ?? 'aborted', ...common },
        'reason',
      )
    }
    default:
      return []
  }
}

function readAnswer(data: JsonObject, common: Partial<AssistantMessage>): AssistantMessage {
  const draft = draftAnswer()
  const thought = textOf(data.reasoningText)
  const opaque = textOf(data.reasoningOpaque) ?? textOf(data.encryptedContent)
  if (thought !== undefined) draft.reasoning(thought)
  if (opaque !== undefined && thought === undefined)
    draft.reasoning('', { type: 'reasoning.encrypted', data: opaque })
  const content = textOf(data.content)
  if (content !== undefined) draft.text(content)
  const { toolRequests } = data
  for (const call of Array.isArray(toolRequests) ? (toolRequests as unknown[]) : []) {
    if (!isRecord(call)) continue
    const more = restOf('', call, 'toolCallId', 'name', 'arguments', 'type', 'id', 'function')
    draft.call({
      id: textOf(call.toolCallId),
      name: textOf(call.name) ?? '',
      input: call.arguments ?? {},
      more,
    })
  }
  const usage = usageFrom({ output: data.outputTokens })
  return draft.message(compact({ ...common, model: textOf(data.model), usage }))
}

function readResult(data: JsonObject, common: { id?: string; timestamp?: number }): ToolMessage {
  const result = isRecord(data.result) ? data.result : {}
  const error = isRecord(data.error) ? textOf(data.error.message) : textOf(data.error)
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(data.toolCallId) ?? '',
    content: textOf(result.content) ?? error ?? '',
    isError: data.success === false || undefined,
    ...common,
  })
}
