import { createChat, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { SourceCards } from '@antiphon/shell'
import { Transcript } from '@antiphon/ui'
import { useState } from 'react'

const content = 'Each piece of the answer says how long it is, and an empty one is the end.'
const answer: Message = {
  role: 'assistant',
  content,
  finishReason: 'stop',
  annotations: [
    {
      type: 'url_citation',
      url_citation: {
        url: 'https://www.rfc-editor.org/rfc/rfc9112',
        title: 'RFC 9112: HTTP/1.1',
        content: 'The chunked transfer coding wraps content in order to transfer it as a series of chunks.',
        start_index: 0,
        end_index: content.length,
      },
    },
  ],
}

// Point at the number in the answer, or go there with Tab.
export function Example() {
  const [chat] = useState(() => createChat({ endpoint: '/api/v1', model: 'gpt-4o', messages: [answer] }))
  return (
    <ChatProvider chat={chat}>
      <Transcript />
      <SourceCards />
    </ChatProvider>
  )
}
