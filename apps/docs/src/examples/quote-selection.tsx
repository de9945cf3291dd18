import { QuoteSelection } from '@antiphon/shell'
import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [chat] = useState(() =>
    createChat({
      endpoint: '/api/v1',
      model: 'gpt-4o',
      messages: [{ role: 'assistant', content: 'Select **some of these words**.', finishReason: 'stop' }],
    }),
  )
  return (
    <ChatProvider chat={chat}>
      <Chat composer={{ toolsSlot: <QuoteSelection /> }} />
    </ChatProvider>
  )
}
