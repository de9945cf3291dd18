import { artifactRenderers, ArtifactPanel, type ArtifactPlace } from '@antiphon/artifacts/react'
import { createChat, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { useState } from 'react'

const written = {
  id: 'report',
  kind: 'document',
  title: 'Why checkout was slow',
  content: '# Why checkout was slow\n\nThe pool had **8** connections in place of 40.\n',
}
const messages: Message[] = [
  { role: 'user', content: 'Write down why checkout was slow.' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: { name: 'write_artifact', arguments: JSON.stringify(written) },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'Shown.' },
]

export function Example() {
  const [chat] = useState(() => createChat({ endpoint: 'https://models.example/v1', messages }))
  const [shown, setShown] = useState<ArtifactPlace>()
  const [toolRenderers] = useState(() => artifactRenderers({ onOpen: setShown }))
  return (
    <ChatProvider chat={chat}>
      <Transcript toolRenderers={toolRenderers} />
      {shown && (
        <ArtifactPanel chat={chat} shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />
      )}
    </ChatProvider>
  )
}
