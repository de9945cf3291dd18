import type { AssistantMessage, Message } from '@antiphon/core'
import { compact, isRecord, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  withMetadata,
  plainContent,
  restOf,
  usageFrom,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { isResult, openAnswer, readResult, type OpenAnswer } from './items.js'
import {
  endsTurn,
  isInjected,
  kindOfLine,
  partsText,
  PREFIX,
  promptOf,
  readParts,
  type RolloutLine,
} from './records.js'

/** Tracks whether a text of a turn comes from its items or its events. A text may be in one of them or in both. */
interface Turn {
  lines: RolloutLine[]
  /** Words of the user from events, and how many reads of each are still expected. */
  said: Map<string, number>
  /** The last item of the user with these words. */
  items: Map<string, number>
  hasAnswers: boolean
  hasReasoning: boolean
}

/** Events that say more of a result than the item of it. */
const DETAILS = /^(?:exec_command_end|mcp_tool_call_end|patch_apply_end)$/

function turnsOf(lines: readonly RolloutLine[]): Turn[] {
  const turns: Turn[] = []
  let turn: Turn | undefined
  for (const line of lines) {
    if (!turn)
      turns.push(
        (turn = { lines: [], said: new Map(), items: new Map(), hasAnswers: false, hasReasoning: false }),
      )
    turn.lines.push(line)
    const { type, payload } = line
    const words = isEvent(line, 'user_message') ? textOf(payload.message)?.trim() : undefined
    if (words !== undefined) turn.said.set(words, (turn.said.get(words) ?? 0) + 1)
    if (type === 'response_item' && payload.role === 'user')
      turn.items.set(partsText(plainContent(readParts(payload.content))).trim(), line.at)
    turn.hasAnswers ||= type === 'response_item' && payload.type === 'message' && payload.role === 'assistant'
    turn.hasReasoning ||= type === 'response_item' && payload.type === 'reasoning'
    if (endsTurn(line)) turn = undefined
  }
  return turns
}

const isEvent = ({ type, payload }: RolloutLine, name: string): boolean =>
  type === 'event_msg' && payload.type === name

/** The messages of a rollout, line by line in the order of the file. */
export function readRollout(lines: readonly RolloutLine[], thread: SessionThread): Conversation {
  const details = new Map<string, unknown>()
  for (const { payload, type } of lines) {
    const callId = textOf(payload.call_id)
    if (callId === undefined) continue
    if (type === 'event_msg' && DETAILS.test(wordOf(textOf(payload.type)))) details.set(callId, payload)
  }
  const state: State = { thread, details, answer: undefined, model: undefined, last: undefined }
  let fields: JsonObject | undefined
  let title: string | undefined
  for (const turn of turnsOf(lines)) {
    for (const line of turn.lines) {
      if (line.type === 'session_meta' && !fields) fields = line.entry
      else takeLine(line, turn, state)
      if (isEvent(line, 'thread_name_updated')) title = textOf(line.payload.thread_name) ?? title
    }
  }
  endAnswer(state)
  return thread.end({ title, fields: fields ?? {} })
}

interface State {
  thread: SessionThread
  details: ReadonlyMap<string, unknown>
  /** The answer that the model writes now. */
  answer: OpenAnswer | undefined
  model: string | undefined
  /** The last finished answer, for facts that come after it. */
  last: Message | undefined
}

function endAnswer(state: State): void {
  const { answer, model, thread } = state
  if (!answer) return
  state.answer = undefined
  thread.add(answer.end(compact({ model })))
  state.last = thread.messages.at(-1)
}

function takeLine(line: RolloutLine, turn: Turn, state: State): void {
  const { thread } = state
  const { at, type, payload, timestamp, entry } = line
  if (type === 'turn_context') {
    endAnswer(state)
    state.model = textOf(payload.model) ?? state.model
  }
  if (type === 'response_item' ? takeItem(line, turn, state) : takeEvent(line, turn, state)) return
  if (type === 'compacted') {
    endAnswer(state)
    const content = textOf(payload.message) ?? 'The conversation was compacted.'
    thread.add(notice(content, timestamp, payload))
    return
  }
  thread.keep(at, kindOfLine(line), entry)
}

function notice(content: string, timestamp: unknown, payload: JsonObject): Message {
  const message = compact<Message>({
    role: 'system',
    kind: 'notification',
    content,
    timestamp: timeOf(timestamp),
  })
  return withMetadata(message, restOf(PREFIX, payload, 'message'))
}

function takeItem({ payload: item, timestamp }: RolloutLine, turn: Turn, state: State): boolean {
  const { thread } = state
  if (isResult(item)) {
    endAnswer(state)
    thread.add(readResult(item, timestamp, state.details.get(textOf(item.call_id) ?? '')))
    return true
  }
  if (item.type === 'agent_message') {
    endAnswer(state)
    const content = plainContent(readParts(item.content))
    const message = compact<Message>({
      role: 'user',
      kind: 'notification',
      content,
      timestamp: timeOf(timestamp),
    })
    thread.add(withMetadata(message, restOf(PREFIX, item, 'content')))
    return true
  }
  if (item.type === 'message' && item.role !== 'assistant') {
    endAnswer(state)
    takeInput(item, timestamp, turn, thread)
    return true
  }
  const answer = state.answer ?? openAnswer()
  if (!answer.take(item, timestamp)) return false
  state.answer = answer
  return true
}

function takeInput(item: JsonObject, timestamp: unknown, turn: Turn, thread: SessionThread): void {
  const parts = readParts(item.content)
  const content = plainContent(parts)
  const text = partsText(content)
  const common = { timestamp: timeOf(timestamp) }
  const rest = restOf(PREFIX, item, 'type', 'role', 'content')
  if (item.role === 'developer' || item.role === 'system') {
    thread.add(withMetadata(compact<Message>({ role: item.role, content: text, ...common }), rest))
    return
  }
  const left = turn.said.get(text.trim()) ?? 0
  if (left > 0) turn.said.set(text.trim(), left - 1)
  const isTyped = left > 0 || (turn.said.size === 0 && !isInjected(text))
  const prompt = promptOf(text)
  const isWrapped = isTyped && typeof content === 'string' && prompt !== text
  const message = compact<Message>({
    role: 'user',
    content: isWrapped ? prompt : content,
    kind: isTyped ? undefined : 'context',
    ...common,
  })
  thread.add(withMetadata(message, { ...rest, ...(isWrapped && { [`${PREFIX}text`]: text }) }))
}

function takeEvent(line: RolloutLine, turn: Turn, state: State): boolean {
  const { thread } = state
  const { payload, timestamp } = line
  const message = textOf(payload.message)
  if (isEvent(line, 'user_message') && message !== undefined) {
    // The item of it has been read, or comes next.
    const left = turn.said.get(message.trim()) ?? 0
    if (left === 0 || (turn.items.get(message.trim()) ?? -1) > line.at) return false
    endAnswer(state)
    turn.said.set(message.trim(), left - 1)
    addPrompt(line, message, thread)
    return true
  }
  if (isEvent(line, 'agent_message') && !turn.hasAnswers && message !== undefined) {
    state.answer ??= openAnswer()
    const { type: _, message: __, ...rest } = payload
    return state.answer.take({ ...rest, type: 'message', role: 'assistant', content: message }, timestamp)
  }
  if (isEvent(line, 'agent_reasoning') && !turn.hasReasoning && textOf(payload.text) !== undefined) {
    state.answer ??= openAnswer()
    const summary = [{ type: 'summary_text', text: payload.text }]
    return state.answer.take({ type: 'reasoning', summary }, timestamp)
  }
  if (isEvent(line, 'token_count')) {
    endAnswer(state)
    addUsage(payload, state)
    return false
  }
  if (isEvent(line, 'turn_aborted')) {
    endAnswer(state)
    endLast(state, { finishReason: 'cancelled' })
    thread.add(notice(textOf(payload.reason) ?? 'interrupted', timestamp, payload))
    return true
  }
  if (isEvent(line, 'error') || isEvent(line, 'thread_rolled_back')) {
    endAnswer(state)
    const turns = payload.num_turns
    const words = message ?? (typeof turns === 'number' ? `The last ${turns} turns were undone.` : 'error')
    thread.add(notice(words, timestamp, payload))
    return true
  }
  return false
}

function addPrompt({ payload, timestamp }: RolloutLine, text: string, thread: SessionThread): void {
  const prompt = promptOf(text)
  const images = (Array.isArray(payload.images) ? payload.images : []).filter(
    (url) => typeof url === 'string',
  )
  const parts = images.map((url) => ({ type: 'image_url' as const, image_url: { url } }))
  const message = compact<Message>({
    role: 'user',
    content: parts.length > 0 ? [{ type: 'text', text: prompt }, ...parts] : prompt,
    timestamp: timeOf(timestamp),
  })
  const rest = restOf(PREFIX, payload, 'type', 'message', 'images')
  thread.add(withMetadata(message, { ...rest, ...(prompt !== text && { [`${PREFIX}text`]: text }) }))
}

/** The usage of the last request. It comes after each request, so it belongs to the answer before. */
function addUsage(payload: JsonObject, state: State): void {
  const info = isRecord(payload.info) ? payload.info : {}
  const raw = info.last_token_usage
  if (!isRecord(raw)) return
  const usage = usageFrom(
    {
      input: raw.input_tokens,
      output: raw.output_tokens,
      total: raw.total_tokens,
      reasoning: raw.reasoning_output_tokens,
      cached: raw.cached_input_tokens,
      cacheWrite: raw.cache_write_input_tokens,
    },
    raw,
  )
  endLast(state, { usage })
}

function endLast({ last, thread, ...state }: State, more: Partial<AssistantMessage>): void {
  if (last?.role !== 'assistant') return
  const after = compact<Message>({ ...last, ...more })
  thread.replace(last, after)
  Object.assign(state, { last: after })
}
