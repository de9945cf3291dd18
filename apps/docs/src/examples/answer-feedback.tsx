import { AnswerFeedback } from '@antiphon/shell'
import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { MessageActions, Transcript, type TranscriptProps } from '@antiphon/ui'
import { useState } from 'react'

const slots: TranscriptProps['slots'] = {
  MessageActions: (props) => (
    <MessageActions {...props}>
      <AnswerFeedback message={props.message} />
    </MessageActions>
  ),
}

export function Example() {
  const [chat] = useState(() =>
    createChat({
      endpoint: '/api/v1',
      model: 'gpt-4o',
      messages: [{ role: 'assistant', content: 'Eight connections fail first.', finishReason: 'stop' }],
    }),
  )
  return (
    <ChatProvider chat={chat}>
      <Transcript slots={slots} />
    </ChatProvider>
  )
}
