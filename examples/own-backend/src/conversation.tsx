import { ChatProvider, useAttachments, type Upload } from '@antiphon/react'
import { useThread } from '@antiphon/threads/react'
import { Button, Chat, EmptyState } from '@antiphon/ui'
import { useStorageFailure } from '@antiphon/threads/ui'
import { callServer, session } from './call-server.js'
import { useDraft } from './draft.js'
import { toolRenderers } from './tools.js'
import { words } from './words.js'

const MB = 1_000_000
/** Only pictures go to the server. A PDF stays in the message, as data: the kit turns it into what the model takes. */
const upload: Upload = async (file, { signal, kind }) => {
  if (kind !== 'image') return undefined
  const response = await callServer('/api/files', { method: 'POST', body: file, signal })
  return ((await response.json()) as { url: string }).url
}

const attachments = {
  upload,
  // Data is a third larger in a message, and the server takes 16 MB.
  limits: { fileBytes: 8 * MB, totalBytes: 8 * MB },
  // Without texts among them the picker offers only these types, and an iPhone gives its photos as JPEG.
  types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  resizeImages: { maxSide: 2048 },
}

const transcript = {
  toolRenderers,
  // Pictures and files are on the cards, so the folds need not have them.
  slots: { ToolResult: () => null },
  empty: <EmptyState title={words.welcome} suggestions={words.suggestions} />,
}

export function Conversation({ threadId }: { threadId: string }) {
  const { chat, save, saveNow } = useThread(threadId)
  const wordsOf = useStorageFailure()
  const tryAgain = () => {
    session.hasEnded = false
    void saveNow()
  }
  return (
    <ChatProvider chat={chat}>
      <main className="conversation">
        {save.problem && (
          <div role="alert" className="alert">
            {wordsOf(save.problem)} <Button onClick={tryAgain}>{words.tryAgain}</Button>
          </div>
        )}
        <Box threadId={threadId} />
      </main>
    </ChatProvider>
  )
}

function Box({ threadId }: { threadId: string }) {
  const { tray } = useAttachments(attachments)
  const draft = useDraft(threadId)
  return (
    <Chat
      audience="people"
      style={{ flex: 1, minHeight: 0 }}
      transcript={transcript}
      composer={{ ...draft, tray, placeholder: words.placeholder }}
    />
  )
}
