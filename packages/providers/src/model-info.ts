import { compact, field, textOf } from '@antiphon/base'

/**
 * Input, output and abilities of a model. A field that the server does not mention is absent; `false` means that the server
 * denies it.
 */
interface ModelCapabilities {
  /** Kinds of content it reads, such as `text`, `image`, `audio`, `file`. */
  input?: string[]
  /** Kinds of content it writes. */
  output?: string[]
  tools?: boolean
  reasoning?: boolean
  /** Answers that follow a JSON Schema. */
  structuredOutput?: boolean
}

/** Prices in USD per token. */
interface ModelPricing {
  input?: number
  output?: number
  cachedInput?: number
}

/**
 * One model that an endpoint offers, from any shape of `/models` (docs/wire 3.4). Fields that the server does not mention
 * are absent.
 */
export interface ModelInfo {
  /** As requests name it. */
  id: string
  /** For people, where it differs from the id. */
  name?: string
  /** The server's description of the model. */
  description?: string
  ownedBy?: string
  /** Epoch ms. */
  created?: number
  /** Tokens of context, input and output together. */
  contextLength?: number
  /** Longest answer in tokens. */
  maxOutputTokens?: number
  /**
   * The purpose of the model. Absent when neither the server nor its name tells. Most lists hold embedding and speech
   * models too.
   */
  kind?: 'chat' | 'embedding' | 'other'
  capabilities?: ModelCapabilities
  pricing?: ModelPricing
  /** Other ids of the same model. */
  aliases?: string[]
  /** False for a model that is listed and cannot be asked at the moment. */
  available?: boolean
  /** State in a server that loads models on demand, such as `loaded` (llama.cpp). */
  status?: string
}

/**
 * Reads a `/models` body in all its shapes: an array, `{ data }` or `{ models }` (docs/wire 3.4), in the order of the
 * server, each id once. Keeps all kinds of models; only an entry without an id is left out. Undefined when the body holds
 * no list.
 */
export function parseModels(body: unknown): ModelInfo[] | undefined {
  const list = [body, field(body, 'data'), field(body, 'models')].find(Array.isArray)
  if (!list) return undefined
  const models = new Map<string, ModelInfo>()
  for (const entry of list) {
    // Gemini's own list has the folder of a model before its id.
    const id =
      firstText(entry, 'id') ?? firstText(entry, 'name', 'model')?.replace(/^models\//, '') ?? textOf(entry)
    if (id && !models.has(id)) models.set(id, readModel(id, entry))
  }
  return [...models.values()]
}

function readModel(id: string, entry: unknown): ModelInfo {
  const name = firstText(entry, 'display_name', 'displayName', 'name') ?? id.replace(/^models\//, '')
  const aliases = texts(field(entry, 'aliases'))?.filter((alias) => alias !== id)
  const capabilities = readCapabilities(entry)
  return compact<ModelInfo>({
    id,
    name: name === id ? undefined : name,
    description: firstText(entry, 'description'),
    ownedBy: firstText(entry, 'owned_by', 'publisher', 'organization'),
    created: readTime(field(entry, 'created') ?? field(entry, 'created_at')),
    contextLength: readContextLength(entry),
    maxOutputTokens: firstCount(
      ...fields(entry, 'max_completion_tokens', 'max_output_tokens', 'outputTokenLimit'),
      at(entry, 'top_provider', 'max_completion_tokens'),
      at(entry, 'limits', 'max_output_tokens'),
    ),
    kind: readKind(id, entry, capabilities),
    capabilities: orNone(capabilities),
    pricing: orNone(readPricing(field(entry, 'pricing'))),
    aliases: aliases?.length ? aliases : undefined,
    available: isOffered(entry) ? undefined : false,
    status: textOf(at(entry, 'status', 'value')),
  })
}

function readContextLength(entry: unknown): number | undefined {
  return firstCount(
    ...fields(entry, 'context_length', 'context_window', 'max_model_len', 'max_context_length'),
    at(entry, 'meta', 'n_ctx'),
    at(entry, 'top_provider', 'context_length'),
    Math.max(0, ...providersOf(entry).map((provider) => count(field(provider, 'context_length')) ?? 0)),
    at(entry, 'limits', 'max_input_tokens'),
    field(entry, 'inputTokenLimit'),
  )
}

function readCapabilities(entry: unknown): ModelCapabilities {
  const said = field(entry, 'capabilities')
  const words = texts(said)
  const parameters = texts(field(entry, 'supported_parameters'))
  const sees = flag(said, 'vision')
  return compact<ModelCapabilities>({
    input:
      texts(at(entry, 'architecture', 'input_modalities')) ??
      texts(field(entry, 'supported_input_modalities')) ??
      (sees === undefined ? undefined : sees ? ['text', 'image'] : ['text']),
    output:
      texts(at(entry, 'architecture', 'output_modalities')) ??
      texts(field(entry, 'supported_output_modalities')),
    tools:
      flag(said, 'function_calling') ??
      parameters?.includes('tools') ??
      words?.includes('tool-calling') ??
      ofProviders(entry, 'supports_tools'),
    reasoning:
      flag(said, 'reasoning') ??
      parameters?.includes('reasoning') ??
      words?.includes('reasoning') ??
      flag(entry, 'thinking'),
    structuredOutput:
      parameters?.includes('structured_outputs') ?? ofProviders(entry, 'supports_structured_output'),
  })
}

/** The purpose of a model, from the server's fields or else from its name. */
function readKind(id: string, entry: unknown, { output }: ModelCapabilities): ModelInfo['kind'] {
  const type = textOf(field(entry, 'type'))
  if (type === 'chat' || type === 'embedding') return type
  if (/^(?:image|audio|video|moderation|rerank|transcribe|tts)$/.test(type ?? '')) return 'other'
  const methods = texts(field(entry, 'supportedGenerationMethods'))
  if (methods && !methods.includes('generateContent'))
    return methods.includes('embedContent') ? 'embedding' : 'other'
  const isEmbedding = output?.includes('embeddings') || /embed|(?:^|[/_-])(?:bge|gte|e5)-/i.test(id)
  if (isEmbedding) return 'embedding'
  const chats = flag(field(entry, 'capabilities'), 'completion_chat') ?? output?.includes('text')
  if (chats !== undefined) return chats ? 'chat' : 'other'
  const isOther =
    /whisper|transcri|moderation|rerank|dall-e|gpt-image|imagen|stable-diffusion|(?:^|[/_-])(?:tts|sora|veo|flux)(?![a-z])/i
  return isOther.test(id) ? 'other' : undefined
}

/** OpenRouter: texts per token. Together: numbers per million. A negative price is one that varies. */
function readPricing(pricing: unknown): ModelPricing {
  const price = (key: string, per: number): number | undefined => {
    const value = field(pricing, key)
    const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof amount === 'number' && amount >= 0 && amount < Infinity ? amount / per : undefined
  }
  return compact<ModelPricing>({
    input: price('prompt', 1) ?? price('input', 1e6),
    output: price('completion', 1) ?? price('output', 1e6),
    cachedInput: price('input_cache_read', 1) ?? price('cached_input', 1e6),
  })
}

/** Groq lists models that are switched off; the HF router lists models that no provider serves. */
function isOffered(entry: unknown): boolean {
  const states = providersOf(entry).map((provider) => field(provider, 'status'))
  const served = states.length === 0 || states.some((state) => state === undefined || state === 'live')
  return served && field(entry, 'active') !== false
}

/** True when one provider of a router says so; false when all providers that mention it deny it. */
function ofProviders(entry: unknown, key: string): boolean | undefined {
  const said = providersOf(entry).flatMap((provider) => flag(provider, key) ?? [])
  return said.length > 0 ? said.includes(true) : undefined
}

function providersOf(entry: unknown): unknown[] {
  const providers = field(entry, 'providers')
  return Array.isArray(providers) ? providers : []
}

/** Epoch ms from seconds or a date as text. Servers that do not know the date write zero. */
function readTime(value: unknown): number | undefined {
  const time = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : NaN
  return time > 0 && time < 8.64e15 ? time : undefined
}

function fields(entry: unknown, ...keys: string[]): unknown[] {
  return keys.map((key) => field(entry, key))
}

function at(entry: unknown, outer: string, inner: string): unknown {
  return field(field(entry, outer), inner)
}

function firstText(entry: unknown, ...keys: string[]): string | undefined {
  return fields(entry, ...keys).flatMap((value) => textOf(value) ?? [])[0]
}

function firstCount(...values: unknown[]): number | undefined {
  return values.flatMap((value) => count(value) ?? [])[0]
}

function count(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && number > 0 && number < Infinity ? number : undefined
}

function flag(value: unknown, key: string): boolean | undefined {
  const said = field(value, key)
  return typeof said === 'boolean' ? said : undefined
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined
}

function orNone<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined
}
