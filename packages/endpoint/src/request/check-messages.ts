import type { WireMessage } from './chat-request.js'
import { isObject, refuse, refuseMissing, refuseType } from './refuse.js'

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']

/** What may stand on a message: OpenAI's keys and the reasoning keys that open servers take back. */
const keys = new Set([
  'role',
  'content',
  'name',
  'tool_calls',
  'tool_call_id',
  'refusal',
  'audio',
  'function_call',
  'annotations',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'thinking_blocks',
  'prefix',
])

/** Checks each message on its own, with OpenAI's words. A kit that sends its local fields is told so here. */
export function checkMessages(
  messages: readonly unknown[],
  unknownFields: 'refuse' | 'ignore',
): readonly WireMessage[] {
  if (messages.length === 0) {
    const message =
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
    refuse(message, 'messages', 'empty_array')
  }
  messages.forEach((message, i) => checkMessage(message, `messages[${i}]`, unknownFields))
  return messages as readonly WireMessage[]
}

function checkMessage(message: unknown, at: string, unknownFields: 'refuse' | 'ignore'): void {
  if (!isObject(message)) refuseType(at, 'an object', message)
  const { role, content, tool_calls: calls } = message
  if (role === undefined) refuseMissing(`${at}.role`)
  if (typeof role !== 'string' || !roles.includes(role)) {
    const supported = `'system', 'assistant', 'user', 'function', 'tool', and 'developer'`
    refuse(
      `Invalid value: ${typeof role === 'string' ? `'${role}'` : JSON.stringify(role)}. Supported values are: ${supported}.`,
      `${at}.role`,
      'invalid_value',
    )
  }
  const unknown = Object.keys(message).find((key) => !keys.has(key))
  if (unknown !== undefined && unknownFields === 'refuse') {
    refuse(`Unknown parameter: '${at}.${unknown}'.`, `${at}.${unknown}`, 'unknown_parameter')
  }
  const mayBeEmpty =
    role === 'assistant' &&
    (Array.isArray(calls) || isObject(message['function_call']) || typeof message['refusal'] === 'string')
  if (content === undefined || content === null) {
    if (!mayBeEmpty) refuse(`Invalid value for 'content': expected a string, got null.`, `${at}.content`)
  } else if (typeof content !== 'string' && !(Array.isArray(content) && content.every(isObject))) {
    refuseType(`${at}.content`, 'one of a string or array of objects', content)
  }
  if (calls !== undefined && calls !== null) checkCalls(calls, `${at}.tool_calls`)
  if (role === 'tool' && typeof message['tool_call_id'] !== 'string') refuseMissing(`${at}.tool_call_id`)
}

function checkCalls(calls: unknown, at: string): void {
  if (!Array.isArray(calls)) refuseType(at, 'an array of objects', calls)
  if (calls.length === 0) {
    refuse(
      `Invalid '${at}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      at,
      'empty_array',
    )
  }
  calls.forEach((call: unknown, i) => {
    const here = `${at}[${i}]`
    if (!isObject(call)) refuseType(here, 'an object', call)
    if (typeof call['id'] !== 'string') refuseMissing(`${here}.id`)
    if (call['type'] !== 'function') refuseMissing(`${here}.type`)
    const named = call['function']
    if (!isObject(named) || typeof named['name'] !== 'string') refuseMissing(`${here}.function.name`)
    if (typeof named['arguments'] !== 'string')
      refuseType(`${here}.function.arguments`, 'a string', named['arguments'])
  })
}
