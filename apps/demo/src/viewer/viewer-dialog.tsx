import type { Message } from '@antiphon/core'
import { useChatInstance } from '@antiphon/react'
import { exportTree, importThreads } from '@antiphon/threads'
import { useThreadSessions } from '@antiphon/threads/react'
import { Button } from '@antiphon/ui'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { ownFile, type OwnFile } from './own-file.js'
import { useReading } from './use-reading.js'
import { useFileDrop, ViewerInput } from './viewer-input.js'
import { ViewerResult, type Viewed } from './viewer-result.js'

export interface ViewerDialogProps {
  /** Shows a thread. */
  onOpenThread: (threadId: string) => void
  onClose: () => void
}

/** Any transcript in, looked at, checked, and taken elsewhere; or gone on with as a thread. */
export function ViewerDialog({ onOpenThread, onClose }: ViewerDialogProps) {
  const chat = useChatInstance()
  const threads = useThreadSessions()
  const { reading, read, stop } = useReading()
  const [thread, setThread] = useState<readonly Message[]>()
  const [failure, setFailure] = useState('')
  const [own, setOwn] = useState<OwnFile>()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  const open = async (file: Blob, name: string): Promise<void> => {
    setThread(undefined)
    const found = await ownFile([file])
    setOwn(found)
    if (!found) read(file, name)
  }
  useFileDrop(dialog, (file) => void open(file, file.name))
  const goOn = async (messages: readonly Message[], name: string): Promise<void> => {
    const threadId = threads.newId()
    try {
      const nodes = chain(messages, threads.newId)
      const { threadIds } = await importThreads(
        threads.storage,
        exportTree(threadId, name, { nodes, chosen: [] }, Date.now()),
      )
      // Another thread is another page below this dialog, which goes with this one.
      dialog.current?.close()
      onClose()
      onOpenThread(threadIds[0] ?? threadId)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  const shown = thread ?? (reading.state === 'done' ? reading.opened : undefined)

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      className="m-auto h-[calc(100dvh-2rem)] max-h-none w-[80rem] max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-bubble border border-transparent bg-bg p-0 text-text shadow-dialog"
      onClose={onClose}
    >
      <div className="flex h-full min-h-0 flex-col gap-4 p-4 sm:p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 id={`${id}-title`} className="text-prose font-heading">
            Transcripts
          </h2>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
        {failure !== '' && (
          <p role="alert" className="rounded-block bg-danger-soft px-3 py-2 text-row text-danger">
            {failure}
          </p>
        )}
        {own ? (
          <Suspense>
            <own.View text={own.text} />
          </Suspense>
        ) : shown ? (
          <ViewerResult
            // Another file is another start, with nothing fixed and the first conversation.
            key={thread ? 'thread' : 'file'}
            name={thread ? 'Current conversation' : reading.state === 'done' ? reading.name : ''}
            conversations={
              'conversations' in shown
                ? shown.conversations.map(({ losses, ...rest }): Viewed => ({
                    ...rest,
                    losses: losses.length,
                  }))
                : [{ messages: shown }]
            }
            problems={'conversations' in shown ? shown.problems : []}
            onContinue={thread ? undefined : (messages, name) => void goOn(messages, name)}
            onBack={() => {
              setThread(undefined)
              stop()
            }}
          />
        ) : (
          <ViewerInput
            reading={reading}
            onFile={(file, name) => void open(file, name)}
            onCancel={stop}
            onThread={chat.store.getIds().length > 0 ? () => setThread(chat.store.getMessages()) : undefined}
          />
        )}
      </div>
    </dialog>
  )
}

/** One message below the other, each with an id of its own: those of a file may repeat. */
function chain(messages: readonly Message[], newId: () => string) {
  let parent: string | null = null
  return messages.map((message) => {
    const node = { message: { ...message, id: newId() }, parent }
    parent = node.message.id
    return node
  })
}
