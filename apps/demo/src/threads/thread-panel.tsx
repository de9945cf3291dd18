import { exportThreads, importThreads } from '@antiphon/threads'
import { useThreadSessions, useThreads } from '@antiphon/threads/react'
import { Button, IconButton } from '@antiphon/ui'
import { ThreadList } from '@antiphon/ui/threads'
import { useEffect, useRef, type ReactNode, useState } from 'react'
import { ToolbarButton } from '../header.js'
import { usePersistence } from './use-demo-threads.js'
import { threadHref, type ThreadAddress } from './use-thread-address.js'

/** The list of threads on a narrow screen: over the conversation, with the focus in it while it is open. */
export function ThreadDrawer({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Where the browser knows it, a click beside the drawer closes it.
    dialog.current?.setAttribute('closedby', 'any')
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Conversations"
      className="m-0 h-dvh max-h-none w-80 max-w-[85vw] border-e border-line bg-surface p-0 text-text shadow-float"
      onClose={onClose}
    >
      <div className="flex h-full flex-col">
        <div className="flex flex-none justify-end pe-2 pt-1">
          <ToolbarButton
            label="Close the list of conversations"
            onClick={() => dialog.current?.close()}
            shape={<path d="m3.5 3.5 9 9M12.5 3.5l-9 9" />}
          />
        </div>
        <div className="min-h-0 flex-1">{children}</div>
      </div>
    </dialog>
  )
}

export interface Transfer {
  /** How the last one ended, in words. */
  note: string | undefined
  /** Saves one thread, or all of them, as a file. */
  exportToFile(threadId?: string): Promise<void>
  /** Asks for a file and puts its threads beside those that are there. Calls back with the first of them. */
  importFromFile(onDone: (threadId: string) => void): void
}

/** Threads into files and back. */
export function useTransfer(): Transfer {
  const { storage, get } = useThreadSessions()
  const [note, setNote] = useState<string>()
  const attempt = async (work: () => Promise<string | undefined>): Promise<void> => {
    setNote(undefined)
    setNote(await work().catch((error: unknown) => (error instanceof Error ? error.message : String(error))))
  }

  const read = (file: File, onDone: (threadId: string) => void): Promise<void> =>
    attempt(async () => {
      const { threadIds, quarantined } = await importThreads(storage, await file.text())
      const [first] = threadIds
      if (first) onDone(first)
      const count = threadIds.length === 1 ? '1 conversation' : `${threadIds.length} conversations`
      const left = quarantined > 0 ? ` ${quarantined} entries could not be read and were skipped.` : ''
      return `${count} imported.${left}`
    })

  return {
    note,
    exportToFile: (threadId) =>
      attempt(async () => {
        if (threadId) await get(threadId)?.saver.flush()
        const text = await exportThreads(storage, threadId === undefined ? undefined : [threadId])
        saveFile(threadId ? 'antiphon-thread.json' : 'antiphon-threads.json', text)
        return undefined
      }),
    importFromFile(onDone) {
      const input = document.createElement('input')
      input.type = 'file'
      input.accept = '.json,application/json'
      input.addEventListener('change', () => {
        const file = input.files?.[0]
        if (file) void read(file, onDone)
      })
      input.click()
    },
  }
}

/** Hands a text to the browser as a download. */
export function saveFile(name: string, text: string, mime = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type: mime }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

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
            ? 'This browser keeps your conversations until you delete them.'
            : 'The browser may clear these when space runs low. Export what matters.'}
        </p>
      )}
    </ThreadList>
  )
}
