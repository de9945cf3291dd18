import { isObject, refuse, refuseType } from './refuse.js'

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
export function checkFields(body: Record<string, unknown>, unknownFields: 'refuse' | 'ignore'): void {
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
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
