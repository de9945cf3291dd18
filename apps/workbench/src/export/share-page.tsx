import { useChat } from '@antiphon/react'
import { Button } from '@antiphon/ui'
import { useMarkdownPlugins } from '@antiphon/ui/markdown'
import type { Message } from '@antiphon/core'
import { leftIn, ShareReview, type Shared } from '@antiphon/devtools/review'
import { useState } from 'react'
import { saveFile } from './save-file.js'
import { englishShare as said } from '../words/english-share.js'

export const noteClass = 'text-data text-text-2'

/** Everything that is exported together, so that a redacted value has the same name in all of it. */
interface Sharing {
  messages: readonly Message[]
  title: string
}

/** Makes a page of the conversation, which the person has looked through, for `take`. */
export function usePageReview(
  title: string,
  action: string,
  take: (page: string, title: string) => Promise<string>,
) {
  const { store } = useChat().chat
  const plugins = useMarkdownPlugins()
  const [note, setNote] = useState('')
  const [subject, setSubject] = useState<Sharing>()
  const make = async (shared: Shared<Sharing>): Promise<string> => {
    const { exportHtml } = await import('@antiphon/ui/export')
    const { messages, title: name } = shared.value
    const page = await exportHtml(messages, { title: name, plugins })
    const left = leftIn(page, shared)
    return left.length > 0 ? said.stillIn(left.join(', ')) : take(page, name)
  }
  return {
    setNote,
    begin() {
      setNote('')
      setSubject({ messages: store.getMessages(), title })
    },
    /** The review while it is open, and what came of it. */
    review: (
      <>
        {subject && (
          <ShareReview
            subject={subject}
            isAsked={false}
            action={action}
            onShare={(shared) =>
              void make(shared).then(setNote, (error: unknown) => setNote((error as Error).message))
            }
            onClose={() => setSubject(undefined)}
          />
        )}
        <p role="status" className={`${noteClass} empty:hidden`}>
          {note}
        </p>
      </>
    ),
  }
}

/** A page that needs no server: shared with another app where the device can, else saved. */
export function SharePage({ title }: { title: string }) {
  const { begin, review } = usePageReview(title, said.share, async (page, name) => {
    const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['conversation']
    const file = new File([page], `${words.join('-').slice(0, 60)}.html`, { type: 'text/html' })
    if (!navigator.canShare?.({ files: [file] })) {
      saveFile(file.name, page, file.type)
      return said.saved(file.name)
    }
    await navigator.share({ files: [file], title: name }).catch((error: unknown) => {
      // A cancelled save needs no message.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
    return ''
  })
  return (
    <>
      <p className={noteClass}>{said.shareText}</p>
      <div>
        <Button variant="primary" onClick={begin}>
          {said.shareAsPage}
        </Button>
      </div>
      {review}
    </>
  )
}
