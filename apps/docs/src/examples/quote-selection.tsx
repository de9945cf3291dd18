import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { QuoteSelection } from '@antiphon/shell'
import { Chat } from '@antiphon/ui'
import { useState } from 'react'

// Select words of the answer.
const composer = { toolsSlot: <QuoteSelection /> }

export function Example() {
  const [chat] = useState(() =>
    createChat({
      endpoint: '/api/v1',
      model: 'gpt-4o',
      messages: [
        { role: 'user', content: 'Which pool fails first?' },
        {
          role: 'assistant',
          content: 'The pool of checkout: it has eight connections, and a deploy at 22:04 set that.',
          finishReason: 'stop',
        },
      ],
    }),
  )
  return (
    <ChatProvider chat={chat}>
      <Chat composer={composer} />
    </ChatProvider>
  )
}
