import { VersionsPicker } from '@antiphon/shell'
import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { useState } from 'react'

function chatWithVersions() {
  const chat = createChat({ endpoint: '/api/v1', model: 'gpt-4o' })
  const question = chat.store.append({ id: 'q', role: 'user', content: 'Which pool fails first?' })
  for (const [id, content] of Object.entries({ a1: 'The pool of 8.', a2: 'Eight connections fail first.' }))
    chat.store.append({ id, role: 'assistant', content, finishReason: 'stop' }, { parent: question })
  return chat
}

export function Example() {
  const [chat] = useState(chatWithVersions)
  return (
    <ChatProvider chat={chat}>
      <Transcript slots={{ BranchPicker: VersionsPicker }} />
    </ChatProvider>
  )
}
