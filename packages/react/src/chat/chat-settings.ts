import type { ChatConfig } from '@antiphon/core'

/**
 * How a setting is compared with the one before. `value`: by identity. `data`: by what is in it, so that an object
 * written in place is not a new one on each render. `callback`: any function is as good as the last, because the chat
 * always calls the newest.
 */
type Comparison = 'value' | 'data' | 'callback'

/** Every setting of a chat. The type has all of them: one that is added to `ChatConfig` and not here does not compile. */
const comparisons: Record<keyof ChatConfig, Comparison> = {
  endpoint: 'data',
  transport: 'value',
  model: 'value',
  tools: 'data',
  parameters: 'data',
  gateToolCalls: 'callback',
  toolExecution: 'value',
  toolTimeout: 'value',
  steering: 'value',
  maxSteps: 'value',
  continuePrompt: 'callback',
  beforeRequest: 'callback',
  stopWhen: 'callback',
}
const keys = Object.keys(comparisons) as (keyof ChatConfig)[]

type Callback = (...args: never[]) => unknown

/** The settings of a chat as a component gives them, render after render. */
export interface ChatSettings {
  /** The settings to make the chat with. */
  readonly first: ChatConfig
  /** Takes over the settings of a render. Returns those that changed, cleared ones as undefined; undefined when none did. */
  take(next: ChatConfig): Partial<ChatConfig> | undefined
}

export function createChatSettings(given: ChatConfig): ChatSettings {
  const newest = new Map<keyof ChatConfig, Callback>()
  const callers = new Map<keyof ChatConfig, Callback>()
  const held: Record<string, unknown> = {}

  /** What the chat gets for a callback: one function for good, which calls the newest. */
  const callerOf = (key: keyof ChatConfig, callback: Callback): Callback => {
    newest.set(key, callback)
    const known = callers.get(key)
    if (known) return known
    const caller: Callback = (...args) => newest.get(key)!(...args)
    callers.set(key, caller)
    return caller
  }

  const take = (next: ChatConfig): Partial<ChatConfig> | undefined => {
    const changed: Record<string, unknown> = {}
    for (const key of keys) {
      const comparison = comparisons[key]
      const value = comparison === 'callback' && next[key] ? callerOf(key, next[key] as Callback) : next[key]
      if (comparison === 'data' ? isEqual(value, held[key]) : Object.is(value, held[key])) continue
      changed[key] = held[key] = value
    }
    return Object.keys(changed).length > 0 ? changed : undefined
  }
  return { first: take(given) ?? {}, take }
}

/** Equal by content: plain objects and arrays are compared entry by entry, everything else by identity. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
