import type { ReactNode } from 'react'
import { useThreads, useThreadSessions } from '@antiphon/react/threads'
import { Button, IconButton } from '@antiphon/ui'
import { ThreadList } from '@antiphon/ui/threads'
import { usePersistence } from './use-persistence.js'
import { threadHref, type ThreadAddress } from './use-thread-address.js'
import { useTransfer } from './use-transfer.js'

export interface ThreadPanelProps {
  address: ThreadAddress
  /** Called when a thread was chosen: a drawer then closes. */
  onChosen?: () => void
  /** Stands at the end of the row below the list. */
  children?: ReactNode
}

/** The kit's list of threads, with files in and out, and what the browser promises about keeping them. */
export function ThreadPanel({ address, onChosen, children }: ThreadPanelProps) {
  const { storage } = useThreadSessions()
  const { threads } = useThreads()
  const persistence = usePersistence(threads.length > 0 && !storage.getProblem?.())
  const { note, importFromFile, exportToFile } = useTransfer()
  const open = (threadId: string): void => {
    address.open(threadId)
    onChosen?.()
  }
  return (
    <ThreadList
      currentId={address.threadId}
      hrefOf={threadHref}
      onOpen={open}
      onNew={() => {
        address.openNew()
        onChosen?.()
      }}
      onCurrentRemoved={address.openNew}
      renderActions={(thread) => (
        <IconButton
          icon="save"
          label={`Export “${thread.title || 'Untitled'}”`}
          onClick={() => void exportToFile(thread.id)}
        />
      )}
    >
      <div className="flex flex-none flex-wrap items-center gap-1 border-t border-line px-2 py-1.5">
        <Button variant="small" onClick={() => importFromFile(open)}>
          Import
        </Button>
        <Button
          variant="small"
          aria-disabled={threads.length === 0 || undefined}
          onClick={() => void exportToFile()}
        >
          Export all
        </Button>
        {children}
      </div>
      {note && (
        <p role="status" className="flex-none px-4 py-2 text-data text-text-2">
          {note}
        </p>
      )}
      {persistence && (
        <p className="flex-none px-4 py-2 text-data text-text-3">
          {persistence === 'kept'
            ? 'This browser keeps your threads until you delete them.'
            : 'This browser may delete threads when space runs short; Safari, after seven days without a visit.'}
        </p>
      )}
    </ThreadList>
  )
}
