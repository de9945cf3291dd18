import { useEffect, useRef, type KeyboardEvent } from 'react'
import { englishThreads } from '../strings/english-threads.js'
import { useEntryWords } from '../strings/use-entry-words.js'

/** The title while it is written: Enter and leaving the field take it, Escape does not. */
export function RenameField({ title, onEnd }: { title: string; onEnd: (next?: string) => void }) {
  const isDone = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const end = (next?: string): void => {
    if (isDone.current) return
    isDone.current = true
    onEnd(next)
  }
  return (
    <input
      aria-label={useEntryWords('threads', englishThreads).title}
      defaultValue={title}
      maxLength={200}
      ref={field}
      dir="auto"
      className="ap:m-0.5 ap:min-w-0 ap:flex-1 ap:rounded-button ap:border ap:border-line-strong ap:bg-bg ap:px-2.5 ap:py-1 ap:text-row ap:text-text"
      onFocus={(event) => event.target.select()}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value)
        if (event.key === 'Escape') {
          event.stopPropagation()
          end()
        }
      }}
    />
  )
}
