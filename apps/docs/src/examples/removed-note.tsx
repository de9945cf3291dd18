import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { MessageMenu, RemovedNote } from '@antiphon/shell'
import { MessageActions, Transcript, type TranscriptProps } from '@antiphon/ui'
import { useState } from 'react'

// "Delete" is in the menu of a message.
const slots: TranscriptProps['slots'] = {
  MessageActions: (props) => (
    <MessageActions {...props}>
      <MessageMenu message={props.message} />
    </MessageActions>
  ),
}

export function Example() {
  const [chat] = useState(() =>
    createChat({
      endpoint: '/api/v1',
      model: 'gpt-4o',
      messages: [
        { role: 'user', content: 'Which pool fails first?' },
        { role: 'assistant', content: 'Eight connections.', finishReason: 'stop' },
      ],
    }),
  )
  return (
    <ChatProvider chat={chat}>
      <Transcript slots={slots} />
      <RemovedNote />
    </ChatProvider>
  )
}
