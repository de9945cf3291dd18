'use client'

import { standsAlone, useEntryWords } from '@antiphon/ui/parts'
import { Button } from '@antiphon/ui'
import { useEffect, useRef } from 'react'
import { englishThreads } from './english.js'

/** How long Undo is offered, a little shorter than `undoFor` of the sessions. */
const UNDO_MS = 8000

/** Offers a deleted thread back for a while. */
export const UndoNote = /* @__PURE__ */ standsAlone(function UndoNote({
  title,
  onUndo,
  onEnd,
}: {
  title: string
  onUndo: () => void
  onEnd: () => void
}) {
  const words = useEntryWords('threads', englishThreads)
  const end = useRef(onEnd)
  useEffect(() => void (end.current = onEnd))
  useEffect(() => {
    // Calls the latest `onEnd` through a ref, so that a render of the list does not restart the timer.
    const timer = setTimeout(() => end.current(), UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
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
})
