import type { Message } from '@antiphon/core'
import { isRecord, type JsonObject, listOf } from '@antiphon/base'
import { defineFormat, detectBy, otherFields, type Mark, otherValue } from '../shared/define-format.js'
import { readUnits, requireKinds, requireRecords, writeUnit } from '../shared/unit-codec.js'
import { type TranscriptDocument } from '../types.js'
import { messageCodec, PREFIX, ROLES } from './messages.js'

/**
 * Messages of open-agent-loops. `request` is its `ModelRequest`, which has `system` beside the messages; `run` is a
 * `RunResult` or the `agent_end` event. Style `wire`: what its client sends instead of what it stores.
 */
export const openAgentLoopsFormat = defineFormat({
  name: 'open-agent-loops',
  title: 'open-agent-loops: stored messages, model request, run result',
  shapes: ['messages', 'request', 'run'],
  detect(value) {
    const isRun =
      isRecord(value) &&
      Array.isArray(value.messages) &&
      (Array.isArray(value.newMessages) || value.type === 'agent_end')
    const found = detectBy(isRecord(value) ? value.messages : value, ROLES, marks)
    if (isRun && found.certainty > 0) return { certainty: 1, why: 'it is the result of a run' }
    // The same object with a model is a request to a server.
    const isRequest = isRecord(value) && typeof value.model === 'string'
    return isRequest && found.certainty > 0
      ? { certainty: found.certainty * 0.6, why: 'it names a model, which its requests do not' }
      : found
  },
  read(value, report) {
    const body: JsonObject | undefined = Array.isArray(value)
      ? { messages: value }
      : isRecord(value)
        ? value
        : undefined
    if (!body || !Array.isArray(body.messages)) {
      throw otherValue(value, 'open-agent-loops', 'a list of messages or an object with "messages"')
    }
    const { messages: list, ...fields } = body
    const where = Array.isArray(value) ? '' : 'messages'
    const records = requireRecords(listOf(list), where, 'a message')
    requireKinds(records, 'role', ROLES, where, 'open-agent-loops')
    const wire = isWire(records)
    let index = 0
    const { messages } = readUnits(records, where, (at) => messageCodec(at, index++, wire), report)
    const { system, ...rest } = fields
    const shape = Array.isArray(value)
      ? 'messages'
      : 'newMessages' in fields || 'steps' in fields
        ? 'run'
        : 'request'
    const document: TranscriptDocument = { format: 'open-agent-loops', shape, fields: rest }
    if (wire) document.style = { wire }
    if (typeof system !== 'string') return { messages, document: { ...document, fields } }
    // Its client sends the prompt as the first message.
    const prompt: Message = { role: 'system', content: system, metadata: { [`${PREFIX}@prompt`]: true } }
    return { messages: [prompt, ...messages], document }
  },
  write(messages, options, report) {
    const { document, shape, style } = options
    const wire = style.wire === true
    const [first] = messages
    const hasPrompt =
      shape === 'request' &&
      first?.role === 'system' &&
      (first.metadata?.[`${PREFIX}@prompt`] === true || document === undefined)
    const list = messages.map((message, i) =>
      i === 0 && hasPrompt ? {} : writeUnit(messageCodec('', i, wire), [message], report),
    )
    if (shape === 'messages') return list
    if (hasPrompt) return { ...document?.fields, system: first.content, messages: list.slice(1) }
    return { ...document?.fields, messages: list }
  },
})

/** Its stored messages never have the field in which its client sends thinking. */
function isWire(records: readonly JsonObject[]): boolean {
  const local = ['reasoning', 'finishReason', 'timestamp', 'toolName', 'isError']
  return (
    records.some((record) => 'reasoning_content' in record) &&
    !records.some((record) => local.some((key) => key in record))
  )
}

const FIELDS = ['role', 'content', 'timestamp', 'reasoning', 'reasoning_details', 'reasoning_content']
FIELDS.push('finishReason', 'tool_calls', 'isError', 'tool_call_id', 'toolName')

const marks: Mark[] = [
  {
    sign: 'finishReason on an answer',
    weight: 4,
    of: (m) => m.role === 'assistant' && typeof m.finishReason === 'string',
  },
  {
    sign: 'toolName beside tool_call_id',
    weight: 4,
    of: (m) => m.role === 'tool' && 'tool_call_id' in m && 'toolName' in m,
  },
  { sign: 'isError', weight: 1, of: (m) => typeof m.isError === 'boolean' && !('toolCallId' in m) },
  {
    sign: 'a timestamp in ms',
    weight: 1,
    of: (m) => typeof m.timestamp === 'number' && !Array.isArray(m.content),
  },
  { sign: 'calls with a text of arguments', weight: 2, of: (m) => Array.isArray(m.tool_calls) },
  { sign: 'tool_call_id', weight: 2, of: (m) => typeof m.tool_call_id === 'string' },
  {
    sign: 'content that is not a text',
    weight: -6,
    of: (m) => m.role !== 'user' && typeof m.content !== 'string',
  },
  otherFields(FIELDS, -12),
]
