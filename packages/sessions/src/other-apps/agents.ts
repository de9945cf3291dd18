import { entriesIn, isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import { isRoleMessage } from '../shared/role-message.js'
import { listOf, oldestFirst, recordsIn, type Dialect } from './dialect.js'

/** It numbers its messages, or has a result with a run. */
const isAmp = (entry: JsonObject): boolean =>
  Array.isArray(entry.content) &&
  !('text' in entry) &&
  isRoleMessage(entry) &&
  ('messageId' in entry ||
    entry.content.some((block) => isRecord(block) && 'toolUseID' in block && 'run' in block))

/** Amp: blocks of Anthropic, but a result holds its run. */
const amp: Dialect = {
  shape: 'amp',
  entriesOf: ({ messages }) => listOf(messages, isAmp),
  messagesOf(entry) {
    if (!isRoleMessage(entry)) return 'no message'
    const content = entriesIn(entry.content).map((block) => {
      if (!isRecord(block) || block.type !== 'tool_result' || !isRecord(block.run)) return block
      const { toolUseID, run, ...rest } = block
      const { result, error, status, ...more } = run
      const isFailed = /^(?:error|cancelled|rejected)/.test(wordOf(status))
      const said = result ?? (isRecord(error) ? (error.message ?? error) : error) ?? status
      return { ...rest, ...more, status, tool_use_id: toolUseID, content: said, is_error: isFailed }
    })
    return [{ ...entry, content }]
  },
}

/** Letta's API: a kind in place of a role, the newest first. */
const letta: Dialect = {
  shape: 'letta',
  entriesOf({ messages }) {
    const list = listOf(messages, ({ message_type: type }) => wordOf(type).endsWith('_message'))
    return (
      list &&
      oldestFirst(list, list.some((entry) => isRecord(entry) && 'seq_id' in entry) ? 'seq_id' : 'date')
    )
  },
  messagesOf(entry) {
    const { content, ...rest } = entry
    const { message_type: type } = entry
    switch (type) {
      case 'user_message':
      case 'system_message':
      case 'assistant_message':
        return [{ ...rest, role: type.slice(0, -'_message'.length), content }]
      case 'reasoning_message':
      case 'hidden_reasoning_message': {
        const { reasoning, hidden_reasoning: hidden, signature, ...more } = rest
        const thinking = reasoning ?? hidden ?? ''
        return [{ ...more, role: 'assistant', content: [{ type: 'thinking', thinking, signature }] }]
      }
      case 'tool_call_message':
      case 'approval_request_message': {
        const { tool_call: call, tool_calls: calls, ...more } = rest
        return [{ ...more, role: 'assistant', tool_calls: Array.isArray(calls) ? calls : [call] }]
      }
      case 'tool_return_message': {
        const { tool_returns: returns, tool_return: said, tool_call_id: id, status, ...more } = rest
        const all = Array.isArray(returns)
          ? recordsIn(returns)
          : [{ tool_call_id: id, tool_return: said, status }]
        return all.map(({ tool_return: content, type: _type, ...one }, at) => ({
          ...(at === 0 && more),
          ...one,
          role: 'tool',
          content: content ?? said ?? '',
          is_error: one.status === 'error',
        }))
      }
      default:
        return typeof type === 'string' ? type : 'no message'
    }
  },
}

/** Letta Code: a line for each row of its screen; a call has its result. */
const lettaCode: Dialect = {
  shape: 'letta-code',
  entriesOf: ({ messages }) =>
    listOf(messages, ({ kind, captured_at: time }) => typeof kind === 'string' && typeof time === 'string'),
  messagesOf({ text, ...rest }, at) {
    const { kind } = rest
    if (kind === 'user' || kind === 'assistant') return [{ ...rest, role: kind, content: text }]
    if (kind === 'reasoning') return [{ ...rest, role: 'assistant', reasoning: text }]
    if (kind !== 'tool_call') return wordOf(kind) || 'no entry'
    const { name, argsText, resultText, resultOk, ...more } = rest
    const id = textOf(rest.source_line_id) ?? `call_${at}`
    const call = { ...more, role: 'assistant', tool_calls: [{ id, name, arguments: argsText }] }
    if (resultText === undefined) return [call]
    return [call, { role: 'tool', tool_call_id: id, content: resultText, is_error: resultOk === false }]
  },
}

const isPydantic = ({ kind, parts }: JsonObject): boolean =>
  (kind === 'request' || kind === 'response') &&
  Array.isArray(parts) &&
  parts.some((part) => isRecord(part) && 'part_kind' in part)

/** Pydantic AI: requests and responses of parts. */
const pydanticAi: Dialect = {
  shape: 'pydantic-ai',
  entriesOf: ({ messages }) => listOf(messages, isPydantic),
  messagesOf(entry) {
    if (!isPydantic(entry)) return wordOf(entry.kind) || 'no message'
    const { parts, ...rest } = entry
    if (rest.kind === 'response')
      return [{ ...rest, role: 'assistant', content: recordsIn(parts).map(pydanticBlock) }]
    return recordsIn(parts).map(({ part_kind: type, ...part }, at) => {
      const more = { ...(at === 0 && rest), ...part }
      if (type === 'system-prompt') return { ...more, role: 'system' }
      const isRetry = type === 'retry-prompt'
      const { tool_name: name } = part
      if (!wordOf(type).endsWith('tool-return') && !(isRetry && typeof name === 'string'))
        return { ...more, role: 'user', content: entriesIn(part.content).map(pydanticPart) }
      const { content } = part
      return {
        ...more,
        role: 'tool',
        content: typeof content === 'string' ? content : JSON.stringify(content ?? ''),
        is_error: isRetry || part.outcome === 'failed',
      }
    })
  },
}

const pydanticPart = (part: unknown): unknown =>
  isRecord(part) ? { ...part, type: part.kind, mediaType: part.media_type } : part

function pydanticBlock({ part_kind: kind, ...part }: JsonObject): JsonObject {
  const type = wordOf(kind)
  if (type === 'thinking') return { ...part, type, thinking: part.content }
  if (type.endsWith('tool-call')) return { ...part, type: 'tool-call' }
  return { ...part, type }
}

/** Keys of a step of Windsurf that say what came out of it. */
const OUTCOME = /^(?:output|content|result|exit_code|total_results|user_rejected|acknowledgement_type)$/

/** Windsurf: a step under the name of its type. */
const windsurf: Dialect = {
  shape: 'windsurf',
  entriesOf: ({ messages }) =>
    listOf(
      messages,
      ({ type, status, ...rest }) => typeof status === 'string' && isRecord(rest[wordOf(type)]),
    ),
  messagesOf({ type: kind, status, ...entry }, at) {
    const type = wordOf(kind)
    const { [type]: body, ...rest } = entry
    if (!isRecord(body)) return type || 'no step'
    if (type === 'user_input') {
      const { user_response: content, ...more } = body
      return [{ ...rest, ...more, role: 'user', content }]
    }
    if (type === 'planner_response') {
      const { response: content, ...more } = body
      return [{ ...rest, ...more, role: 'assistant', content }]
    }
    const id = `step_${at}`
    const pairs = Object.entries(body)
    const input = Object.fromEntries(pairs.filter(([key]) => !OUTCOME.test(key)))
    const outcome = Object.fromEntries(pairs.filter(([key]) => OUTCOME.test(key)))
    const { output, content, ...facts } = outcome
    const said = textOf(output) ?? textOf(content)
    const nothing = Object.keys(outcome).length === 0
    return [
      { ...rest, role: 'assistant', tool_calls: [{ id, name: type, input }] },
      {
        ...facts,
        role: 'tool',
        tool_call_id: id,
        content: said ?? (nothing ? wordOf(status) : JSON.stringify(outcome)),
        is_error: status === 'error' || body.user_rejected === true,
      },
    ]
  },
}

/** Zed up to its version 0.2.0: segments, with calls and results beside them. */
const zed: Dialect = {
  shape: 'zed',
  entriesOf: ({ messages }) =>
    listOf(
      messages,
      (entry) => Array.isArray(entry.segments) && !('content' in entry) && isRoleMessage(entry),
    ),
  messagesOf({ segments, tool_uses: calls, tool_results: results, ...rest }) {
    if (!isRoleMessage(rest)) return 'no message'
    const content = [
      ...entriesIn(segments),
      ...recordsIn(calls).map((call) => ({ ...call, type: 'tool_use' })),
    ]
    return [{ ...rest, content }, ...recordsIn(results).map(zedResult)]
  },
}

function zedResult({
  content,
  output,
  tool_use_id: id,
  tool_name: name,
  is_error: failed,
  ...rest
}: JsonObject): JsonObject {
  const said = isRecord(content) ? (content.Text ?? JSON.stringify(content)) : content
  return {
    ...rest,
    output,
    role: 'tool',
    tool_call_id: id,
    name,
    content: said ?? JSON.stringify(output),
    is_error: failed,
  }
}

/** Zed since its version 0.3.0: every value is under the name of its kind. */
const zedTagged: Dialect = {
  shape: 'zed',
  entriesOf: ({ messages }) => listOf(messages, (entry) => isRecord(entry.User) || isRecord(entry.Agent)),
  messagesOf({ User: user, Agent: agent }) {
    if (isRecord(user)) return [{ ...user, role: 'user', content: entriesIn(user.content).map(zedBlock) }]
    if (!isRecord(agent)) return 'no message'
    const { tool_results: results, ...rest } = agent
    const content = entriesIn(rest.content).map(zedBlock)
    const all = isRecord(results) ? Object.values(results).filter(isRecord) : []
    return [{ ...rest, role: 'assistant', content }, ...all.map(zedResult)]
  },
}

function zedBlock(block: unknown): unknown {
  const [kind, value] = isRecord(block) ? (Object.entries(block)[0] ?? []) : []
  if (kind === 'Text') return { type: 'text', text: value }
  if (kind === 'Thinking' && isRecord(value)) return { ...value, type: 'thinking' }
  if (kind === 'ToolUse' && isRecord(value)) return { ...value, type: 'tool_use' }
  return block
}

export const agentDialects: readonly Dialect[] = [amp, letta, lettaCode, pydanticAi, windsurf, zed, zedTagged]
