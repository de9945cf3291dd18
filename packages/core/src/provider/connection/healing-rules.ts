import type { ChatErrorData } from '../../errors/chat-error.js'
import { field, isRecord, type JsonObject } from '@antiphon/base'
import { REASONING_FIELDS, REASONING_LISTS } from '../../message/reasoning-fields.js'
import type { RequestPolicy } from '../policy.js'
import { makeWholeText } from '../request/well-formed.js'
import type { ProviderSettings } from '../types.js'
import type { Healing } from './types.js'

/** A refusal and the request it was given for. */
interface Refusal {
  error: ChatErrorData
  /** Its words, with code and field. */
  text: string
  body: JsonObject
  settings: ProviderSettings
}

/** Reads one kind of refusal. Returns the change when the request has the refused field or lacks the demanded one. */
export type HealingRule = (refusal: Refusal) => Omit<Healing, 'said'> | undefined

const REFUSED =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra[_ ](?:forbidden|inputs|fields)|not permitted|not allowed|forbidden|please remove/i
/** Fields that are never left out: without them it is another request. */
const NEVER_OMITTED = ['model', 'messages', 'input', 'tools', 'stream']

/** An answer at the end, as the beginning of the next one, and the ways to mark it (docs/wire 1.3). */
const PREFILL =
  /prefill|continue_final_message|add_generation_prompt|\bpartial\b|\bprefix\b|(?:end|last).{0,60}(?:user|assistant)/i

/** A name that every server takes. */
const PLAIN_NAME = '[a-zA-Z][a-zA-Z0-9_]{0,39}'
/** In a body, a name that is not. */
const OTHER_NAME = new RegExp(`"name":"(?!${PLAIN_NAME}")`)

/** Refusals of names and characters (docs/wire 1.3), on every wire. */
const gateRules: readonly HealingRule[] = [
  ({ text, body }) =>
    /(?:tool|function|declaration)\S{0,60}.{0,40}\bname/i.test(text) &&
    /pattern|invalid.{0,20}name|too long|maximum length|alphanumeric|a-z|must (?:start|match|be|only|contain)|characters/i.test(
      text,
    ) &&
    OTHER_NAME.test(JSON.stringify(body))
      ? policy('function.name', 'tools and calls named with letters, digits and _', {
          toolNamePattern: PLAIN_NAME,
        })
      : undefined,
  ({ text, body }) =>
    /surrogate|unicode|utf-?8|utf-?16|\\u0000|\bnull (?:byte|character)|control character|invalid character/i.test(
      text,
    ) && makeWholeText(body, { plainText: true }, () => {}) !== body
      ? policy('text', 'characters that servers refuse replaced', { plainText: true })
      : undefined,
]

/** In order; the first that applies counts. */
export const healingRules: readonly HealingRule[] = [
  ...gateRules,
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
    /content|message/i.test(text) &&
    /empty|blank|whitespace|at least (?:1|one) char|min(?:imum)?_?\s?length|too short/i.test(text) &&
    messagesOf(body).some(
      ({ content }) => content === null || (typeof content === 'string' && !content.trim()),
    )
      ? policy('content', 'nothing empty sent: words where an answer only calls', {
          emptyContent: '(calls a tool)',
          blankSystem: 'omit',
        })
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
  omitField,
]

/** The same for other wires: the rest is about chat completions. */
export const nativeRules: readonly HealingRule[] = [...gateRules, omitField]

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

function omitField({ error: { kind, field: name = '' }, body, settings }: Refusal): ReturnType<HealingRule> {
  if (kind !== 'unsupported_field') return undefined
  const key = name in body ? name : Object.keys(body).find((key) => field(body[key], name) !== undefined)
  return key && !NEVER_OMITTED.includes(key)
    ? { field: key, change: 'sent without it', settings: { body: { omit: [...settings.body.omit, key] } } }
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
