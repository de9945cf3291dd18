'use client'

import { type ChatConfig, createChat, randomId, type ChatController, type ChatOptions } from '@antiphon/core'
import { chatSettings } from '@antiphon/core/binding'
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useOptionalChat } from './chat-context.js'
import { lateOption } from './late-option.js'
import { createChatViewReader, type UseChat } from './chat-view.js'
import { useLayout } from '../lib/use-layout.js'

declare const process: { env: { NODE_ENV?: string } }

const keys = Object.keys(chatSettings) as (keyof ChatConfig)[]

/** The settings of `ChatConfig` as a host gives them. */
type Settings = Pick<ChatOptions, keyof ChatConfig>

type Callback = (...args: never[]) => unknown

/** The settings that a component passes on each render. */
interface ChatSettings {
  /** The settings to make the chat with. */
  readonly first: Settings
  /** Takes over the settings of a render. Returns those that changed, cleared ones as undefined; undefined when none did. */
  take(next: Settings): Partial<Settings> | undefined
}

function createChatSettings(given: Settings): ChatSettings {
  const newest = new Map<keyof ChatConfig, Callback>()
  const callers = new Map<keyof ChatConfig, Callback>()
  const held: Record<string, unknown> = {}

  /** The function that the chat gets for a callback. It stays the same and calls the newest callback. */
  const callerOf = (key: keyof ChatConfig, callback: Callback): Callback => {
    newest.set(key, callback)
    const known = callers.get(key)
    if (known) return known
    const caller: Callback = (...args) => newest.get(key)!(...args)
    callers.set(key, caller)
    return caller
  }

  const take = (next: Settings): Partial<Settings> | undefined => {
    const changed: Record<string, unknown> = {}
    for (const key of keys) {
      const comparison = chatSettings[key]
      const value = comparison === 'callback' && next[key] ? callerOf(key, next[key] as Callback) : next[key]
      if (comparison === 'data' ? isEqual(value, held[key]) : Object.is(value, held[key])) continue
      changed[key] = held[key] = value
    }
    return Object.keys(changed).length > 0 ? changed : undefined
  }
  return { first: take(given) ?? {}, take }
}

/** Nesting up to which settings are compared. No request can hold more. */
const MAX_DEPTH = 500

/** Equal by content: plain objects and arrays are compared entry by entry, everything else by identity. A cycle counts once. */
function isEqual(one: unknown, other: unknown, above: readonly unknown[] = []): boolean {
  if (Object.is(one, other) || above.length === MAX_DEPTH || (isPlain(one) && above.includes(one)))
    return true
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  const inside = [...above, one]
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name], inside))
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}

export type { UseChat }

/**
 * With options: makes a chat that lives as long as the component; unmounting stops what is in flight. Every setting of
 * `ChatConfig` (endpoint, transport, fetch, model, system, tools, callbacks, …) may change from render to render and
 * applies to the next request; one that goes away is cleared. Callbacks and plain objects may be written in place. The rest
 * of `ChatOptions` (`messages`, `threadId`, `now`, `memory`, `random`, `generateId`, `scheduler`) is read once, when the
 * chat is made; in development a change of it gives a warning. Without options: the chat of the nearest `ChatProvider`.
 *
 * The component renders when the status, the queue, the model or an approval changes, and for `messages` and `error` only
 * if it reads them.
 *
 * @throws Error when called without options and without a provider.
 */
export function useChat(options?: ChatOptions): UseChat {
  const provided = useOptionalChat()
  const place = useId()
  const [own] = useState(() => options && createOwnChat(options, place))
  const chat = own?.chat ?? provided
  if (!chat) throw new Error('useChat() without options needs a <ChatProvider> above it.')

  useConfigure(own, options)
  useStopAtEnd(own?.chat)
  const reader = useMemo(() => createChatViewReader(chat), [chat])
  return useSyncExternalStore(reader.subscribe, reader.read, reader.read)
}

interface OwnChat {
  chat: ChatController
  settings: ChatSettings
  /** The options with which the chat was made. */
  made: ChatOptions
}

/**
 * The messages it starts with get their ids from the place of the component: a server and a browser that render the
 * same page then agree on them. Every later message gets an id of its own.
 */
function createOwnChat(options: ChatOptions, place: string): OwnChat {
  let made: number | undefined = 0
  const generateId = (): string => (made === undefined ? randomId() : `${place}${++made}`)
  const settings = createChatSettings(options)
  const chat = createChat({
    ...options,
    ...settings.first,
    generateId: options.generateId ?? generateId,
  })
  made = undefined
  return { chat, settings, made: options }
}

/**
 * Stops the chat when its component is gone. StrictMode undoes every effect once and runs it again. An answer that was
 * requested on mounting must survive that, so the hook checks a moment later.
 */
function useStopAtEnd(chat: ChatController | undefined): void {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      queueMicrotask(() => {
        if (!mounted.current) chat?.stop()
      })
    }
  }, [chat])
}

/** Chats that have already warned of an option that is read once. */
const warned = new WeakSet<ChatController>()

/** Passes on the changes of this render, before an effect of the page can request an answer. */
function useConfigure(own: OwnChat | undefined, options: ChatOptions = {}): void {
  useLayout(() => {
    const change = own?.settings.take(options)
    if (change) own?.chat.configure(change)
    try {
      if (process.env.NODE_ENV !== 'production' && own && !warned.has(own.chat)) {
        const words = lateOption(own.made, options)
        if (words) console.warn(words)
        if (words) warned.add(own.chat)
      }
    } catch {
      // A page without a bundler has no `process` and counts as production.
    }
  })
}
