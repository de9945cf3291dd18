'use client'
import type { ChatController } from '@antiphon/core'
import { createContext, useContext, type ReactNode } from 'react'

const ChatContext = createContext<ChatController | undefined>(undefined)

export interface ChatProviderProps {
  chat: ChatController
  children?: ReactNode
}

/** Gives a chat to all hooks below it. The chat is made with `createChat` or `useChat(options)`. */
export function ChatProvider({ chat, children }: ChatProviderProps): ReactNode {
  return <ChatContext.Provider value={chat}>{children}</ChatContext.Provider>
}

/** The chat of the nearest provider, or undefined. For components that also work without one. */
export function useOptionalChat(): ChatController | undefined {
  return useContext(ChatContext)
}

/**
 * The chat of the nearest provider.
 *
 * @throws Error when there is none above.
 */
export function useChatInstance(): ChatController {
  const chat = useContext(ChatContext)
  if (!chat)
    throw new Error(
      'This hook needs a <ChatProvider chat={chat}> above it. Make the chat with useChat(options).',
    )
  return chat
}
