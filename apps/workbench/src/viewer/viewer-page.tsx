import type { Message } from '@antiphon/core'
import { useChat } from '@antiphon/react'
import { exportTree, importThreads } from '@antiphon/threads'
import { useThreadSessions } from '@antiphon/threads/react'
import { Button, IconButton } from '@antiphon/ui'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { ownFile, type OwnFile } from './own-file.js'
import { useReading } from './use-reading.js'
import { useFileDrop, ViewerInput } from './viewer-input.js'
import { ViewerStarts } from './viewer-starts.js'
import { viewedOf, ViewerResult } from './viewer-result.js'
import { englishViewer as said } from '../words/english-viewer.js'

export interface ViewerPageProps {
  /** Shows a thread. */
  onOpenThread: (threadId: string) => void
  onClose: () => void
}

/** Opens any transcript, shows and checks it, exports it, or continues it as a thread. */
export function ViewerPage({ onOpenThread, onClose }: ViewerPageProps) {
  const { chat } = useChat()
  const threads = useThreadSessions()
  const { reading, read, stop } = useReading()
  const [thread, setThread] = useState<readonly Message[]>()
  const [failure, setFailure] = useState('')
  const [own, setOwn] = useState<OwnFile>()
  const page = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    page.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const opened = reading.state === 'done' ? reading.opened : undefined
  const open = async (file: Blob, name: string): Promise<void> => {
    setThread(undefined)
    const found = await ownFile([file])
    setOwn(found)
    if (!found) read(file, name)
  }
  useFileDrop(page, (file) => void open(file, file.name))
  const goOn = async (messages: readonly Message[], name: string): Promise<void> => {
    const threadId = threads.newId()
    try {
      const nodes = chain(messages, threads.newId)
      const { threadIds } = await importThreads(
        threads.storage,
        exportTree(threadId, name, { nodes, chosen: [] }, Date.now()),
      )
      onClose()
      onOpenThread(threadIds[0] ?? threadId)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  const shown = thread ?? opened

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it, as it did the place before
    <section
      ref={page}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="absolute inset-x-0 -top-[52px] bottom-0 z-30 overflow-y-auto bg-bg outline-none max-[719px]:-top-14"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="flex h-full min-h-0 flex-col gap-3 px-4 pb-4 max-[719px]:px-3">
        <div className="flex h-[52px] flex-none items-center gap-1 max-[719px]:h-14">
          <IconButton icon="previous" label={said.back} className="-ms-2" onClick={onClose} />
          <h1 id={`${id}-title`} className="text-[14px] leading-5 font-name">
            {said.title}
          </h1>
          {/* The headings of its parts begin at the third level. */}
          <h2 className="sr-only">{shown ? said.transcript : said.open}</h2>
          {own && (
            <Button className="ms-auto" onClick={() => setOwn(undefined)}>
              {said.another}
            </Button>
          )}
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
            name={thread ? said.current : reading.state === 'done' ? reading.name : ''}
            conversations={'conversations' in shown ? viewedOf(shown) : [{ messages: shown }]}
            problems={'conversations' in shown ? shown.problems : []}
            isComing={!thread && reading.state === 'done' && reading.isComing}
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
          >
            <ViewerStarts onFile={(file, name) => void open(file, name)} />
          </ViewerInput>
        )}
      </div>
    </section>
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
