import { isRecord, parseJson, recordOf } from '@antiphon/base'
import {
  type WireMessage,
  refuse,
  readName,
  refuseMissing,
  refuseType,
  type ChatRequest,
  type ToolOffer,
} from './chat-request.js'

/** Refuses results without a call and calls without a result, as OpenAI does (docs/wire 1.3, orphans). */
export function checkTranscript(messages: readonly WireMessage[]): void {
  let asked: ReadonlySet<string> | undefined
  let open = new Set<string>()
  let askedAt = 0
  messages.forEach((message, i) => {
    if (message.role === 'tool') {
      checkResult(message, i, asked)
      open.delete(message.tool_call_id ?? '')
      return
    }
    refuseOpen(open, askedAt)
    open = new Set(message.tool_calls?.map((call) => call.id))
    asked = message.tool_calls && new Set(open)
    askedAt = i
  })
  refuseOpen(open, askedAt)
}

function checkResult(message: WireMessage, index: number, asked: ReadonlySet<string> | undefined): void {
  if (!asked) {
    // The spelling is OpenAI's.
    const text =
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    refuse(text, `messages.[${index}].role`)
  }
  if (asked.has(message.tool_call_id ?? '')) return
  const text = `Invalid parameter: 'tool_call_id' of '${message.tool_call_id}' not found in 'tool_calls' of previous message.`
  refuse(text, `messages.[${index}].tool_call_id`)
}

function refuseOpen(open: ReadonlySet<string>, index: number): void {
  if (open.size === 0) return
  const text =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
    `The following tool_call_ids did not have response messages: ${[...open].join(', ')}`
  refuse(text, `messages.[${index}].role`)
}

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']

/** Allowed keys of a message: OpenAI's, and the reasoning keys that open servers accept. */
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
function checkMessages(
  messages: readonly unknown[],
  unknownFields: 'refuse' | 'ignore',
): readonly WireMessage[] {
  refuseEmpty(messages, 'messages')
  messages.forEach((message, i) => checkMessage(message, `messages[${i}]`, unknownFields))
  return messages as readonly WireMessage[]
}

function checkMessage(message: unknown, at: string, unknownFields: 'refuse' | 'ignore'): void {
  if (!isRecord(message)) refuseType(at, 'an object', message)
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
    (Array.isArray(calls) || isRecord(message['function_call']) || typeof message['refusal'] === 'string')
  if (content === undefined || content === null) {
    if (!mayBeEmpty) refuse(`Invalid value for 'content': expected a string, got null.`, `${at}.content`)
  } else if (typeof content !== 'string' && !(Array.isArray(content) && content.every(isRecord))) {
    refuseType(`${at}.content`, 'one of a string or array of objects', content)
  }
  if (calls !== undefined && calls !== null) checkCalls(calls, `${at}.tool_calls`)
  if (role === 'tool' && typeof message['tool_call_id'] !== 'string') refuseMissing(`${at}.tool_call_id`)
}

function checkCalls(calls: unknown, at: string): void {
  if (!Array.isArray(calls)) refuseType(at, 'an array of objects', calls)
  refuseEmpty(calls, at)
  calls.forEach((call: unknown, i) => {
    const here = `${at}[${i}]`
    if (!isRecord(call)) refuseType(here, 'an object', call)
    if (typeof call['id'] !== 'string') refuseMissing(`${here}.id`)
    if (call['type'] !== 'function') refuseMissing(`${here}.type`)
    const named = call['function']
    if (!isRecord(named)) refuseMissing(`${here}.function.name`)
    readName(named['name'], `${here}.function.name`)
    if (typeof named['arguments'] !== 'string')
      refuseType(`${here}.function.arguments`, 'a string', named['arguments'])
  })
}

function refuseEmpty(list: readonly unknown[], at: string): void {
  if (list.length > 0) return
  const words = 'Expected an array with minimum length 1, but got an empty array instead.'
  refuse(`Invalid '${at}': empty array. ${words}`, at, 'empty_array')
}

type FieldType = 'string' | 'boolean' | 'number' | 'integer' | 'array' | 'object' | 'any'

/** OpenAI's fields, then those that other servers of this API know. */
const fields: Readonly<Record<string, FieldType>> = {
  model: 'string',
  messages: 'array',
  stream: 'boolean',
  stream_options: 'object',
  tools: 'array',
  tool_choice: 'any',
  parallel_tool_calls: 'boolean',
  max_tokens: 'integer',
  max_completion_tokens: 'integer',
  temperature: 'number',
  top_p: 'number',
  n: 'integer',
  stop: 'any',
  seed: 'integer',
  presence_penalty: 'number',
  frequency_penalty: 'number',
  logit_bias: 'object',
  logprobs: 'boolean',
  top_logprobs: 'integer',
  response_format: 'object',
  reasoning_effort: 'string',
  verbosity: 'string',
  user: 'string',
  store: 'boolean',
  metadata: 'object',
  service_tier: 'string',
  modalities: 'array',
  audio: 'object',
  prediction: 'object',
  web_search_options: 'object',
  functions: 'array',
  function_call: 'any',
  prompt_cache_key: 'string',
  prompt_cache_retention: 'string',
  safety_identifier: 'string',
  top_k: 'integer',
  min_p: 'number',
  repetition_penalty: 'number',
  chat_template_kwargs: 'object',
  enable_thinking: 'boolean',
  thinking: 'object',
  thinking_budget: 'integer',
  reasoning: 'object',
  reasoning_format: 'string',
  reasoning_split: 'boolean',
}

const words: Record<Exclude<FieldType, 'any'>, string> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a decimal',
  integer: 'an integer',
  array: 'an array of objects',
  object: 'an object',
}

/** Refuses fields of the wrong type and, unless told to ignore them, fields that are not part of the API. */
function checkFields(body: Record<string, unknown>, unknownFields: 'refuse' | 'ignore'): void {
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(fields, key))
  if (unknownFields === 'refuse' && unknown.length > 0) {
    const s = unknown.length > 1 ? 's' : ''
    refuse(`Unrecognized request argument${s} supplied: ${unknown.join(', ')}`, null)
  }
  for (const [key, value] of Object.entries(body)) {
    const type = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (type === undefined || type === 'any') continue
    const nullable = key !== 'model' && key !== 'messages'
    if (value === null && nullable) continue
    if (!isOfType(value, type)) refuseType(key, words[type], value)
  }
  for (const key of ['max_tokens', 'max_completion_tokens', 'n']) {
    const value = body[key]
    if (typeof value === 'number' && value < 1) {
      const message = `Invalid '${key}': integer below minimum value. Expected a value >= 1, but got ${value} instead.`
      refuse(message, key, 'integer_below_min_value')
    }
  }
}

function isOfType(value: unknown, type: Exclude<FieldType, 'any'>): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Reads and checks the body of a chat completion. Throws RefusedRequest with OpenAI's words. */
export function readChatRequest(text: string, unknownFields: 'refuse' | 'ignore'): ChatRequest {
  const body = parseBody(text)
  if (body['model'] === undefined || body['model'] === '') refuse('you must provide a model parameter', null)
  if (body['messages'] === undefined) refuseMissing('messages')
  checkFields(body, unknownFields)
  const options = body['stream_options']
  if (isRecord(options) && body['stream'] !== true) {
    refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options')
  }
  const limit = body['max_completion_tokens'] ?? body['max_tokens']
  return {
    model: body['model'] as string,
    messages: checkMessages(body['messages'] as unknown[], unknownFields),
    tools: body['tool_choice'] === 'none' ? [] : readTools(body['tools']),
    stream: body['stream'] === true,
    includeUsage: isRecord(options) && options['include_usage'] === true,
    ...(typeof limit === 'number' ? { maxTokens: limit } : {}),
  }
}

/** The JSON object in a body; refuses any other text in OpenAI's words. */
export function parseBody(text: string): Record<string, unknown> {
  const body = parseJson(text)
  if (body === undefined) {
    const hint = '(HINT: The API expects a JSON payload, but what was sent was not valid JSON.)'
    refuse(`We could not parse the JSON body of your request. ${hint}`, null)
  }
  if (!isRecord(body)) refuse('The body of a request has to be a JSON object.', null)
  return body
}

function readTools(tools: unknown): ToolOffer[] {
  if (tools === undefined || tools === null) return []
  if (!Array.isArray(tools)) refuseType('tools', 'an array of objects', tools)
  refuseEmpty(tools, 'tools')
  return tools.flatMap((tool: unknown, i) => {
    if (!isRecord(tool)) refuseType(`tools[${i}]`, 'an object', tool)
    if (tool['type'] !== 'function') return []
    const offer = tool['function']
    if (!isRecord(offer)) refuseMissing(`tools[${i}].function.name`)
    const { description, parameters } = offer
    return [
      {
        name: readName(offer['name'], `tools[${i}].function.name`),
        ...(typeof description === 'string' ? { description } : {}),
        parameters: recordOf(parameters),
      },
    ]
  })
}
