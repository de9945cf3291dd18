import { writeArtifact } from '@antiphon/artifacts'
import { artifactRenderers, ArtifactPanel, type ArtifactPlace } from '@antiphon/artifacts/react'
import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { useState } from 'react'

const note = {
  id: 'slow',
  kind: 'document',
  title: 'Why checkout was slow',
  content: '# Why checkout was slow\n\nA deploy set the pool from **40 to 8** connections.',
}

export function Example() {
  const [chat] = useState(() =>
    createChat({
      endpoint: '/api/v1',
      model: 'gpt-4o',
      tools: [writeArtifact],
      messages: [
        { role: 'user', content: 'Write it down' },
        {
          role: 'assistant',
          content: '',
          finishReason: 'tool_calls',
          tool_calls: [
            {
              id: 'c1',
              type: 'function',
              function: { name: writeArtifact.name, arguments: JSON.stringify(note) },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Shown.' },
        { role: 'assistant', content: 'It is written down.', finishReason: 'stop' },
      ],
    }),
  )
  const [shown, setShown] = useState<ArtifactPlace>()
  const [toolRenderers] = useState(() => artifactRenderers({ onOpen: setShown }))
  return (
    <ChatProvider chat={chat}>
      {shown ? (
        <ArtifactPanel chat={chat} shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />
      ) : (
        <Transcript toolRenderers={toolRenderers} />
      )}
    </ChatProvider>
  )
}
