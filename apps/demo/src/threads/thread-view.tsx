import type { MessageStore } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { exportTree, importThreads, titleOf, type StorageProblemKind } from '@antiphon/threads'
import { useThreadSessions, type UseThread, useThread } from '@antiphon/threads/react'
import { Button } from '@antiphon/ui'
import { ContextMeter } from '@antiphon/shell'
import { useStorageFailure } from '@antiphon/threads/ui'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useOfChat, type SubscribeChat } from './follow-chat.js'
import type { ThreadAddress } from './use-thread-address.js'
import { words as appWords } from '../words/words.js'

export interface ContextUseProps {
  threadId: string
  /** Tokens that the model takes, where the endpoint says it. */
  limit: number | undefined
}

/** Shares of the context between which the ring is shown. Below nobody needs it; above the message box says it in words. */
const [FROM, TO] = [0.5, 0.8]

/** How much of the model's context the thread fills, as the last answer's usage tells. Nothing where that is not known. */
export function ContextUse({ threadId, limit }: ContextUseProps) {
  const used = useOfChat(threadId, subscribeMessages, (chat) => tokensOf(chat?.store))
  const share = limit && used ? used / limit : 0
  return share >= FROM && share < TO ? <ContextMeter used={used!} limit={limit!} /> : null
}

const subscribeMessages: SubscribeChat = ({ store }, listener) => store.subscribe(listener)

/** Searches from the end, because this runs with every frame of an answer. */
function tokensOf(store: MessageStore | undefined): number | undefined {
  const ids = store?.getIds() ?? []
  for (let at = ids.length - 1; at >= 0; at--) {
    const message = store?.getMessage(ids[at]!)
    if (message?.role !== 'assistant' || !message.usage) continue
    const { totalTokens, inputTokens, outputTokens } = message.usage
    return totalTokens ?? (inputTokens === undefined ? undefined : inputTokens + (outputTokens ?? 0))
  }
  return undefined
}

/** With these another try may succeed. */
const passing: ReadonlySet<StorageProblemKind> = new Set([
  'quota',
  'aborted',
  'network',
  'refused',
  'slow',
  'unknown',
])

const ThreadReview = lazy(() =>
  import('workbench/thread-review').then((module) => ({ default: module.ThreadReview })),
)

/** Says that the conversation lasts only as long as the page, why, and what can be done. */
function SaveNotice({ thread, open }: { thread: UseThread; open: ThreadAddress['open'] }) {
  const { save, saveNow, chat, threadId } = thread
  const { storage } = useThreadSessions()
  const { problem, quarantined } = save
  const [leaving, setLeaving] = useState<string>()
  const [note, setNote] = useState<string>()
  const sayFailure = useStorageFailure()
  const words = save.status === 'memory-only' && problem ? sayFailure(problem) : undefined
  if (!words && quarantined.length === 0) return null
  const file = (): string => {
    const { store } = chat
    return exportTree(threadId, titleOf(store.getMessages()), store.getTree(), Date.now())
  }
  const keepCopy = async (): Promise<void> => {
    try {
      const { threadIds } = await importThreads(storage, file())
      if (threadIds[0] !== undefined) open(threadIds[0])
    } catch (error) {
      setNote(sayFailure(error))
    }
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-3 py-2 text-row text-text sm:px-4"
    >
      <p className="min-w-60 flex-1">
        {words && (
          <>
            <strong className="font-title text-warn">{appWords.shell.notSaved}</strong>
            {words}{' '}
          </>
        )}
        {quarantined.length > 0 && appWords.shell.leftUnread(quarantined.length)}
      </p>
      {words && save.isLoaded && (
        <span className="flex gap-2">
          {problem && passing.has(problem.kind) && (
            <Button onClick={() => void saveNow()}>{appWords.shell.tryAgain}</Button>
          )}
          {problem?.kind === 'removed' && (
            <Button onClick={() => void keepCopy()}>{appWords.shell.keepCopy}</Button>
          )}
          <Button onClick={() => setLeaving(file())}>{appWords.shell.export}</Button>
        </span>
      )}
      {leaving !== undefined && (
        <Suspense>
          <ThreadReview
            text={leaving}
            name="antiphon-thread.json"
            onDone={(why) => {
              setLeaving(undefined)
              setNote(why)
            }}
          />
        </Suspense>
      )}
      {note !== undefined && <p className="w-full text-danger">{note}</p>}
    </div>
  )
}

/** One thread, once its messages are there. From its first message on it is in the address. */
export function ThreadView({ address, children }: { address: ThreadAddress; children: ReactNode }) {
  const { threadId, isAddressed, keep } = address
  const thread = useThread(threadId)
  const { chat, save } = thread
  useEffect(() => {
    if (isAddressed) return
    const look = (): void => {
      if (chat.store.getIds().length > 0) keep()
    }
    look()
    return chat.store.subscribeIds(look)
  }, [chat, isAddressed, keep])

  return (
    <div className="flex h-full min-h-0 flex-col">
      <SaveNotice thread={thread} open={address.open} />
      <div className="min-h-0 flex-1">
        {save.isLoaded && <ChatProvider chat={chat}>{children}</ChatProvider>}
      </div>
    </div>
  )
}
