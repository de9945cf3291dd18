import { ChatProvider } from '@antiphon/react'
import { useAttachments, type Upload } from '@antiphon/react/attachments'
import { useThread } from '@antiphon/threads/react'
import { Chat, EmptyState } from '@antiphon/ui'
import { useStorageFailure } from '@antiphon/ui/threads'
import { callServer } from './call-server.js'
import { toolRenderers } from './tools.js'
import { words } from './words.js'

/** Pictures go to the server. Other files stay in the message. */
const upload: Upload = async (file, { signal, kind }) => {
  if (kind !== 'image') return undefined
  const response = await callServer('/api/files', { method: 'POST', body: file, signal })
  return ((await response.json()) as { url: string }).url
}

const transcript = {
  toolRenderers,
  empty: <EmptyState title={words.welcome} suggestions={words.suggestions} />,
}

export function Conversation({ threadId }: { threadId: string }) {
  const { chat, save } = useThread(threadId)
  const wordsOf = useStorageFailure()
  return (
    <ChatProvider chat={chat}>
      <main className="conversation">
        {save.problem && <p role="alert">{wordsOf(save.problem)}</p>}
        <Box />
      </main>
    </ChatProvider>
  )
}

function Box() {
  const { tray } = useAttachments({ upload })
  return (
    <Chat
      audience="people"
      style={{ flex: 1, minHeight: 0 }}
      transcript={transcript}
      composer={{ tray, placeholder: words.placeholder }}
    />
  )
}
