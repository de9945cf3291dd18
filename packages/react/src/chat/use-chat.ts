'use client'
import { createChat, type Chat, type ChatConfig, type ChatOptions, type ChatState } from '@antiphon/core'
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useOptionalChat } from './chat-context.js'

/** Status, queue and model of a chat, with its methods. Changes with the status, never with a delta. */
export interface UseChat extends ChatState, Omit<Chat, 'getState' | 'subscribe'> {
  /** The chat itself, for `<ChatProvider chat={chat}>`. */
  chat: Chat
}

/**
 * With options: makes a chat that lives as long as the component; settings that change later (endpoint, model, tools,
 * parameters, …) apply to the next request, and unmounting stops what is in flight. Without options: the chat of the
 * nearest `ChatProvider`.
 *
 * @throws Error when called without options and without a provider.
 */
export function useChat(options?: ChatOptions): UseChat {
  const provided = useOptionalChat()
  const place = useId()
  const [own] = useState(() => options && createServedChat(options, place))
  const chat = own ?? provided
  if (!chat) throw new Error('useChat() without options needs a <ChatProvider> above it.')

  useConfigure(own, options)
  useStopAtEnd(own)
  const state = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState)
  return useMemo(() => ({ ...chat, ...state, chat }), [chat, state])
}

/**
 * The messages it starts with get their ids from the place of the component: a server and a browser that render the
 * same page then agree on them. Every later message gets an id of its own.
 */
function createServedChat(options: ChatOptions, place: string): Chat {
  let made: number | undefined = 0
  const generateId = (): string => (made === undefined ? crypto.randomUUID() : `${place}${++made}`)
  const chat = createChat({ ...options, generateId: options.generateId ?? generateId })
  made = undefined
  return chat
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

/** Passes on settings whose identity changed since the last commit. */
function useConfigure(chat: Chat | undefined, options: ChatConfig = {}): void {
  const { endpoint, model, tools, parameters, gateToolCalls, toolExecution } = options
  const { toolTimeout, steering, maxSteps, stopWhen } = options
  useEffect(() => {
    const loop = { gateToolCalls, toolExecution, toolTimeout, steering, maxSteps, stopWhen }
    chat?.configure({ endpoint, model, tools, parameters, ...loop })
  }, [
    chat,
    endpoint,
    model,
    tools,
    parameters,
    gateToolCalls,
    toolExecution,
    toolTimeout,
    steering,
    maxSteps,
    stopWhen,
  ])
}
