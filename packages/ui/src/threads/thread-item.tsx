'use client'

import type { ThreadRecord } from '@antiphon/threads'
import { useThreadActivity, type ThreadActivity } from '@antiphon/threads/react'
import { useEffect, useRef, type KeyboardEvent, memo, useState, type ReactNode } from 'react'
import { IconButton } from '../components/button/button.js'
import { Icon } from '../icons/icon.js'
import { cx } from '../lib/react.js'
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
      className="ap:m-0.5 ap:min-w-0 ap:flex-1 ap:rounded-button ap:border ap:border-field ap:bg-bg ap:px-2.5 ap:py-1 ap:text-row ap:text-text"
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

/** Functions get the thread, so that they are the same for all rows and a row that did not change is not drawn again. */
export interface ThreadItemProps {
  thread: ThreadRecord
  isCurrent: boolean
  onOpen: (threadId: string) => void
  onRename: (threadId: string, title: string) => void
  onPin: (threadId: string, pinned: boolean) => void
  onRemove: (thread: ThreadRecord) => void
  /** Address of the thread, for the middle mouse button and for copying. Default: none, `#`. */
  hrefOf?: (threadId: string) => string
  /** More buttons. */
  renderActions?: (thread: ThreadRecord) => ReactNode
}

/** The icons have the names of these states: a ring, a hand, a cross. */
const colours: Record<ThreadActivity, string> = {
  running: 'ap:text-accent',
  awaiting: 'ap:text-accent',
  error: 'ap:text-danger',
}

/** A thread in the list: its title leads there; rename, pin and delete stand beside it. */
export const ThreadItem = memo(function ThreadItem(props: ThreadItemProps) {
  const { thread, isCurrent, onOpen, onRename, onPin, onRemove, hrefOf, renderActions } = props
  const [isRenaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const activity = useThreadActivity(thread.id)
  const words = useEntryWords('threads', englishThreads)
  const title = thread.title || words.untitled
  const isUnread = thread.unreadAt !== undefined && !isCurrent
  const isPinned = thread.pinnedAt !== undefined
  const endRename = (next?: string): void => {
    setRenaming(false)
    if (next?.trim() && next.trim() !== thread.title) onRename(thread.id, next)
    // The field is gone; the focus stays with the thread.
    setTimeout(() => link.current?.focus())
  }

  return (
    <li
      data-slot="thread-item"
      data-current={isCurrent || undefined}
      data-running={activity === 'running' || undefined}
      data-unread={isUnread || undefined}
      className="ap:group ap:relative ap:flex ap:items-center ap:rounded-button ap:hover:bg-hover ap:focus-within:bg-hover ap:data-current:bg-raised"
    >
      {isCurrent && (
        <span
          aria-hidden="true"
          className="ap:absolute ap:inset-y-1.5 ap:start-0 ap:w-0.5 ap:rounded-full ap:bg-accent"
        />
      )}
      {isRenaming ? (
        <RenameField title={thread.title} onEnd={endRename} />
      ) : (
        <>
          <a
            ref={link}
            href={hrefOf?.(thread.id) ?? '#'}
            aria-current={isCurrent ? 'page' : undefined}
            title={title}
            className="ap:flex ap:min-w-0 ap:flex-1 ap:items-center ap:gap-2 ap:rounded-button ap:px-3 ap:py-1.5 ap:text-row ap:pointer-coarse:min-h-11"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onOpen(thread.id)
            }}
          >
            <span dir="auto" className={cx('ap:min-w-0 ap:flex-1 ap:truncate', isUnread && 'ap:font-title')}>
              {title}
            </span>
            {activity && (
              <>
                <Icon name={activity} className={cx('ap:size-3.5', colours[activity])} />
                <span className="ap:sr-only">, {words.activity[activity]}</span>
              </>
            )}
            {isUnread && !activity && (
              <>
                <span
                  data-slot="thread-unread"
                  aria-hidden="true"
                  className="ap:mx-1 ap:size-2 ap:flex-none ap:rounded-full ap:bg-accent ap:forced-colors:bg-[CanvasText]"
                />
                <span className="ap:sr-only">, {words.unread}</span>
              </>
            )}
          </a>
          <span className="ap:flex ap:flex-none ap:not-pointer-coarse:opacity-0 ap:not-pointer-coarse:group-focus-within:opacity-100 ap:not-pointer-coarse:group-hover:opacity-100 ap:not-pointer-coarse:not-group-focus-within:not-group-hover:w-0 ap:not-pointer-coarse:not-group-focus-within:not-group-hover:overflow-hidden">
            <IconButton
              icon={isPinned ? 'unpin' : 'pin'}
              label={(isPinned ? words.unpin : words.pin)(title)}
              onClick={() => onPin(thread.id, !isPinned)}
            />
            <IconButton icon="edit" label={words.rename(title)} onClick={() => setRenaming(true)} />
            {renderActions?.(thread)}
            <IconButton icon="clear" label={words.delete(title)} onClick={() => onRemove(thread)} />
          </span>
        </>
      )}
    </li>
  )
})
