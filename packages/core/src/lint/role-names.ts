import { isRecord, textOf, type JsonObject } from '../errors/is-record.js'

const WIRE_ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const
export type WireRole = (typeof WIRE_ROLES)[number]

/** What other systems call the roles, in lower case and without separators (seed-formats B, C, E). */
const OTHER_NAMES: Record<string, WireRole> = {
  human: 'user',
  enduser: 'user',
  notification: 'user',
  ai: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  gpt: 'assistant',
  chatbot: 'assistant',
  context: 'system',
  toolresult: 'tool',
  toolresponse: 'tool',
  tooloutput: 'tool',
  toolmessage: 'tool',
  function: 'tool',
  functionresponse: 'tool',
  observation: 'tool',
}

/** Fields that other systems name the call of a result by; ours is first. */
export const RESULT_ID_FIELDS = ['tool_call_id', 'toolCallId', 'tool_use_id', 'call_id', 'callId'] as const

/** The role that a message means, however it is spelled; undefined when nothing says. */
export function meantRole(raw: JsonObject): WireRole | undefined {
  const { role } = raw
  if (typeof role === 'string') {
    const name = role.toLowerCase().replaceAll(/[\s_-]/g, '')
    return (
      WIRE_ROLES.find((one) => one === name) ??
      (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined)
    )
  }
  if (role !== undefined && role !== null) return undefined
  if (RESULT_ID_FIELDS.some((field) => textOf(raw[field]))) return 'tool'
  return Array.isArray(raw.tool_calls) && raw.tool_calls.some(isRecord) ? 'assistant' : undefined
}
