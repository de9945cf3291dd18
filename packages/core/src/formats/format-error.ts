import { ChatError } from '../errors/chat-error.js'

/** Content that cannot be put into the form asked for; `code` says which of our rules it broke. */
export function normalizeError(message: string, code = 'unsupported', cause?: unknown): ChatError {
  return new ChatError({ kind: 'normalize', code, message }, { cause })
}

/** A transcript in a state that its own rules forbid. */
export function protocolError(message: string, code = 'invalid_state'): ChatError {
  return new ChatError({ kind: 'protocol', code, message })
}

/** A value in a few words, for messages: `a number`, `an object with "role", "content"`. Quotes nothing of its content. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value !== 'object')
    return /^[aeiou]/.test(typeof value) ? `an ${typeof value}` : `a ${typeof value}`
  const keys = Object.keys(value)
  const some = keys.slice(0, 6).map((key) => JSON.stringify(key.slice(0, 40)))
  if (some.length === 0) return 'an empty object'
  return `an object with ${some.join(', ')}${keys.length > some.length ? ', …' : ''}`
}
