import { exportThreads, type ThreadStorage } from '@antiphon/threads'
import { leftIn, ShareReview } from '@antiphon/devtools/review'
import { useMemo, type ReactNode } from 'react'
import { saveFile } from './save-file.js'
import { englishShare } from '../words/english-share.js'

/** Exports threads as one file, through a review of its secrets. If there are none, the file is saved at once. */
export async function reviewThreads(
  storage: ThreadStorage,
  threadId: string | undefined,
  /** The review is over; with words where nothing was saved. */
  onDone: (note?: string) => void,
): Promise<ReactNode> {
  const text = await exportThreads(storage, threadId === undefined ? undefined : [threadId])
  const name = threadId ? 'antiphon-thread.json' : 'antiphon-threads.json'
  return <ThreadReview text={text} name={name} onDone={onDone} />
}

export interface ThreadReviewProps {
  /** Text of the exported file, JSON. */
  text: string
  name: string
  /** The review is over; with words where nothing was saved. */
  onDone: (note?: string) => void
}

/** The review of a file of threads before it is saved. */
export function ThreadReview({ text, name, onDone }: ThreadReviewProps) {
  const subject = useMemo((): unknown => JSON.parse(text), [text])
  return (
    <ShareReview
      subject={subject}
      isAsked={false}
      action={englishShare.download}
      onShare={(shared) => {
        const written = shared.replaced.length > 0 ? JSON.stringify(shared.value) : text
        const left = leftIn(written, shared)
        if (left.length > 0) return onDone(englishShare.stillIn(left.join(', ')))
        saveFile(name, written)
      }}
      onClose={() => onDone()}
    />
  )
}
