import { type Message, type ToolMessage } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { compact, isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  restOf,
  usageFrom,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { isRoleMessage, readRoleMessage, shown } from '../shared/role-message.js'

const PREFIX = 'cohere.'
const FINISH =
  /^(?:COMPLETE|STOP_SEQUENCE|MAX_TOKENS|TOOL_CALL|ERROR|ERROR_TOXIC|ERROR_LIMIT|USER_CANCEL|TIMEOUT)$/

/** Requests and answers of Cohere's chat, version 1 and 2. */
export const cohereFormat = defineSession({
  name: 'cohere',
  title: 'Cohere: requests and answers of chat, version 1 and 2',
  shapes: ['request', 'response'],
  needs:
    '"chat_history" of USER and CHATBOT, "messages" with "tool_plan" or "citations", or an answer with its "finish_reason" in capitals',
  sign: (_, sample) => (sample.some(isOwn) ? 'messages of Cohere' : undefined),
  read(value, report, open) {
    const openFor = (entry: JsonObject) => open(isAnswer(entry) ? 'response' : 'request')
    return readEach(entriesOf(value), isOwn, (entry) => readOne(entry, openFor(entry)), report)
  },
})

const isOwn = (entry: JsonObject): boolean => isFirst(entry) || isSecond(entry) || isAnswer(entry)

const isTurn = (turn: unknown): boolean =>
  isRecord(turn) &&
  /^(?:USER|CHATBOT|SYSTEM|TOOL)$/.test(wordOf(turn.role)) &&
  ('message' in turn || 'tool_results' in turn)

const isFirst = ({ chat_history: history }: JsonObject): boolean =>
  Array.isArray(history) && history.some(isTurn)

const isSecond = ({ messages, model }: JsonObject): boolean =>
  typeof model === 'string' &&
  Array.isArray(messages) &&
  messages.slice(0, 50).some((one) => isRecord(one) && ('tool_plan' in one || isCited(one)))

const isCited = ({ role, citations, content }: JsonObject): boolean =>
  (role === 'assistant' && Array.isArray(citations)) ||
  (role === 'tool' &&
    Array.isArray(content) &&
    content.some((part) => isRecord(part) && part.type === 'document' && isRecord(part.document)))

const isAnswer = ({
  finish_reason: reason,
  message,
  text,
  usage,
  generation_id: id,
  meta,
}: JsonObject): boolean =>
  (FINISH.test(wordOf(reason)) || (isRecord(usage) && 'billed_units' in usage)) &&
  ((isRecord(message) &&
    message.role === 'assistant' &&
    (isRecord(usage) || Array.isArray(message.content))) ||
    (typeof text === 'string' && (typeof id === 'string' || isRecord(meta))))

function readOne(entry: JsonObject, thread: SessionThread): Conversation {
  const isReply = isAnswer(entry)
  const { chat_history: history, messages, message, preamble, tool_results: results, ...fields } = entry
  if (typeof preamble === 'string') thread.add({ role: 'system', content: preamble })
  else if (preamble !== undefined) Object.assign(fields, { preamble })
  const turns = (Array.isArray(history) ? history : Array.isArray(messages) ? messages : []) as unknown[]
  const state: State = { thread, calls: [] }
  for (const [at, turn] of turns.entries()) {
    if (isRecord(turn) && isTurn(turn)) takeTurn(turn, state)
    else if (isRoleMessage(turn)) thread.add(...readRoleMessage(turn, PREFIX))
    else thread.keep(`${Array.isArray(history) ? 'chat_history' : 'messages'}[${at}]`, 'no message', turn)
  }
  if (isReply) {
    thread.add(answerOf(entry))
    const { text: _, tool_calls: __, finish_reason: ___, ...rest } = fields
    return thread.end({ fields: rest })
  }
  if (Array.isArray(results)) takeTurn({ role: 'TOOL', tool_results: results }, state)
  else if (results !== undefined) Object.assign(fields, { tool_results: results })
  if (typeof message === 'string' && message !== '') thread.add({ role: 'user', content: message })
  else if (message !== undefined) Object.assign(fields, { message })
  return thread.end({ fields })
}

interface State {
  thread: SessionThread
  /** Calls that wait for their results: version 1 has no ids. */
  calls: { id: string; name: string }[]
}

function takeTurn(turn: JsonObject, state: State): void {
  const { thread } = state
  const text = wordOf(turn.message)
  const notes = restOf(PREFIX, turn, 'role', 'message', 'tool_calls', 'tool_results')
  if (turn.role === 'CHATBOT') {
    const draft = draftAnswer()
    if (text !== '') draft.text(text)
    for (const call of Array.isArray(turn.tool_calls) ? (turn.tool_calls as unknown[]) : []) {
      const { name, parameters, ...more } = isRecord(call) ? call : {}
      const id = `call ${thread.messages.length}.${draft.calls.length}`
      draft.call({
        id,
        name: textOf(name) ?? '',
        input: parameters ?? {},
        more: restOf('', more, 'id', 'type', 'function'),
      })
      state.calls.push({ id, name: textOf(name) ?? '' })
    }
    return thread.add(withMetadata<Message>(draft.message(), notes))
  }
  if (turn.role === 'TOOL') {
    const results = Array.isArray(turn.tool_results) ? (turn.tool_results as unknown[]) : []
    for (const result of results) thread.add(resultOf(result, state))
    if (results.length > 0 || text === '') return undefined
  }
  const role = turn.role === 'SYSTEM' ? 'system' : 'user'
  return thread.add(withMetadata<Message>({ role, content: text }, notes))
}

function resultOf(raw: unknown, { calls }: State): ToolMessage {
  const { call, outputs, ...more } = isRecord(raw) ? raw : { outputs: raw }
  const name = isRecord(call) ? textOf(call.name) : undefined
  const at = Math.max(
    0,
    calls.findIndex((one) => one.name === name),
  )
  const [made] = calls.splice(at, 1)
  const values: unknown[] = Array.isArray(outputs) ? outputs : [outputs]
  const only: unknown = values.length === 1 ? values[0] : undefined
  const text = isRecord(only) && Object.keys(only).length === 1 ? Object.values(only)[0] : undefined
  const result = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: made?.id ?? '',
    toolName: name,
    content: typeof text === 'string' ? text : shown(outputs, PREFIX),
    details: outputs,
  })
  return withMetadata(result, { ...restOf(PREFIX, more), [`${PREFIX}call`]: made ? undefined : call })
}

function answerOf(entry: JsonObject): Message {
  const { message, text, tool_calls: calls, usage, meta } = entry
  const body: JsonObject = isRecord(message)
    ? message
    : { role: 'assistant', content: text, tool_calls: calls }
  const [answer] = readRoleMessage(body, PREFIX)
  const reason = wordOf(entry.finish_reason)
  const counts = [usage, meta].find(isRecord) ?? {}
  const tokens = [counts.tokens, counts.billed_units].find(isRecord) ?? {}
  if (answer?.role !== 'assistant') return answer!
  return compact<Message>({
    ...answer,
    usage: usageFrom({
      input: tokens.input_tokens,
      output: tokens.output_tokens,
      cached: counts.cached_tokens,
    }),
    finishReason:
      reason === 'COMPLETE'
        ? 'stop'
        : normalizeFinishReason(reason.toLowerCase(), answer.tool_calls !== undefined),
    finishReasonRaw: reason,
  })
}
