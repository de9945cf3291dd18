import type { ToolMessage } from '@antiphon/core'
import {
  withMetadata,
  defineSession,
  entriesOf,
  restOf,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { compact, entriesIn, isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import { isRoleMessage, readRoleMessage } from '../shared/role-message.js'

const PREFIX = 'kiro.'

/** Sessions of Kiro and Continue, whose history has an object around each message. */
export const kiroFormat = defineSession({
  name: 'kiro',
  title: 'Kiro, Continue: session',
  shapes: ['session'],
  needs: '"history" of objects with a "message" that has a role',
  sign: (_, sample) => (sample.some(isSession) ? 'a history of messages' : undefined),
  read: (value, report, open) =>
    readEach(entriesOf(value), isSession, (entry) => readSession(entry, open('session')), report),
})

const isSession = ({ history }: JsonObject): boolean =>
  Array.isArray(history) &&
  history
    .slice(0, 20)
    .some((entry) => isRecord(entry) && isRecord(entry.message) && isRoleMessage(entry.message))

function readSession({ history, ...fields }: JsonObject, thread: SessionThread): Conversation {
  const model = textOf(fields.selectedModel)
  for (const [at, entry] of (history as unknown[]).entries()) {
    if (!isRecord(entry) || !isRoleMessage(entry.message)) {
      thread.keep(`history[${at}]`, 'no message', entry)
      continue
    }
    const [first, ...rest] = readRoleMessage(entry.message, PREFIX)
    const own = first!.role === 'assistant' && model !== undefined ? { ...first!, model } : first!
    const results = entriesIn(entry.toolCallStates).flatMap(readState)
    const used = results.length > 0 ? ['message', 'toolCallStates'] : ['message']
    thread.add(withMetadata(own, { ...own.metadata, ...restOf(PREFIX, entry, ...used) }), ...rest, ...results)
  }
  return thread.end({ title: textOf(fields.title), fields })
}

/** Continue keeps a call and its result together; `output` is a list of items that each have a name and content. */
function readState(state: unknown): ToolMessage[] {
  if (!isRecord(state)) return []
  const { toolCallId, toolCall, status, output, parsedArgs: _, ...rest } = state
  const id = textOf(toolCallId)
  const items = entriesIn(output).filter(isRecord)
  if (id === undefined || items.length === 0) return []
  const called = isRecord(toolCall) && isRecord(toolCall.function) ? toolCall.function.name : undefined
  const result = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: id,
    toolName: textOf(called),
    content: items.map((item) => wordOf(item.content)).join('\n'),
    isError: status === 'errored' || status === 'canceled' || undefined,
  })
  return [
    withMetadata(
      result,
      restOf(PREFIX, { ...rest, items: items.map(({ content: _said, ...item }) => item) }),
    ),
  ]
}
