'use client'

import { ChatProvider, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'

export function SupportChat() {
  const { chat } = useChat({ endpoint: { baseUrl: '/api/v1' }, model: 'qwen3' })
  return (
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>
  )
}
