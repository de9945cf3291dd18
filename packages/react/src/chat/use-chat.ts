'use client'
import { createChat, randomId, type Chat, type ChatOptions } from '@antiphon/core'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useOptionalChat } from './chat-context.js'
import { createChatSettings, type ChatSettings } from './chat-settings.js'
import { createChatViewReader, type UseChat } from './chat-view.js'

export type { UseChat }

/**
 * With options: makes a chat that lives as long as the component; unmounting stops what is in flight. Every setting of
 * `ChatConfig` (endpoint, transport, model, tools, …) may change from render to render and applies to the next request;
 * one that goes away is cleared. Callbacks and plain objects may be written in place. Without options: the chat of the
 * nearest `ChatProvider`.
 *
 * The component renders when the status, the queue, the model or an approval changes, and for `messages` and `error`
 * only if it reads them.
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
  chat: Chat
  settings: ChatSettings
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
  return { chat, settings }
}

/**
 * Stops the chat when its component is gone. StrictMode takes every effect back once and runs it again at once: an answer
 * that was asked for on mounting must live through that, so the end is judged a moment later.
 */
function useStopAtEnd(chat: Chat | undefined): void {
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

/** Passes on what changed with this render, before any effect of the page can ask for an answer. */
function useConfigure(own: OwnChat | undefined, options: ChatOptions = {}): void {
  useLayoutEffect(() => {
    const change = own?.settings.take(options)
    if (change) own?.chat.configure(change)
  })
}
