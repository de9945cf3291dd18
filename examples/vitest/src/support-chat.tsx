import type { ChatOptions } from '@antiphon/core'
import { ChatProvider, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'

const endpoint = { baseUrl: 'http://localhost:11434/v1' }

/** What the app shows. A test passes other options: a transport, or a `fetch`. */
export function SupportChat(options: ChatOptions) {
  const { chat } = useChat({ endpoint, model: 'qwen3', ...options })
  return (
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>
  )
}
