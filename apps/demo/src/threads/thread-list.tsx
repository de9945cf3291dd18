import type { ThreadRecord } from '@antiphon/core/threads'
import { useThreads, useThreadSearch, useThreadSessions } from '@antiphon/react/threads'
import { Button } from '@antiphon/ui'
import { useCallback, useId, useRef, useState } from 'react'
import { groupThreads } from './thread-groups.js'
import { ThreadItem } from './thread-item.js'
import { UndoNote } from './undo-note.js'
import { usePersistence } from './use-persistence.js'
import { useTransfer } from './use-transfer.js'
import type { ThreadAddress } from './use-thread-address.js'

export interface ThreadListProps {
  address: ThreadAddress
  /** Called when a thread was chosen: a drawer then closes. */
  onChosen?: () => void
}

/** All threads: search, new, and each with its actions. */
export function ThreadList({ address, onChosen }: ThreadListProps) {
  const { storage } = useThreadSessions()
  const { threads, isPending, problem, quarantined, rename, setPinned, remove, restore } = useThreads()
  const [query, setQuery] = useState('')
  const [removed, setRemoved] = useState<ThreadRecord>()
  const [failure, setFailure] = useState<string>()
  const persistence = usePersistence(threads.length > 0 && !storage.getProblem?.())
  const id = useId()
  const newButton = useRef<HTMLButtonElement>(null)
  const [now] = useState(Date.now)
  const found = useThreadSearch(query)
  const matching = found && new Set(found)
  const listed = matching ? threads.filter((thread) => matching.has(thread.id)) : threads
  const transfer = useTransfer()
  const endUndo = useCallback(() => setRemoved(undefined), [])

  const attempt = (action: Promise<void>): void => {
    setFailure(undefined)
    action.catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
  }
  const open = (threadId: string): void => {
    address.open(threadId)
    onChosen?.()
  }
  const openNew = (): void => {
    address.openNew()
    onChosen?.()
  }
  const removeThread = (thread: ThreadRecord): void => {
    attempt(remove(thread.id))
    setRemoved(thread)
    if (thread.id === address.threadId) address.openNew()
    // Its row, and with it the button that was pressed, is gone.
    newButton.current?.focus()
  }

  return (
    <nav aria-labelledby={id} className="flex h-full min-h-0 flex-col">
      <div className="flex h-12 flex-none items-center justify-between gap-2 ps-4 pe-2">
        <h2 id={id} className="text-row font-title">
          Threads
        </h2>
        <Button ref={newButton} variant="small" aria-label="New thread" onClick={openNew}>
          New
        </Button>
      </div>
      <div className="flex-none px-2 pb-2">
        <input
          type="search"
          aria-label="Search all threads"
          placeholder="Search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          // What is searched is read before the first key.
          onFocus={() => void storage.search('').catch(() => {})}
          className="h-8 w-full rounded-button border border-line-strong bg-bg px-2.5 text-row text-text placeholder:text-text-3 pointer-coarse:h-11"
        />
      </div>
      {/* Can be scrolled by keys also when it holds nothing that takes the focus. */}
      <div tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {groupThreads(listed, now).map(({ name, threads: members }) => (
          <section key={name} className="mb-2">
            <h3 className="px-3 py-1 text-data text-text-3">{name}</h3>
            <ul className="flex flex-col gap-px">
              {members.map((thread) => (
                <ThreadItem
                  key={thread.id}
                  thread={thread}
                  isCurrent={thread.id === address.threadId}
                  onOpen={() => open(thread.id)}
                  onRename={(title) => attempt(rename(thread.id, title))}
                  onPin={(pinned) => attempt(setPinned(thread.id, pinned))}
                  onExport={() => void transfer.exportToFile(thread.id)}
                  onRemove={() => removeThread(thread)}
                />
              ))}
            </ul>
          </section>
        ))}
        <p role="status" className="px-3 py-1 text-data text-text-2 empty:hidden">
          {statusWords({ query, isPending, shown: listed.length, all: threads.length })}
        </p>
        {quarantined.length > 0 && (
          <p className="px-3 py-1 text-data text-text-2">
            {quarantined.length === 1 ? 'One thread' : `${quarantined.length} threads`} could not be read.
            Nothing of it was changed.
          </p>
        )}
      </div>
      <div className="flex flex-none gap-1 border-t border-line px-2 py-1.5">
        <Button variant="small" onClick={() => transfer.importFromFile(open)}>
          Import
        </Button>
        <Button
          variant="small"
          aria-disabled={threads.length === 0 || undefined}
          onClick={() => void transfer.exportToFile()}
        >
          Export all
        </Button>
      </div>
      {transfer.note && (
        <p role="status" className="flex-none px-4 py-2 text-data text-text-2">
          {transfer.note}
        </p>
      )}
      {persistence && (
        <p className="flex-none px-4 py-2 text-data text-text-3">
          {persistence === 'kept'
            ? 'This browser keeps your threads until you delete them.'
            : 'This browser may delete threads when space runs short; Safari, after seven days without a visit.'}
        </p>
      )}
      {(failure ?? problem?.message) && (
        <p role="status" className="border-t border-line bg-warn-soft px-4 py-2 text-data text-text">
          {failure ?? problem?.message}
        </p>
      )}
      {removed && (
        <UndoNote
          key={removed.id}
          title={removed.title}
          onEnd={endUndo}
          onUndo={() => {
            attempt(restore(removed.id).then(() => open(removed.id)))
            endUndo()
          }}
        />
      )}
    </nav>
  )
}

function statusWords(state: { query: string; isPending: boolean; shown: number; all: number }): string {
  if (state.query.trim() !== '') {
    return state.shown === 0
      ? 'Nothing found.'
      : state.shown === 1
        ? '1 thread found.'
        : `${state.shown} threads found.`
  }
  return state.all === 0 && !state.isPending ? 'What you ask is kept here, in this browser.' : ''
}
