import { isRecord } from '@antiphon/base'
import { RefusedRequest } from '../http/http.js'

/** One call in a message of a request after the checks. */
export interface WireToolCall {
  id: string
  type?: string
  function: { name: string; arguments: string }
}

/** One message of a request after the checks; other keys are kept but not read. */
export interface WireMessage {
  role: string
  content?: string | null | readonly Record<string, unknown>[]
  tool_calls?: readonly WireToolCall[]
  tool_call_id?: string
}

/** A function tool of the request. `parameters` is its JSON schema. */
export interface ToolOffer {
  name: string
  description?: string
  parameters: Record<string, unknown>
}

/** The body of POST /chat/completions after the checks. */
export interface ChatRequest {
  model: string
  messages: readonly WireMessage[]
  tools: readonly ToolOffer[]
  stream: boolean
  includeUsage: boolean
  /** `max_completion_tokens`, else `max_tokens`. */
  maxTokens?: number
}

/** The text of a message's content; parts that are not text are left out. */
export function textOf(message: WireMessage): string {
  if (typeof message.content === 'string') return message.content
  const parts = message.content ?? []
  return parts.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n')
}

/** A value's type in OpenAI's words. */
function typeWord(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  switch (typeof value) {
    case 'boolean':
      return 'a boolean'
    case 'number':
      return Number.isInteger(value) ? 'an integer' : 'a decimal'
    case 'string':
      return 'a string'
    default:
      return 'an object'
  }
}

/** Refuses a request with status 400, in the words of the service. */
export function refuse(message: string, param: string | null, code: string | null = null): never {
  throw new RefusedRequest(400, { message, param, code })
}

/** Refuses a request because a field has the wrong type, in OpenAI's words. */
export function refuseType(param: string, expected: string, value: unknown): never {
  // OpenAI writes "got a string instead", but "got null instead" for null.
  refuse(
    `Invalid type for '${param}': expected ${expected}, but got ${typeWord(value)} instead.`,
    param,
    'invalid_type',
  )
}

/** Refuses a request because a field is missing, in OpenAI's words. */
export function refuseMissing(param: string): never {
  refuse(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter')
}

/** The name of a function as OpenAI takes it. */
export function readName(name: unknown, param: string): string {
  if (typeof name !== 'string') refuseMissing(param)
  const wrong =
    name.length > 64
      ? `string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`
      : !/^[\w-]+$/.test(name) &&
        "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
  if (wrong) refuse(`Invalid '${param}': ${wrong}`, param, 'invalid_value')
  return name
}

/** True for an object that is not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> => isRecord(value)
