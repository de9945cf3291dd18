import { useThreads } from '@antiphon/threads/react'
import { UndoNote } from '@antiphon/threads/ui'
import { useCallback, useState, type ReactNode } from 'react'

/** Deletes the conversation on screen, and offers it back for a while, as the list does with those in it. */
export function useRemoveThread(address: { open: (threadId: string) => void; openNew: () => void }): {
  remove: (thread: { id: string; title: string }) => void
  /** Stands over the page while there is something to take back. */
  note: ReactNode
} {
  const { remove, restore } = useThreads()
  const [removed, setRemoved] = useState<{ id: string; title: string }>()
  const end = useCallback(() => setRemoved(undefined), [])
  return {
    remove({ id, title }) {
      remove(id).then(
        () => setRemoved({ id, title }),
        () => {},
      )
      address.openNew()
    },
    note: removed && (
      <div className="absolute inset-x-0 top-0 z-20 mx-auto w-max max-w-full min-w-64">
        <UndoNote
          key={removed.id}
          title={removed.title}
          onUndo={() => {
            end()
            restore(removed.id).then(
              () => address.open(removed.id),
              () => {},
            )
          }}
          onEnd={end}
        />
      </div>
    ),
  }
}
