import { useChat } from '@antiphon/react'
import { Button } from '@antiphon/ui'
import { SettingsSheet } from '@antiphon/shell'
import { LinkSection, type Links } from './link-section.js'
import { noteClass, SharePage } from './share-page.js'
import { ViewerExport } from './viewer-export.js'
import { englishShare as said } from '../words/english-share.js'

export interface ExportDialogProps {
  title: string
  /** Links to the conversation, where its server makes them. */
  links?: Links | undefined
  /** Saves the conversation with all its versions, to be imported again. */
  onSaveThread: () => void
  onClose: () => void
}

/** Takes the conversation on screen away: as a page or a text, as a file for this app, and to other apps. */
export function ExportDialog({ title, links, onSaveThread, onClose }: ExportDialogProps) {
  const { store } = useChat().chat
  const messages = store.getMessages()
  return (
    <SettingsSheet
      title={said.title}
      data-dialog="export"
      onClose={onClose}
      sections={[
        { id: 'share', title: said.share, content: <SharePage title={title} /> },
        ...(links
          ? [{ id: 'link', title: said.link, content: <LinkSection title={title} links={links} /> }]
          : []),
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
