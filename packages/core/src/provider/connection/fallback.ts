import type { ChatErrorData } from '../../errors/chat-error.js'
import { field, isRecord, type JsonObject } from '../../lib/json.js'
import { REASONING_FIELDS, REASONING_LISTS } from '../../message/reasoning-fields.js'
import type { RequestPolicy } from '../policy.js'
import { resolveBaseUrl } from '../request/endpoint.js'
import type { ProviderSettings, SettingsOverride } from '../types.js'
import type { Healing } from './types.js'

/** Remembers what each endpoint and model refused or demanded, so that a fault costs one request only once. */
export interface EndpointMemory {
  list(endpoint: { baseUrl: string }, model?: string): readonly Healing[]
  add(endpoint: { baseUrl: string }, model: string | undefined, healing: Healing): void
  /** Forgets what was learned about a model, about an endpoint (no model given), or about all (nothing given). */
  forget(endpoint?: { baseUrl: string }, model?: string): void
}

/** Creates a memory, for tests and for apps whose chats must not share what they learned. */
export function createEndpointMemory(): EndpointMemory {
  const endpoints = new Map<string, Map<string | undefined, readonly Healing[]>>()
  return {
    list: (endpoint, model) => endpoints.get(keyOf(endpoint))?.get(model) ?? [],
    add(endpoint, model, healing) {
      const key = keyOf(endpoint)
      const models = endpoints.get(key) ?? new Map<string | undefined, readonly Healing[]>()
      // Two requests at the same moment may learn the same thing.
      const others = (models.get(model) ?? []).filter(({ field }) => field !== healing.field)
      endpoints.set(key, models.set(model, [...others, healing]))
    },
    forget(endpoint, model) {
      if (!endpoint) endpoints.clear()
      else if (model === undefined) endpoints.delete(keyOf(endpoint))
      else endpoints.get(keyOf(endpoint))?.delete(model)
    },
  }
}

/** The memory that the chats of a page share. A chat can be given its own. */
export const endpointMemory: EndpointMemory = createEndpointMemory()

/** The same server, however its address was typed. */
function keyOf({ baseUrl }: { baseUrl: string }): string {
  try {
    return resolveBaseUrl(baseUrl)
  } catch {
    return baseUrl
  }
}

/** A refusal and the request it was given for. */
interface Refusal {
  error: ChatErrorData
  /** Its words, with code and field. */
  text: string
  body: JsonObject
  settings: ProviderSettings
}

/** Reads one kind of refusal. Returns the change when the request has the refused field or lacks the demanded one. */
type HealingRule = (refusal: Refusal) => Omit<Healing, 'said'> | undefined

const REFUSED =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra[_ ](?:forbidden|inputs|fields)|not permitted|not allowed|forbidden|please remove/i
/** Fields that are never left out: without them it is another request. */
const NEVER_OMITTED = ['model', 'messages', 'input', 'tools', 'stream']

/** An answer at the end, as the beginning of the next one, and the ways to mark it (docs/wire 1.3). */
const PREFILL =
  /prefill|continue_final_message|add_generation_prompt|\bpartial\b|\bprefix\b|(?:end|last).{0,60}(?:user|assistant)/i

/** In order; the first that applies counts. */
const healingRules: readonly HealingRule[] = [
  ({ text, body, settings }) =>
    messagesOf(body).at(-1)?.role === 'assistant' &&
    (settings.messages.prefill ?? 'none') !== 'none' &&
    PREFILL.test(text)
      ? policy('messages', 'the rest of an answer is asked for in words', { prefill: 'none' })
      : undefined,
  ({ text, body }) =>
    /stream_options|include_usage/.test(text) && 'stream_options' in body
      ? { field: 'stream_options', change: 'sent without it', settings: { body: { includeUsage: false } } }
      : undefined,
  swapLimit('max_tokens', 'max_completion_tokens'),
  swapLimit('max_completion_tokens', 'max_tokens'),
  ({ text, body }) =>
    /tools/.test(text) && Array.isArray(body.tools) && body.tools.length === 0
      ? { field: 'tools', change: 'left out when empty', settings: { body: { emptyTools: 'omit' } } }
      : undefined,
  ({ text, body }) =>
    /\btools\b.{0,40}(?:passed in|required|must be|missing)/i.test(text) &&
    !body.tools &&
    has(body, 'tool_calls')
      ? { field: 'tools', change: 'sent empty', settings: { body: { emptyTools: 'withHistory' } } }
      : undefined,
  ({ text, body }) =>
    /\brole/i.test(text) && messagesOf(body).some(({ role }) => role === 'developer')
      ? policy('role', 'developer messages sent as system messages', { developerRole: 'system' })
      : undefined,
  ({ text, body }) =>
    LATE_SYSTEM.test(text) && messagesOf(body).findLastIndex(({ role }) => role === 'system') > 0
      ? policy('system', 'later system messages joined to the first', { lateSystem: 'merge' })
      : undefined,
  ({ text }) =>
    /must be passed back|is missing/i.test(text) && /reasoning|thinking/i.test(text)
      ? policy(
          'reasoning_content',
          'earlier thinking goes back with every answer, also when there was none',
          {
            reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true },
          },
        )
      : undefined,
  ({ error, text, body }) => {
    const sent =
      [...REASONING_FIELDS, ...REASONING_LISTS].find((key) => has(body, key)) ??
      (hasThinkingPart(body) ? 'content' : undefined)
    const isOfBody = error.field !== undefined && error.field in body
    return sent && !isOfBody && /reasoning|thinking/i.test(text) && REFUSED.test(text)
      ? policy(sent, 'earlier thinking is not sent back', { reasoning: { turns: 'never' } })
      : undefined
  },
  ({ text }) =>
    /a-z, ?A-Z, ?0-9,? with a length of 9|\b3280\b/i.test(text)
      ? policy('tool_call_id', 'call ids written with 9 letters and digits', {
          callIdPattern: '[A-Za-z0-9]{9}',
        })
      : undefined,
  ({ text, body }) =>
    /tool_(?:calls?|use)\S{0,20}id\b.{0,80}(?:pattern|too long|maximum length)/i.test(text) &&
    has(body, 'tool_calls')
      ? policy('tool_call_id', 'call ids written with letters, digits, _ and -', {
          callIdPattern: '[A-Za-z0-9_-]{1,40}',
        })
      : undefined,
  ({ text }) =>
    /unexpected role \W?user\W? after role \W?tool/i.test(text)
      ? policy('role', 'a short answer put between tool results and the next question', {
          bridgeAfterTool: 'I have read the results.',
        })
      : undefined,
  ({ text, body }) =>
    /alternat/i.test(text) &&
    messagesOf(body).some(({ role }, at, all) => at > 0 && role === all[at - 1]?.role)
      ? policy('role', 'neighbouring messages of one role joined', { mergeConsecutive: true })
      : undefined,
  ({ text, body }) =>
    /content/.test(text) &&
    /nil|null|none/i.test(text) &&
    messagesOf(body).some(({ content }) => content === null)
      ? policy('content', 'empty text sent as "" instead of null', { emptyContent: '' })
      : undefined,
  ({ error, body }) => {
    const calls = messagesOf(body).flatMap((message) =>
      Array.isArray(message.tool_calls) ? message.tool_calls : [],
    )
    const isExtra = error.field && !['id', 'type', 'function'].includes(error.field)
    return isExtra && calls.some((call) => field(call, error.field!) !== undefined)
      ? policy(error.field!, 'unknown keys of calls are not sent back', { callExtras: 'drop' })
      : undefined
  },
  ({ error, body }) =>
    error.field === 'name' && messagesOf(body).some(({ role, name }) => role === 'tool' && name)
      ? policy('name', 'results sent without the name of the tool', { toolNameOnResult: false })
      : undefined,
  ({ error: { kind, field: name = '' }, body, settings }) => {
    if (kind !== 'unsupported_field') return undefined
    const key = name in body ? name : Object.keys(body).find((key) => field(body[key], name) !== undefined)
    return key && !NEVER_OMITTED.includes(key)
      ? { field: key, change: 'sent without it', settings: { body: { omit: [...settings.body.omit, key] } } }
      : undefined
  },
]

const LATE_SYSTEM =
  /system.{0,60}(?:first|begin|start|only|multiple|position|order)|(?:first|only|multiple).{0,60}system|role:? \W?system|invalid chat setting|\b2013\b|alternat/i

function swapLimit(from: 'max_tokens' | 'max_completion_tokens', to: typeof from): HealingRule {
  const advised = new RegExp(`use \\W?${to}\\b`, 'i')
  const named = new RegExp(`\\b${from}\\b`)
  return ({ text, body }) =>
    from in body && (advised.test(text) || (named.test(text) && REFUSED.test(text)))
      ? { field: from, change: `sent as \`${to}\``, settings: { body: { maxTokensField: to } } }
      : undefined
}

function policy(name: string, change: string, messages: Partial<RequestPolicy>): Omit<Healing, 'said'> {
  return { field: name, change, settings: { messages } }
}

function messagesOf(body: JsonObject): JsonObject[] {
  return Array.isArray(body.messages) ? body.messages.filter(isRecord) : []
}

function has(body: JsonObject, key: string): boolean {
  return messagesOf(body).some((message) => message[key] !== undefined)
}

/** Mistral's form of thinking in a request. */
function hasThinkingPart(body: JsonObject): boolean {
  return messagesOf(body).some(
    ({ content }) => Array.isArray(content) && content.some((part) => field(part, 'type') === 'thinking'),
  )
}

/** The request that was refused. */
export interface RequestFacts {
  body: JsonObject
  /** Body fields that the user wrote; they are never changed. */
  verbatim?: readonly string[]
  /** Settings that the user chose; they are never changed. */
  overrides?: SettingsOverride
  /** Changes of earlier attempts of this request. */
  healed?: readonly Healing[]
}

/** Changes that one request may go through. */
const MAX_HEALINGS = 3

/**
 * Says what to change after a refusal, so that the server may accept the same request; undefined when nothing is known to help.
 * Pure. Changes each field at most once per request, and never one that the user has set (docs/wire 1.1, 3.2, 5.1).
 */
export function healRequest(
  error: ChatErrorData,
  { body, verbatim = [], overrides, healed = [] }: RequestFacts,
  settings: ProviderSettings,
): Healing | undefined {
  if (healed.length >= MAX_HEALINGS || !isRefusal(error)) return undefined
  const text = [error.message, error.code, error.type, error.field].join(' ').slice(0, 8000)
  for (const rule of healingRules) {
    const change = rule({ error, text, body, settings })
    if (!change) continue
    // A setting of the user stays, and the user sees the refusal.
    if (verbatim.includes(change.field) || overlap(change.settings, overrides)) return undefined
    const isNew = (one: Healing): boolean =>
      change.settings.body?.omit ? one.field !== change.field : !overlap(change.settings, one.settings)
    if (healed.every(isNew)) return { ...change, said: error.message }
  }
  return undefined
}

/** Servers refuse with 400 and 422, templates that raise with 500, some with an error inside a 200. */
function isRefusal({ kind, status = 400 }: ChatErrorData): boolean {
  if (kind === 'unsupported_field' || kind === 'invalid_request') return status < 500
  return kind === 'provider' && [400, 422, 500].includes(status)
}

/** True when both set the same thing. */
function overlap(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false
  if (!isRecord(one) || !isRecord(other)) return true
  return Object.keys(one).some((key) => overlap(one[key], other[key]))
}
