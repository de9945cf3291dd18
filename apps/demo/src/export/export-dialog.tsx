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

export interface ExportDialogProps {
  title: string
  /** Saves the conversation with all its versions, to be imported again. */
  onSaveThread: () => void
  onClose: () => void
}

const note = 'text-data text-text-2'

/** Takes the conversation on screen away: as a page or a text, as a file for this app, to other apps, and what was rated as training data. */
export function ExportDialog({ title, onSaveThread, onClose }: ExportDialogProps) {
  const { store } = useChatInstance()
  const messages = store.getMessages()
  return (
    <SettingsSheet
      title="Export"
      data-dialog="export"
      onClose={onClose}
      sections={[
        { id: 'share', title: 'Share', content: <SharePage title={title} /> },
        { id: 'format', content: <ViewerExport messages={messages} title={title} /> },
        {
          id: 'thread',
          title: 'Conversation file',
          content: (
            <>
              <p className={note}>All versions and ratings, to be imported here again.</p>
              <div>
                <Button variant="small" onClick={onSaveThread}>
                  Download the conversation
                </Button>
              </div>
            </>
          ),
        },
        { id: 'feedback', title: 'Feedback as training data', content: <FeedbackExport /> },
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
  const [said, setSaid] = useState('')
  const [subject, setSubject] = useState<Sharing>()
  const share = async (shared: Shared<Sharing>): Promise<void> => {
    const { exportHtml } = await import('@antiphon/ui/export')
    const { messages, title: name } = shared.value
    const text = await exportHtml(messages, { note: name, plugins })
    const left = leftIn(text, shared)
    if (left.length > 0) return setSaid(`${left.join(', ')} would still be in it, so it was not made.`)
    const file = new File([text], 'conversation.html', { type: 'text/html' })
    if (!navigator.canShare?.({ files: [file] })) {
      saveFile(file.name, text, file.type)
      return setSaid('Saved as conversation.html. Send it to anyone: it needs no server.')
    }
    await navigator.share({ files: [file], title: name }).catch((error: unknown) => {
      // Who changes their mind needs no words.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
  }
  return (
    <>
      <p className={note}>
        One file with the whole conversation, readable in any browser. Nothing is uploaded.
      </p>
      <div>
        <Button variant="primary" onClick={() => setSubject({ messages: store.getMessages(), title })}>
          Share as a page
        </Button>
      </div>
      {subject && (
        <ShareReview
          subject={subject}
          isAsked={false}
          action="Share"
          onShare={(shared) =>
            void share(shared).catch((error: unknown) => setSaid((error as Error).message))
          }
          onClose={() => setSubject(undefined)}
        />
      )}
      <p role="status" className={`${note} empty:hidden`}>
        {said}
      </p>
    </>
  )
}

/** Rated answers as JSON Lines: pairs for DPO, or every answer with its label. */
function FeedbackExport() {
  const { store } = useChatInstance()
  const [leaving, setLeaving] = useState<{ name: string; rows: Parameters<typeof toJsonLines>[0] }>()
  const [said, setSaid] = useState('')
  const { pairs, labels } = useMemo(() => {
    const tree = store.getTree()
    return { pairs: preferencePairs(tree), labels: preferenceLabels(tree) }
  }, [store])
  if (labels.length === 0)
    return <p className={note}>Rate answers with the thumbs below them. Rated answers can be saved here.</p>
  return (
    <>
      <p className={note}>
        {labels.length === 1 ? '1 answer was rated' : `${labels.length} answers were rated`}
        {pairs.length > 0
          ? `, which gives ${pairs.length === 1 ? '1 pair' : `${pairs.length} pairs`} of a good and a bad answer to the same question.`
          : '. A good and a bad version of the same answer make a pair.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="small"
          aria-disabled={pairs.length === 0 || undefined}
          onClick={() => setLeaving({ name: 'preference-pairs.jsonl', rows: pairs })}
        >
          Download pairs (JSONL)
        </Button>
        <Button variant="small" onClick={() => setLeaving({ name: 'preference-labels.jsonl', rows: labels })}>
          Download labels (JSONL)
        </Button>
      </div>
      {leaving && (
        <ShareReview
          subject={leaving}
          isAsked={false}
          action="Download"
          onShare={(shared) => {
            const text = toJsonLines(shared.value.rows)
            const left = leftIn(text, shared)
            if (left.length > 0) setSaid(`${left.join(', ')} would still be in it, so it was not made.`)
            else saveFile(leaving.name, text, 'application/jsonl')
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
      <p role="status" className={`${note} empty:hidden`}>
        {said}
      </p>
    </>
  )
}
