import { Button } from '@antiphon/ui'
import { useEffect } from 'react'

/** How long a deleted thread is offered back. */
export const UNDO_MS = 8000

/** Offers a deleted thread back for a while. */
export function UndoNote({ title, onUndo, onEnd }: { title: string; onUndo: () => void; onEnd: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onEnd, UNDO_MS)
    return () => clearTimeout(timer)
  }, [onEnd])
  return (
    <div className="m-2 flex items-center gap-2 rounded-block border border-line bg-raised px-3 py-1.5 text-row shadow-low">
      <p role="status" className="min-w-0 flex-1 truncate">
        Deleted “{title}”
      </p>
      <Button variant="small" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
