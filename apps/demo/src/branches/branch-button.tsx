import type { ChatController } from '@antiphon/core'
import { useThreadSessions } from '@antiphon/threads/react'
import { lazy, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { ToolbarButton } from '../header.js'
import { followChat } from '../threads/thread-view.js'

const BranchTree = lazy(() => import('./branch-tree.js').then((module) => ({ default: module.BranchTree })))

/** Opens the overview of a conversation's versions; there once it has some. */
export function BranchButton({ threadId }: { threadId: string }) {
  const threads = useThreadSessions()
  const [open, setOpen] = useState(false)
  const subscribe = useCallback(
    (listener: () => void) =>
      followChat(threads, threadId, ({ store }) => store.subscribeIds(listener), listener),
    [threadId, threads],
  )
  const chat = useSyncExternalStore(subscribe, () => {
    const current = threads.get(threadId)?.chat
    return current && parts(current) ? current : undefined
  })
  if (!chat) return null
  return (
    <>
      <ToolbarButton
        label="Versions of this conversation"
        aria-haspopup="dialog"
        data-action="branches"
        onClick={() => setOpen(true)}
        shape={
          <>
            <path d="M4.5 5.5v5M4.5 8.5c4 0 7 0 7-3" />
            <circle cx="4.5" cy="3.75" r="1.75" />
            <circle cx="4.5" cy="12.25" r="1.75" />
            <circle cx="11.5" cy="3.75" r="1.75" />
          </>
        }
      />
      {open && (
        <Suspense>
          <BranchTree chat={chat} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Whether some message is followed by more than one. */
function parts({ store }: ChatController): boolean {
  const parents = new Set<string | null>()
  for (const { parent } of store.getTree().nodes) {
    if (parents.has(parent)) return true
    parents.add(parent)
  }
  return false
}
