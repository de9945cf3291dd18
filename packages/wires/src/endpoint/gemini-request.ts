import { RefusedRequest, isObject, refuse, parseBody } from '@antiphon/endpoint/wire'
import type { ChatRequest, ToolOffer, WireMessage } from '@antiphon/endpoint'
import { checkTurns, type Content, type Part } from './gemini-turns.js'

const FIELDS = new Set(
  'contents tools toolConfig safetySettings systemInstruction generationConfig cachedContent labels'.split(
    ' ',
  ),
)
const CONFIG = new Set(
  (
    'temperature topP topK maxOutputTokens stopSequences candidateCount seed responseMimeType responseSchema ' +
    'responseJsonSchema thinkingConfig presencePenalty frequencyPenalty responseLogprobs logprobs responseModalities ' +
    'speechConfig imageConfig mediaResolution enableEnhancedCivicAnswers'
  ).split(' '),
)
const DATA = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
]
const BESIDE = ['thought', 'thoughtSignature', 'mediaResolution', 'videoMetadata']

type Unknown = 'refuse' | 'ignore'

/** Reads a request of Gemini's API, and refuses what the service refuses, in its words. The model is in the address. */
export function readGeminiRequest(text: string, unknownFields: Unknown, url: URL): ChatRequest {
  const body = parseBody(text)
  const [, id = '', method] = /\/models\/([^/:]+):(\w+)$/.exec(url.pathname) ?? []
  checkNames(body, FIELDS, '', unknownFields)
  const { contents, systemInstruction: system, generationConfig: config, toolConfig } = body
  if (config !== undefined && !isObject(config)) refuse("Invalid value at 'generation_config'", null)
  if (config) checkNames(config, CONFIG, "at 'generation_config'", unknownFields)
  if (!Array.isArray(contents) || contents.length === 0)
    refuse('* GenerateContentRequest.contents: contents is not specified\n', null)
  const turns = joinTurns(contents.map((content, i) => readContent(content, `contents[${i}]`, unknownFields)))
  checkTurns(turns)
  checkConfig(config ?? {})
  const prompt: WireMessage[] =
    system === undefined ? [] : [{ role: 'system', content: textOf(partsOf(system, 'system_instruction')) }]
  const choice = isObject(toolConfig) ? toolConfig['functionCallingConfig'] : undefined
  const isNone = isObject(choice) && choice['mode'] === 'NONE'
  const limit = config?.['maxOutputTokens']
  const tools = readTools(body['tools'], unknownFields)
  return {
    model: decodeURIComponent(id),
    messages: [...prompt, ...writeTurns(turns)],
    tools: isNone ? [] : tools,
    // Without the mark in its address a stream is one list, which comes whole here.
    stream: method === 'streamGenerateContent' && url.searchParams.get('alt') === 'sse',
    includeUsage: true,
    ...(typeof limit === 'number' ? { maxTokens: limit } : {}),
  }
}

function checkNames(fields: Part, known: ReadonlySet<string>, where: string, unknownFields: Unknown): void {
  const unknown = Object.keys(fields).find((key) => !known.has(key))
  if (unknown === undefined || unknownFields === 'ignore') return
  const place = where && ` ${where}`
  refuse(`Invalid JSON payload received. Unknown name "${unknown}"${place}: Cannot find field.`, null)
}

function checkConfig({
  responseMimeType: mime,
  responseSchema,
  responseJsonSchema,
  thinkingConfig,
}: Part): void {
  if ((responseSchema ?? responseJsonSchema) !== undefined && mime !== 'application/json')
    refuse(
      '* GenerateContentRequest.generation_config.response_mime_type: JSON mode is required when response_schema is set.',
      null,
    )
  if (isObject(thinkingConfig) && 'thinkingBudget' in thinkingConfig && 'thinkingLevel' in thinkingConfig)
    refuse('You can only set only one of thinking budget and thinking level.', null)
}

function partsOf(content: unknown, at: string): Part[] {
  const parts = isObject(content) ? content['parts'] : undefined
  if (!Array.isArray(parts) || parts.length === 0)
    refuse(`* GenerateContentRequest.${at}.parts: contents.parts must not be empty.\n`, null)
  return parts.map((part: unknown, i) =>
    isObject(part) ? part : refuse(`Invalid value at '${at}.parts[${i}]'`, null),
  )
}

function readContent(content: unknown, at: string, unknownFields: Unknown): Content {
  if (!isObject(content)) refuse(`Invalid value at '${at}'`, null)
  checkNames(content, new Set(['role', 'parts']), `at '${at}'`, unknownFields)
  const { role = 'user' } = content
  if (role !== 'user' && role !== 'model') refuse('Please use a valid role: user, model.', null)
  const parts = partsOf(content, at)
  parts.forEach((part, i) => checkPart(part, `${at}.parts[${i}]`, unknownFields))
  return { role, parts }
}

/** Neighbours of one role are one turn: Google's own client sends a content for each piece of a stream. */
function joinTurns(contents: readonly Content[]): Content[] {
  const turns: Content[] = []
  for (const { role, parts } of contents) {
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else turns.push({ role, parts: [...parts] })
  }
  return turns
}

function checkPart(part: Part, at: string, unknownFields: Unknown): void {
  checkNames(part, new Set([...DATA, ...BESIDE]), `at '${at}'`, unknownFields)
  const kinds = DATA.filter((key) => part[key] !== undefined)
  if (kinds.length !== 1)
    refuse(
      `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field`,
      null,
    )
  const { text, inlineData, functionCall: call, functionResponse: response } = part
  if (text === '' && part['thoughtSignature'] === undefined)
    refuse('Unable to submit request because it must have a text parameter.', null)
  if (isObject(inlineData)) {
    const { mimeType, data } = inlineData
    if (typeof mimeType !== 'string')
      refuse(`* GenerateContentRequest.${at}.inline_data.mime_type: is required`, null)
    if (typeof data !== 'string' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(data))
      refuse(`Invalid value at '${at}.inline_data.data' (TYPE_BYTES), Base64 decoding failed`, null)
  }
  if (call !== undefined) checkFunction(call, 'args', `${at}.function_call`)
  if (response !== undefined) checkFunction(response, 'response', `${at}.function_response`)
}

function checkFunction(value: unknown, key: 'args' | 'response', at: string): void {
  const { name, [key]: body } = isObject(value) ? value : {}
  if (typeof name !== 'string' || name === '')
    refuse(`* GenerateContentRequest.${at}.name: [FIELD_INVALID] Name cannot be empty.\n`, null)
  if (body !== undefined && !isObject(body))
    refuse(`Invalid value at '${at}.${key}' (type.googleapis.com/google.protobuf.Struct)`, null)
}

function readTools(tools: unknown, unknownFields: Unknown): ToolOffer[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool: unknown, i) => {
    const declarations = isObject(tool) ? tool['functionDeclarations'] : undefined
    return (Array.isArray(declarations) ? declarations : []).map((declaration: unknown, at): ToolOffer => {
      const where = `tools[${i}].function_declarations[${at}]`
      if (!isObject(declaration)) refuse(`Invalid value at '${where}'`, null)
      const known = 'name description parameters parametersJsonSchema response responseJsonSchema behavior'
      checkNames(declaration, new Set(known.split(' ')), `at '${where}'`, unknownFields)
      const { name, description, parameters, parametersJsonSchema: schema } = declaration
      if (typeof name !== 'string' || !/^[A-Za-z_][\w.:-]{0,127}$/.test(name))
        refuse(`* GenerateContentRequest.${where}.name: Invalid function name.`, null)
      if (parameters !== undefined && schema !== undefined)
        refuse(
          `* GenerateContentRequest.${where}: parameters and parameters_json_schema are exclusive.`,
          null,
        )
      const shape = schema ?? parameters
      return {
        name,
        ...(typeof description === 'string' ? { description } : {}),
        parameters: isObject(shape) ? shape : {},
      }
    })
  })
}

const textOf = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => (typeof part['text'] === 'string' && !part['thought'] ? [part['text']] : []))
    .join('')

/** Turns in the shape of chat completions, which is what scripts read. Calls get an id by their place. */
function writeTurns(turns: readonly Content[]): WireMessage[] {
  let asked: string[] = []
  return turns.flatMap(({ role, parts }, at): WireMessage[] => {
    if (role === 'model') {
      const calls = parts.flatMap(({ functionCall: call }) => (isObject(call) ? [call] : []))
      asked = calls.map((_, i) => `call_${at}_${i}`)
      const tool_calls = calls.map(({ name, args }, i) => ({
        id: asked[i]!,
        type: 'function',
        function: { name: String(name), arguments: JSON.stringify(args ?? {}) },
      }))
      return [
        { role: 'assistant', content: textOf(parts) || null, ...(calls.length > 0 ? { tool_calls } : {}) },
      ]
    }
    const responses = parts.flatMap(({ functionResponse: one }) => (isObject(one) ? [one] : []))
    const results = responses.map(({ response }, i): WireMessage => ({
      role: 'tool',
      tool_call_id: asked[i] ?? '',
      content: resultText(response),
    }))
    const rest = parts.filter((part) => part['functionResponse'] === undefined).map(writePart)
    return rest.length > 0 ? [...results, { role: 'user', content: rest }] : results
  })
}

function resultText(response: unknown): string {
  const { output, error, result } = isObject(response) ? response : {}
  const said = output ?? error ?? result
  return typeof said === 'string' ? said : JSON.stringify(said ?? response ?? {})
}

function writePart({ text, inlineData, fileData }: Part): Record<string, unknown> {
  if (typeof text === 'string') return { type: 'text', text }
  const { mimeType, data } = isObject(inlineData) ? inlineData : {}
  const uri = isObject(fileData)
    ? String(fileData['fileUri'])
    : `data:${String(mimeType)};base64,${String(data)}`
  const type = String(mimeType ?? (isObject(fileData) ? fileData['mimeType'] : ''))
  return type.startsWith('image/')
    ? { type: 'image_url', image_url: { url: uri } }
    : { type: 'file', file: { filename: 'file', file_data: uri } }
}

/** Refuses a request without the key, as Google does: a wrong one is a bad argument. */
export function checkGeminiKey({ headers, url }: Request, apiKey: string): void {
  const given = headers.get('x-goog-api-key') ?? new URL(url).searchParams.get('key')
  if (given === apiKey) return
  throw given
    ? new RefusedRequest(400, {
        message: 'API key not valid. Please pass a valid API key.',
        code: 'API_KEY_INVALID',
      })
    : new RefusedRequest(403, {
        message:
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      })
}
