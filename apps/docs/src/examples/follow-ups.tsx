import { FollowUps } from '@antiphon/shell'
import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Chat, MessageActions, type TranscriptProps } from '@antiphon/ui'
import { useState } from 'react'

const next = ['Since when?', { label: 'Put it in a table', prompt: 'Put the pools in a table.' }]
const slots: TranscriptProps['slots'] = {
  MessageActions: (props) => (
    <>
      <MessageActions {...props} />
      <FollowUps message={props.message} suggestions={next} />
    </>
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
      <Chat transcript={{ slots }} />
    </ChatProvider>
  )
}
