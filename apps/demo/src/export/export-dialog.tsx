import { preferenceLabels, preferencePairs, toJsonLines } from '@antiphon/formats/export'
import { useChatInstance } from '@antiphon/react'
import { Button } from '@antiphon/ui'
import { useMarkdownPlugins } from '@antiphon/ui/markdown'
import { SettingsSheet } from '@antiphon/ui/shell'
import type { Message } from '@antiphon/core'
import { leftIn, ShareReview, type Shared } from '@antiphon/ui/redact'
import { useMemo, useState } from 'react'
import { saveFile } from '../threads/save-file.js'
import { ViewerExport } from '../viewer/viewer-export.js'
import { words } from '../words/words.js'

export interface ExportDialogProps {
  title: string
  /** Saves the conversation with all its versions, to be imported again. */
  onSaveThread: () => void
  onClose: () => void
}

const said = words.conversation.share
const noteClass = 'text-data text-text-2'

/** Takes the conversation on screen away: as a page or a text, as a file for this app, to other apps, and what was rated as training data. */
export function ExportDialog({ title, onSaveThread, onClose }: ExportDialogProps) {
  const { store } = useChatInstance()
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
        { id: 'feedback', title: said.feedback, content: <FeedbackExport /> },
      ]}
    />
  )
}

/** What leaves together: a value has the same name in all of it. */
interface Sharing {
  messages: readonly Message[]
  title: string
}

/** A page that needs no server: shared with another app where the device can, else saved. */
function SharePage({ title }: { title: string }) {
  const { store } = useChatInstance()
  const plugins = useMarkdownPlugins()
  const [note, setNote] = useState('')
  const [subject, setSubject] = useState<Sharing>()
  const share = async (shared: Shared<Sharing>): Promise<void> => {
    const { exportHtml } = await import('@antiphon/ui/export')
    const { messages, title: name } = shared.value
    const text = await exportHtml(messages, { note: name, plugins })
    const left = leftIn(text, shared)
    if (left.length > 0) return setNote(said.stillIn(left.join(', ')))
    const file = new File([text], 'conversation.html', { type: 'text/html' })
    if (!navigator.canShare?.({ files: [file] })) {
      saveFile(file.name, text, file.type)
      return setNote(said.saved)
    }
    await navigator.share({ files: [file], title: name }).catch((error: unknown) => {
      // Who changes their mind needs no words.
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

/** Rated answers as JSON Lines: pairs for DPO, or every answer with its label. */
function FeedbackExport() {
  const { store } = useChatInstance()
  const [leaving, setLeaving] = useState<{ name: string; rows: Parameters<typeof toJsonLines>[0] }>()
  const [note, setNote] = useState('')
  const { pairs, labels } = useMemo(() => {
    const tree = store.getTree()
    return { pairs: preferencePairs(tree), labels: preferenceLabels(tree) }
  }, [store])
  if (labels.length === 0) return <p className={noteClass}>{said.feedbackNone}</p>
  return (
    <>
      <p className={noteClass}>{said.rated(labels.length, pairs.length)}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="small"
          aria-disabled={pairs.length === 0 || undefined}
          onClick={() => setLeaving({ name: 'preference-pairs.jsonl', rows: pairs })}
        >
          {said.downloadPairs}
        </Button>
        <Button variant="small" onClick={() => setLeaving({ name: 'preference-labels.jsonl', rows: labels })}>
          {said.downloadLabels}
        </Button>
      </div>
      {leaving && (
        <ShareReview
          subject={leaving}
          isAsked={false}
          action={said.download}
          onShare={(shared) => {
            const text = toJsonLines(shared.value.rows)
            const left = leftIn(text, shared)
            if (left.length > 0) setNote(said.stillIn(left.join(', ')))
            else saveFile(leaving.name, text, 'application/jsonl')
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
      <p role="status" className={`${noteClass} empty:hidden`}>
        {note}
      </p>
    </>
  )
}
