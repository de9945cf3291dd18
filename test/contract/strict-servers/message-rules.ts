import { callsOf, isFields, listOf, type Fields, type StrictRule } from './strict-request.js'

/** Keys of a message by role, as the chat-completions reference has them. A family adds or takes away. */
const KEYS: Record<string, readonly string[]> = {
  system: ['role', 'content'],
  developer: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls'],
  tool: ['role', 'content', 'tool_call_id'],
}

/** No key but those of the reference, in a message or a call (docs/wire 0.1). */
export function knownMessageKeys(
  say: (key: string, at: number, role: string) => string,
  more: { assistant?: readonly string[]; tool?: readonly string[]; call?: readonly string[] } = {},
): StrictRule {
  return ({ messages }) => {
    for (const [at, message] of messages.entries()) {
      const role = String(message['role'])
      const known = [...(KEYS[role] ?? []), ...(more[role as 'assistant' | 'tool'] ?? [])]
      const key = Object.keys(message).find((one) => !known.includes(one))
      if (key) return { message: say(key, at, role), loc: ['messages', at, role, key] }
    }
    for (const { call, at, index } of callsOf(messages)) {
      const known = ['id', 'type', 'function', ...(more.call ?? [])]
      const key = Object.keys(call).find((one) => !known.includes(one))
      if (key)
        return {
          message: say(key, at, 'assistant'),
          loc: ['messages', at, 'assistant', 'tool_calls', index, key],
        }
    }
    return undefined
  }
}

/** One key that no message may carry. */
export function noMessageKey(key: string, message: string): StrictRule {
  return ({ messages }) => (messages.some((one) => key in one) ? { message } : undefined)
}

/** A role that the server has no template for (docs/wire 1.1). */
export const noDeveloper: StrictRule = ({ messages }) =>
  messages.some(({ role }) => role === 'developer')
    ? { message: 'unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`' }
    : undefined

/** Every call has its result right behind it, in order, and every result its call (docs/wire 1.3, orphans). */
export const callsAndResultsPair: StrictRule = ({ messages }) => {
  let open: unknown[] = []
  const seen = new Set<unknown>()
  for (const message of messages) {
    if (message['role'] === 'tool') {
      if (open.shift() !== message['tool_call_id'])
        return {
          message: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
        }
      continue
    }
    if (open.length > 0) break
    open = callsOf([message]).map(({ call }) => call['id'])
    if (open.some((id) => seen.has(id) || !id) || new Set(open).size < open.length)
      return { message: 'Duplicate value for tool_call_id' }
    for (const id of open) seen.add(id)
  }
  return open.length > 0
    ? {
        message:
          "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
      }
    : undefined
}

/** `content` is there; an answer says something or calls something (docs/wire 1.3). */
export const contentIsThere: StrictRule = ({ messages }) => {
  const at = messages.findIndex((message) => {
    const { content } = message
    if (!('content' in message) || (Array.isArray(content) && content.length === 0)) return true
    return !content && (message['role'] !== 'assistant' || listOf(message['tool_calls']).length === 0)
  })
  return at < 0
    ? undefined
    : { message: `The message at position ${at} must not be empty`, loc: ['messages', at, 'content'] }
}

/** Ids of calls and results that match a pattern as a whole. */
export function callIds(
  pattern: RegExp,
  say: (id: string, at: number, index: number) => string,
  code?: string,
): StrictRule {
  return ({ messages }) => {
    const bad = callsOf(messages).find(({ call }) => !pattern.test(String(call['id'])))
    return bad && { message: say(String(bad.call['id']), bad.at, bad.index), code }
  }
}

/** Arguments that are read as a JSON object (docs/wire 1.3). */
export function argumentsAreObjects(message: string): StrictRule {
  return ({ messages }) =>
    callsOf(messages).every(({ call }) =>
      isObjectText((call['function'] as Fields | undefined)?.['arguments']),
    )
      ? undefined
      : { message }
}

function isObjectText(text: unknown): boolean {
  try {
    return typeof text === 'string' && isFields(JSON.parse(text))
  } catch {
    return false
  }
}

/** llama.cpp reads no call without its type (docs/wire 1.3). */
export const callsHaveTypes: StrictRule = ({ messages }) =>
  callsOf(messages).every(({ call }) => call['type'] === 'function')
    ? undefined
    : { message: 'Missing tool call type' }

/** No system message but the first (docs/wire 1.1). */
export function oneSystemFirst(message: string): StrictRule {
  return ({ messages }) =>
    messages.some(({ role }, at) => at > 0 && role === 'system') ? { message } : undefined
}

/** One role never follows another (docs/wire 1.3). */
export function neverAfter(
  role: string,
  before: string,
  refusal: { message: string; code?: string },
): StrictRule {
  return ({ messages }) =>
    messages.some((message, at) => message['role'] === role && messages[at - 1]?.['role'] === before)
      ? refusal
      : undefined
}

/** The thread ends with something to answer (docs/wire 1.3). */
export function endsWithQuestion(message: string): StrictRule {
  return ({ messages }) => {
    const last = messages.at(-1)
    return last?.['role'] === 'assistant' && last['prefix'] !== true ? { message } : undefined
  }
}

/** Assistant turns for which `wants` holds carry the key, which may be empty (docs/wire 5). */
export function thinkingIsThere(
  wants: (message: Fields, body: Fields) => boolean,
  say: (at: number) => string,
): StrictRule {
  return ({ messages, body }) => {
    const at = messages.findIndex(
      (message) =>
        message['role'] === 'assistant' &&
        wants(message, body) &&
        typeof message['reasoning_content'] !== 'string',
    )
    return at < 0 ? undefined : { message: say(at) }
  }
}

/** Parts of some types, with any further condition. */
export function noPart(isBad: (part: Fields, role: unknown) => boolean, message: string): StrictRule {
  return ({ messages }) =>
    messages.some(({ role, content }) => listOf(content).some((part) => isBad(part, role)))
      ? { message }
      : undefined
}
