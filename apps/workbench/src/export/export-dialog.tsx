import { useChat } from '@antiphon/react'
import { Button } from '@antiphon/ui'
import { useMarkdownPlugins } from '@antiphon/ui/markdown'
import { SettingsSheet } from '@antiphon/shell'
import type { Message } from '@antiphon/core'
import { leftIn, ShareReview, type Shared } from '@antiphon/devtools/review'
import { useState } from 'react'
import { saveFile } from './save-file.js'
import { ViewerExport } from './viewer-export.js'
import { englishShare as said } from '../words/english-share.js'

export interface ExportDialogProps {
  title: string
  /** Saves the conversation with all its versions, to be imported again. */
  onSaveThread: () => void
  onClose: () => void
}

const noteClass = 'text-data text-text-2'

/** Takes the conversation on screen away: as a page or a text, as a file for this app, and to other apps. */
export function ExportDialog({ title, onSaveThread, onClose }: ExportDialogProps) {
  const { store } = useChat().chat
  const messages = store.getMessages()
  return (
    <SettingsSheet
      title={said.title}
      data-dialog="export"
      onClose={onClose}
      sections={[
        { id: 'share', title: said.share, content: <SharePage title={title} /> },
        { id: 'format', content: <ViewerExport messages={messages} title={title} /> },
        {
          id: 'thread',
          title: said.file,
          content: (
            <>
              <p className={noteClass}>{said.fileText}</p>
              <div>
                <Button variant="small" onClick={onSaveThread}>
                  {said.downloadFile}
                </Button>
              </div>
            </>
          ),
        },
      ]}
    />
  )
}

/** Everything that is exported together, so that a redacted value has the same name in all of it. */
interface Sharing {
  messages: readonly Message[]
  title: string
}

/** A page that needs no server: shared with another app where the device can, else saved. */
function SharePage({ title }: { title: string }) {
  const { store } = useChat().chat
  const plugins = useMarkdownPlugins()
  const [note, setNote] = useState('')
  const [subject, setSubject] = useState<Sharing>()
  const share = async (shared: Shared<Sharing>): Promise<void> => {
    const { exportHtml } = await import('@antiphon/ui/export')
    const { messages, title: name } = shared.value
    const text = await exportHtml(messages, { title: name, plugins })
    const left = leftIn(text, shared)
    if (left.length > 0) return setNote(said.stillIn(left.join(', ')))
    const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['conversation']
    const file = new File([text], `${words.join('-').slice(0, 60)}.html`, { type: 'text/html' })
    if (!navigator.canShare?.({ files: [file] })) {
      saveFile(file.name, text, file.type)
      return setNote(said.saved(file.name))
    }
    await navigator.share({ files: [file], title: name }).catch((error: unknown) => {
      // A cancelled save needs no message.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
  }
  return (
    <>
      <p className={noteClass}>{said.shareText}</p>
      <div>
        <Button variant="primary" onClick={() => setSubject({ messages: store.getMessages(), title })}>
          {said.shareAsPage}
        </Button>
      </div>
      {subject && (
        <ShareReview
          subject={subject}
          isAsked={false}
          action={said.share}
          onShare={(shared) =>
            void share(shared).catch((error: unknown) => setNote((error as Error).message))
          }
          onClose={() => setSubject(undefined)}
        />
      )}
      <p role="status" className={`${noteClass} empty:hidden`}>
        {note}
      </p>
    </>
  )
}
