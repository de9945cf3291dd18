import { isObject, refuse, parseBody } from '@antiphon/endpoint/wire'
import type { ChatRequest, ToolOffer, WireMessage, WireToolCall } from '@antiphon/endpoint'

type Fields = Record<string, unknown>
type Unknown = 'refuse' | 'ignore'

const FIELDS = new Set(
  'model messages stream format options keep_alive tools think logprobs top_logprobs truncate shift'.split(
    ' ',
  ),
)
const KEYS = new Set('role content thinking images tool_calls tool_name tool_call_id'.split(' '))
const EFFORTS = new Set<unknown>(['high', 'medium', 'low'])
const OPTIONS: Readonly<Record<string, 'number' | 'integer' | 'strings'>> = {
  temperature: 'number',
  top_p: 'number',
  top_k: 'integer',
  min_p: 'number',
  num_predict: 'integer',
  num_ctx: 'integer',
  seed: 'integer',
  stop: 'strings',
  repeat_penalty: 'number',
  presence_penalty: 'number',
  frequency_penalty: 'number',
}

/**
 * Reads a request of Ollama's own API. Refuses values of the wrong type in the words of its decoder. Ollama ignores unknown fields;
 * here they are refused, because they never do what they were meant to.
 */
export function readOllamaRequest(text: string, unknownFields: Unknown): ChatRequest {
  const body = parseBody(text)
  checkNames(body, FIELDS, 'ChatRequest', unknownFields)
  const { model, messages, options = {}, stream = true, format } = body
  if (typeof model !== 'string' || model === '') refuse('model is required', null)
  if (!Array.isArray(messages)) refuseType('messages', messages, '[]api.Message')
  if (!isObject(options)) refuseType('options', options, 'map[string]interface {}')
  for (const [name, value] of Object.entries(options)) checkOption(name, value, unknownFields)
  if (format !== undefined && format !== 'json' && !isObject(format))
    refuse(`invalid format: ${JSON.stringify(format)}; expected "json" or a JSON schema`, null)
  checkThink(body['think'])
  const limit = options['num_predict']
  return {
    model,
    messages: withIds(messages.map((message) => readMessage(message, unknownFields))),
    tools: readTools(body['tools']),
    stream: stream !== false,
    includeUsage: true,
    ...(typeof limit === 'number' && limit > 0 ? { maxTokens: limit } : {}),
  }
}

function checkNames(fields: Fields, known: ReadonlySet<string>, where: string, unknownFields: Unknown): void {
  const unknown = Object.keys(fields).find((key) => !known.has(key))
  if (unknown !== undefined && unknownFields === 'refuse')
    refuse(`json: unknown field "${unknown}" in ${where}`, null)
}

function refuseType(field: string, value: unknown, type: string): never {
  const word = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  refuse(`json: cannot unmarshal ${word} into Go struct field ChatRequest.${field} of type ${type}`, null)
}

function checkOption(name: string, value: unknown, unknownFields: Unknown): void {
  const type = OPTIONS[name]
  if (!type) {
    if (unknownFields === 'refuse') refuse(`invalid option provided: ${name}`, null)
    return
  }
  const isRight =
    type === 'strings'
      ? Array.isArray(value) && value.every((one) => typeof one === 'string')
      : type === 'integer'
        ? Number.isInteger(value)
        : typeof value === 'number'
  if (!isRight) refuse(`option "${name}" must be of type ${type === 'strings' ? 'array' : type}`, null)
}

function checkThink(think: unknown): void {
  if (think === undefined || typeof think === 'boolean' || EFFORTS.has(think)) return
  refuse(
    `invalid think value: ${JSON.stringify(think)} (must be "high", "medium", "low", true, or false)`,
    null,
  )
}

function readMessage(message: unknown, unknownFields: Unknown): WireMessage {
  if (!isObject(message)) refuseType('messages', message, 'api.Message')
  checkNames(message, KEYS, 'Message', unknownFields)
  const { role, content = '', images, tool_calls: calls, tool_call_id: id, thinking } = message
  if (typeof role !== 'string' || !/^(?:system|user|assistant|tool)$/.test(role))
    refuse(`invalid role: ${String(role)}, must be one of [system user assistant tool]`, null)
  if (typeof content !== 'string') refuseType('messages.content', content, 'string')
  if (thinking !== undefined && typeof thinking !== 'string')
    refuseType('messages.thinking', thinking, 'string')
  const pictures = (Array.isArray(images) ? (images as unknown[]) : []).map((image): Fields => {
    if (typeof image !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(image))
      refuse('illegal base64 data at input byte 4', null)
    return { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } }
  })
  const tool_calls = Array.isArray(calls) ? calls.map(readCall) : []
  return {
    role,
    content: pictures.length > 0 ? [{ type: 'text', text: content }, ...pictures] : content,
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
    ...(typeof id === 'string' ? { tool_call_id: id } : {}),
  }
}

function readCall(call: unknown): WireToolCall {
  const { id, function: fn } = isObject(call) ? call : {}
  const { name, arguments: args } = isObject(fn) ? fn : {}
  if (typeof name !== 'string') refuseType('messages.tool_calls.function.name', name, 'string')
  if (!isObject(args))
    refuseType('messages.tool_calls.function.arguments', args, 'api.ToolCallFunctionArguments')
  const written = { name, arguments: JSON.stringify(args) }
  return { id: typeof id === 'string' ? id : '', type: 'function', function: written }
}

/** Calls and results without ids belong together by their order. */
function withIds(messages: readonly WireMessage[]): WireMessage[] {
  let open: string[] = []
  return messages.map((message, at) => {
    if (message.tool_calls) {
      const tool_calls = message.tool_calls.map((call, i) => ({ ...call, id: call.id || `call_${at}_${i}` }))
      open = tool_calls.map(({ id }) => id)
      return { ...message, tool_calls }
    }
    if (message.role !== 'tool') return message
    const next = open.shift()
    return { ...message, tool_call_id: message.tool_call_id ?? next ?? '' }
  })
}

function readTools(tools: unknown): ToolOffer[] {
  if (tools === undefined) return []
  if (!Array.isArray(tools)) refuseType('tools', tools, 'api.Tools')
  return tools.map((tool: unknown): ToolOffer => {
    const offer = isObject(tool) ? tool['function'] : undefined
    const { name, description, parameters } = isObject(offer) ? offer : {}
    if (typeof name !== 'string') refuseType('tools.function.name', name, 'string')
    return {
      name,
      ...(typeof description === 'string' ? { description } : {}),
      parameters: isObject(parameters) ? parameters : {},
    }
  })
}
