'use client'

import type { ThreadRecord } from '../storage/types.js'
import { useThreadActivity, type ThreadActivity } from '../react/use-thread.js'
import { memo, useRef, useState } from 'react'
import { Icon } from '@antiphon/ui'
import { cx, Menu, type MenuItem, useEntryWords } from '@antiphon/ui/parts'
import { englishThreads } from './english.js'
import { RenameField } from './rename-field.js'

/** Handlers get the thread, so all rows share them and an unchanged row does not render again. */
export interface ThreadItemProps {
  thread: ThreadRecord
  isCurrent: boolean
  /** When it was last written to, in words. */
  time: string
  /** True for the row at which Tab enters the list. */
  isStop: boolean
  /** In a folded folder, where it is shown only while it is the current one, is unread or does something. */
  isFolded: boolean
  onOpen: (threadId: string) => void
  onRename: (threadId: string, title: string) => void
  onPin: (threadId: string, pinned: boolean) => void
  /** Into the folder of this name, or out of any. */
  onMove: (thread: ThreadRecord, folder?: string) => void
  /** The folders that there are. */
  listFolders: () => readonly string[]
  onRemove: (thread: ThreadRecord) => void
  /** Address of the thread, so that it opens in a new tab and can be copied. Default: `#`. */
  hrefOf?: (threadId: string) => string
  /** More lines of its menu. */
  actionsOf?: (thread: ThreadRecord) => readonly MenuItem[]
}

/** The icons have the names of these states: a ring, a hand, a cross. */
const colours: Record<ThreadActivity, string> = {
  running: 'ap:text-accent',
  awaiting: 'ap:text-accent',
  error: 'ap:text-danger',
}

/** A thread in the list. Its title is a link to it, and a menu holds its actions. Double click renames. */
export const ThreadItem = memo(function ThreadItem(props: ThreadItemProps) {
  const { thread, isCurrent, time, isStop, onOpen, onRename, onPin, onMove, onRemove, hrefOf, actionsOf } =
    props
  const [edited, setEdited] = useState<'title' | 'folder'>()
  const link = useRef<HTMLAnchorElement>(null)
  const activity = useThreadActivity(thread.id)
  const words = useEntryWords('threads', englishThreads)
  const title = thread.title || words.untitled
  const isUnread = thread.unreadAt !== undefined && !isCurrent
  const isPinned = thread.pinnedAt !== undefined
  const rename = (): void => setEdited('title')
  const remove = (): void => onRemove(thread)
  const moveLines = (): MenuItem[][] => {
    const others = props.listFolders().filter((folder) => folder !== thread.folder)
    const none = { id: 'no folder', label: words.noFolder, run: () => onMove(thread) }
    const create = { id: 'new folder', label: words.newFolder, run: () => setEdited('folder') }
    return [
      others.map((folder) => ({ id: `in ${folder}`, label: folder, run: () => onMove(thread, folder) })),
      thread.folder ? [none, create] : [create],
    ]
  }
  const endEdit = (next = ''): void => {
    setEdited(undefined)
    if (edited === 'folder' && next.trim()) return onMove(thread, next.trim())
    if (edited === 'title' && next.trim() && next.trim() !== thread.title) onRename(thread.id, next)
    // The field is gone; the focus stays with the thread.
    setTimeout(() => link.current?.focus())
  }

  if (props.isFolded && !isCurrent && !isUnread && !activity) return null
  return (
    <li
      data-slot="thread-item"
      data-thread={thread.id}
      data-current={isCurrent || undefined}
      data-running={activity === 'running' || undefined}
      data-unread={isUnread || undefined}
    >
      {edited ? (
        <RenameField
          title={edited === 'title' ? thread.title : ''}
          onEnd={endEdit}
          {...(edited === 'folder' && { 'aria-label': words.folder, placeholder: words.folder })}
          className="ap:h-8 ap:flex-1 ap:px-2.5 ap:text-row ap:pointer-coarse:h-11"
        />
      ) : (
        <>
          <a
            ref={link}
            href={hrefOf?.(thread.id) ?? '#'}
            aria-current={isCurrent ? 'page' : undefined}
            aria-keyshortcuts="F2 Delete"
            title={title}
            tabIndex={isStop ? 0 : -1}
            data-slot="thread-link"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onOpen(thread.id)
            }}
            onDoubleClick={rename}
            onKeyDown={(event) => {
              if (event.key === 'F2') rename()
              if (event.key === 'Delete') remove()
            }}
          >
            <span dir="auto" data-slot="thread-title">
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
                <span data-slot="thread-unread" aria-hidden="true" />
                <span className="ap:sr-only">, {words.unread}</span>
              </>
            )}
            {!activity && !isUnread && (
              <span data-slot="thread-time" aria-hidden="true">
                {time}
              </span>
            )}
          </a>
          <Menu
            label={words.actions(title)}
            tabIndex={isStop ? 0 : -1}
            groups={[
              [
                { id: 'rename', label: words.rename, icon: 'edit', keys: 'F2', run: rename },
                {
                  id: 'pin',
                  label: isPinned ? words.unpin : words.pin,
                  icon: isPinned ? 'unpin' : 'pin',
                  run: () => onPin(thread.id, !isPinned),
                },
                { id: 'move', label: words.move, icon: 'continued', lines: moveLines },
                ...(actionsOf?.(thread) ?? []),
              ],
              [
                {
                  id: 'delete',
                  label: words.delete,
                  icon: 'clear',
                  keys: 'Delete',
                  danger: true,
                  run: remove,
                },
              ],
            ]}
          />
        </>
      )}
    </li>
  )
})
