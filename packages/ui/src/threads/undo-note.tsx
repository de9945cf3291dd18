import { useEffect } from 'react'
import { Button } from '../components/button/button.js'
import { englishThreads } from '../strings/english-threads.js'
import { useEntryWords } from '../strings/use-entry-words.js'

/** How long a deleted thread is offered back. */
export const UNDO_MS = 8000

/** Offers a deleted thread back for a while. */
export function UndoNote({ title, onUndo, onEnd }: { title: string; onUndo: () => void; onEnd: () => void }) {
  const words = useEntryWords('threads', englishThreads)
  useEffect(() => {
    const timer = setTimeout(onEnd, UNDO_MS)
    return () => clearTimeout(timer)
  }, [onEnd])
  return (
    <div className="ap:m-2 ap:flex ap:items-center ap:gap-2 ap:rounded-block ap:border ap:border-line ap:bg-raised ap:px-3 ap:py-1.5 ap:text-row ap:shadow-low">
      <p role="status" className="ap:min-w-0 ap:flex-1 ap:truncate">
        {words.deleted(title)}
      </p>
      <Button variant="small" onClick={onUndo}>
        {words.undo}
      </Button>
    </div>
  )
}
