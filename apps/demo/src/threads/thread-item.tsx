import type { ThreadRecord } from '@antiphon/core/threads'
import { useThreadActivity, type ThreadActivity } from '@antiphon/react/threads'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ToolbarButton } from '../toolbar-button.js'
import { threadHref } from './use-thread-address.js'

export interface ThreadItemProps {
  thread: ThreadRecord
  isCurrent: boolean
  onOpen: () => void
  onRename: (title: string) => void
  onPin: (pinned: boolean) => void
  onExport: () => void
  onRemove: () => void
}

const words: Record<ThreadActivity, string> = {
  running: 'Answer on its way',
  awaiting: 'Waits for your approval',
  error: 'The last answer failed',
}
const marks: Record<ThreadActivity, string> = {
  running: 'rounded-full border-2 border-accent border-e-transparent motion-safe:animate-spin',
  awaiting: 'rounded-full bg-warn',
  error: 'rotate-45 bg-danger',
}

/** A thread in the list: its title leads there; rename, pin and delete stand beside it. */
export function ThreadItem({
  thread,
  isCurrent,
  onOpen,
  onRename,
  onPin,
  onExport,
  onRemove,
}: ThreadItemProps) {
  const [isRenaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const activity = useThreadActivity(thread.id)
  const title = thread.title || 'Untitled'
  const isPinned = thread.pinnedAt !== undefined
  const endRename = (next?: string): void => {
    setRenaming(false)
    if (next?.trim() && next.trim() !== thread.title) onRename(next)
    // The field is gone; the focus stays with the thread.
    setTimeout(() => link.current?.focus())
  }

  return (
    <li
      data-slot="thread-item"
      data-current={isCurrent || undefined}
      data-running={activity === 'running' || undefined}
      className="group relative flex items-center rounded-button hover:bg-sunken focus-within:bg-sunken data-current:bg-sunken"
    >
      {isCurrent && (
        <span aria-hidden="true" className="absolute inset-y-1.5 start-0 w-0.5 rounded-full bg-accent" />
      )}
      {isRenaming ? (
        <RenameField title={thread.title} onEnd={endRename} />
      ) : (
        <>
          <a
            ref={link}
            href={threadHref(thread.id)}
            aria-current={isCurrent ? 'page' : undefined}
            title={title}
            className="flex min-w-0 flex-1 items-center gap-2 rounded-button px-3 py-1.5 text-row pointer-coarse:min-h-11"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onOpen()
            }}
          >
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {title}
            </span>
            {activity && (
              <>
                <span aria-hidden="true" className={`size-2.5 flex-none ${marks[activity]}`} />
                <span className="sr-only">, {words[activity]}</span>
              </>
            )}
          </a>
          <span className="flex flex-none not-pointer-coarse:opacity-0 not-pointer-coarse:group-focus-within:opacity-100 not-pointer-coarse:group-hover:opacity-100 not-pointer-coarse:not-group-focus-within:not-group-hover:w-0 not-pointer-coarse:not-group-focus-within:not-group-hover:overflow-hidden">
            <ToolbarButton
              label={`${isPinned ? 'Unpin' : 'Pin'} “${title}”`}
              onClick={() => onPin(!isPinned)}
              shape={
                <path
                  d="M6 2h4l-.5 5 2.5 2.5H4L6.5 7 6 2ZM8 9.5V14"
                  fill={isPinned ? 'currentColor' : 'none'}
                />
              }
            />
            <ToolbarButton
              label={`Rename “${title}”`}
              onClick={() => setRenaming(true)}
              shape={<path d="m10.5 2.5 3 3L5.5 13.500l-3.5.5.5-3.5 8-8Z" />}
            />
            <ToolbarButton
              label={`Export “${title}”`}
              onClick={onExport}
              shape={<path d="M8 2.5v7M5 7l3 3 3-3M3 12.5h10" />}
            />
            <ToolbarButton
              label={`Delete “${title}”`}
              onClick={onRemove}
              shape={<path d="M2.5 4.500h11M6 4.500V2.500h4v2M4 4.500l.6 9h6.800l.6-9M6.750 7v4M9.250 7v4" />}
            />
          </span>
        </>
      )}
    </li>
  )
}

function RenameField({ title, onEnd }: { title: string; onEnd: (next?: string) => void }) {
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
      aria-label="Title of the thread"
      defaultValue={title}
      maxLength={200}
      ref={field}
      dir="auto"
      className="m-0.5 min-w-0 flex-1 rounded-button border border-line-strong bg-bg px-2.5 py-1 text-row text-text"
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
