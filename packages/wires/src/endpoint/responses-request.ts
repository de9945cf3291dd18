import {
  isObject,
  readName,
  refuse,
  refuseMissing,
  refuseType,
  parseBody,
  sealOf,
} from '@antiphon/endpoint/wire'
import type { ChatRequest, ToolOffer, WireMessage } from '@antiphon/endpoint'

type Item = Record<string, unknown>

const FIELDS = new Set(
  (
    'model input instructions stream tools tool_choice parallel_tool_calls temperature top_p max_output_tokens reasoning text ' +
    'include store metadata previous_response_id conversation truncation user service_tier background top_logprobs ' +
    'prompt_cache_key prompt_cache_retention safety_identifier stream_options max_tool_calls'
  ).split(' '),
)

/** Allowed fields of each type of input part. */
const PART_KEYS: Record<string, readonly string[]> = {
  input_text: ['type', 'text'],
  output_text: ['type', 'text', 'annotations', 'logprobs'],
  input_image: ['type', 'image_url', 'file_id', 'detail'],
  input_file: ['type', 'file_id', 'file_url', 'filename', 'file_data'],
  refusal: ['type', 'refusal'],
}

/** Reads a request of OpenAI's Responses API, and refuses what the service refuses, in its words. */
export function readResponsesRequest(text: string, unknownFields: 'refuse' | 'ignore'): ChatRequest {
  const body = parseBody(text)
  if (typeof body['model'] !== 'string' || !body['model']) refuseMissing('model')
  const unknown = Object.keys(body).find((key) => !FIELDS.has(key))
  if (unknown !== undefined && unknownFields === 'refuse')
    refuse(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter')
  const { input, instructions, max_output_tokens: limit } = body
  if (input === undefined) refuseMissing('input')
  if (limit !== undefined && (!Number.isInteger(limit) || (limit as number) < 16))
    refuse(
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${JSON.stringify(limit)} instead.`,
      'max_output_tokens',
      'integer_below_min_value',
    )
  const prompt: WireMessage[] =
    typeof instructions === 'string' ? [{ role: 'system', content: instructions }] : []
  if (typeof input !== 'string' && !Array.isArray(input))
    refuseType('input', 'one of a string or array of objects', input)
  const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : readItems(input)
  return {
    model: body['model'],
    messages: [...prompt, ...messages],
    tools: body['tool_choice'] === 'none' ? [] : readTools(body['tools']),
    stream: body['stream'] === true,
    includeUsage: true,
    ...(typeof limit === 'number' ? { maxTokens: limit } : {}),
  }
}

function readTools(tools: unknown): ToolOffer[] {
  if (tools === undefined || tools === null) return []
  if (!Array.isArray(tools)) refuseType('tools', 'an array of objects', tools)
  return tools.flatMap((tool: unknown, i) => {
    if (!isObject(tool)) refuseType(`tools[${i}]`, 'an object', tool)
    if (tool['type'] !== 'function') return []
    const { description, parameters } = tool
    return [
      {
        name: readName(tool['name'], `tools[${i}].name`),
        ...(typeof description === 'string' ? { description } : {}),
        parameters: isObject(parameters) ? parameters : {},
      },
    ]
  })
}

function readItems(input: readonly unknown[]): WireMessage[] {
  const items = input.map((item, i): Item =>
    isObject(item) ? item : refuseType(`input[${i}]`, 'an object', item),
  )
  checkPairs(items)
  const messages: (WireMessage & { tool_calls?: WireMessage['tool_calls'] })[] = []
  items.forEach((item, i) => {
    const at = `input[${i}]`
    const last = messages.at(-1)
    const { type = 'message', role } = item
    if (type === 'message') {
      if (typeof role !== 'string' || !/^(?:user|assistant|system|developer)$/.test(role))
        refuse(
          `Invalid value: '${String(role)}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
          `${at}.role`,
          'invalid_value',
        )
      messages.push({ role, content: readContent(item['content'], `${at}.content`) })
    } else if (type === 'function_call') {
      const { call_id: id, arguments: args } = item
      if (typeof id !== 'string') refuseMissing(`${at}.call_id`)
      const name = readName(item['name'], `${at}.name`)
      if (typeof args !== 'string') refuseType(`${at}.arguments`, 'a string', args)
      const call = { id, type: 'function', function: { name, arguments: args } }
      if (last?.role === 'assistant')
        messages[messages.length - 1] = { ...last, tool_calls: [...(last.tool_calls ?? []), call] }
      else messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    } else if (type === 'function_call_output') {
      const { call_id: id, output } = item
      if (typeof id !== 'string') refuseMissing(`${at}.call_id`)
      messages.push({ role: 'tool', tool_call_id: id, content: readContent(output, `${at}.output`) })
    } else if (type !== 'reasoning') {
      refuse(`Invalid value: '${String(type)}'.`, `${at}.type`, 'invalid_value')
    }
  })
  return messages
}

/** Parts in the shape of chat completions, which is what scripts read. */
function readContent(content: unknown, at: string): WireMessage['content'] {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) refuseType(at, 'one of a string or array of objects', content)
  return content.map((part: unknown, i): Record<string, unknown> => {
    if (!isObject(part)) refuseType(`${at}[${i}]`, 'an object', part)
    const keys = PART_KEYS[String(part['type'])]
    if (!keys)
      refuse(
        `Invalid value: '${String(part['type'])}'. Supported values are: ${Object.keys(PART_KEYS).join(', ')}.`,
        `${at}[${i}]`,
        'invalid_value',
      )
    const unknown = Object.keys(part).find((key) => !keys.includes(key))
    if (unknown)
      refuse(`Unknown parameter: '${at}[${i}].${unknown}'.`, `${at}[${i}].${unknown}`, 'unknown_parameter')
    const { type, ...rest } = part
    if (type === 'input_image') return { type: 'image_url', image_url: { url: rest['image_url'] } }
    if (type === 'input_file') return { type: 'file', file: rest }
    return { type: 'text', text: rest['text'] ?? rest['refusal'] ?? '' }
  })
}

/** Calls and results, thoughts and what they led to: each of a pair is refused without the other. */
function checkPairs(items: readonly Item[]): void {
  const called = new Set<unknown>()
  const answered = new Set<unknown>()
  const thoughts = new Set<unknown>()
  items.forEach((item, i) => {
    const { type, id, call_id: call } = item
    if (type === 'function_call') called.add(call)
    if (type === 'function_call_output') {
      if (!called.has(call))
        refuse(`No tool call found for function call output with call_id ${String(call)}.`, 'input')
      answered.add(call)
    }
    if (type === 'reasoning') {
      thoughts.add(id)
      const next = items[i + 1]
      const follows = next && next['role'] !== 'user' && !String(next['type']).endsWith('_output')
      if (!follows)
        refuse(
          `Item '${String(id)}' of type 'reasoning' was provided without its required following item.`,
          'input',
        )
      if (item['encrypted_content'] !== sealOf(`${String(id)}${JSON.stringify(item['summary'])}`))
        refuse(
          `The encrypted content for item ${String(id)} could not be verified.`,
          null,
          'invalid_encrypted_content',
        )
    }
    // The id of an item that a thought led to contains the id of the thought.
    const needed = /^(?:msg|fc)_.*_(rs_.+)$/.exec(String(id))?.[1]
    if (needed && !thoughts.has(needed))
      refuse(
        `Item '${String(id)}' of type '${String(type)}' was provided without its required 'reasoning' item: '${needed}'.`,
        'input',
      )
  })
  const open = [...called].find((call) => !answered.has(call))
  if (open !== undefined) refuse(`No tool output found for function call ${open as string}.`, 'input')
}
