'use client'

import { createTypeAhead, isComposing } from '@antiphon/ui/functions'
import { standsAlone, cx, Menu, type MenuItem, useEntryWords, useNow } from '@antiphon/ui/parts'
import type { ThreadRecord } from '../storage/types.js'
import { useSearch, useThreads, useThreadSessions } from '../react/use-threads.js'
import {
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Button, useWords } from '@antiphon/ui'
import { englishThreads } from './english.js'
import { FolderHeading } from './folder-heading.js'
import { groupThreads } from './thread-groups.js'
import { ThreadItem } from './thread-item.js'
import { threadTime } from './thread-time.js'
import { UndoNote } from './undo-note.js'
import { useStorageFailure } from './use-storage-failure.js'
import { stopsIn, useThreadActions } from './use-thread-actions.js'

/** The open thread, and what opening and beginning one does. */
export interface ThreadListProps extends Omit<ComponentProps<'nav'>, 'aria-labelledby'> {
  /** Id of the thread that is shown. */
  currentId: string
  onOpen: (threadId: string) => void
  onNew: () => void
  /** The thread that is shown was deleted. Default: `onNew`. */
  onCurrentRemoved?: () => void
  /** Address of a thread. Default: none, `#`. */
  hrefOf?: (threadId: string) => string
  /** More lines for the menu of a thread, beside those to rename, pin, move and delete it. */
  actionsOf?: (thread: ThreadRecord) => readonly MenuItem[]
  /** Only the list, for a sidebar that has its own heading, button and search. Default false. */
  bare?: boolean
  /** Names of the folders that are folded, where your app keeps them. Default: none at first, and the list remembers. */
  folded?: readonly string[]
  /** A person folded a folder, or opened one. */
  onFoldedChange?: (folded: readonly string[]) => void
  /** Epoch ms, for the times of the rows and the names of the groups. Default: the clock, to the minute. */
  now?: number
  /** Comes below the list. */
  children?: ReactNode
}

/**
 * All threads of the `ThreadsProvider` above: search, new, and each with what it does at the moment and its menu. The list
 * is one stop of the Tab key; arrows, Home, End and first letters move in it, F2 renames, Delete deletes. Undo is there for 8 s.
 * A folded folder still shows the thread that is open, and those in which something is new or goes on.
 */
export const ThreadList = /* @__PURE__ */ standsAlone(function ThreadList(props: ThreadListProps) {
  const {
    currentId,
    onOpen,
    onNew,
    hrefOf,
    actionsOf,
    bare = false,
    folded: givenFolded,
    onFoldedChange,
    onCurrentRemoved = onNew,
    now: givenNow,
    className,
    children,
    ...rest
  } = props
  const { formats } = useWords()
  const words = useEntryWords('threads', englishThreads)
  const { storage } = useThreadSessions()
  const list = useThreads()
  const { threads, isPending, problem, quarantined } = list
  const [query, setQuery] = useState('')
  const [ownFolded, setOwnFolded] = useState<readonly string[]>([])
  const folded = givenFolded ?? ownFolded
  const sayFailure = useStorageFailure()
  const id = useId()
  const newButton = useRef<HTMLButtonElement>(null)
  const clock = useNow(givenNow === undefined, 60_000)
  const now = givenNow ?? clock
  const rows = useRef<HTMLDivElement>(null)
  const [find] = useState(createTypeAhead)
  const { found, hasFailed } = useSearch(query)
  const listed = useMemo(() => {
    const matching = found && !hasFailed && new Set(found)
    return matching ? threads.filter((thread) => matching.has(thread.id)) : threads
  }, [found, hasFailed, threads])
  const fold = (next: readonly string[]): void => {
    setOwnFolded(next)
    onFoldedChange?.(next)
  }
  const shown = { currentId, onOpen, onCurrentRemoved, folded, fold, list, rows, newButton }
  const { removed, isTakenBack, said, handlers, renameFolder, removeUnreadable, endUndo, undo } =
    useThreadActions(shown)

  const deletion: MenuItem = {
    id: 'delete',
    label: words.deleteForGood,
    icon: 'clear',
    danger: true,
    run: removeUnreadable,
  }
  const isSearching = query.trim() !== ''
  const groups = useMemo(() => groupThreads(listed, now, formats.locale), [listed, now, formats.locale])
  const isFolded = (folder = ''): boolean => !isSearching && folded.includes(folder)
  /** One stop: the thread that is shown, or else the first; a folder where all are folded. */
  const stop = listed.some((thread) => thread.id === currentId)
    ? currentId
    : groups.find(({ folder }) => !isFolded(folder))?.threads[0]?.id
  const moveInList = (event: KeyboardEvent): void => {
    const stops = stopsIn(rows.current)
    const at = stops.findIndex((one) => one === document.activeElement)
    if (at < 0) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key]
    const next = to === undefined ? find(event, stops, at, (one) => one.textContent) : stops[to]
    // A letter that finds a thread must not run a shortcut.
    if (to !== undefined || next) event.preventDefault()
    next?.focus()
  }

  return (
    <nav
      data-slot="thread-list"
      aria-labelledby={bare ? undefined : id}
      aria-label={bare ? words.label : undefined}
      className={cx('ap:flex ap:h-full ap:min-h-0 ap:flex-col', className)}
      {...rest}
    >
      {!bare && (
        <>
          <div className="ap:flex ap:flex-none ap:flex-wrap ap:items-center ap:justify-between ap:gap-x-2 ap:gap-y-1 ap:min-h-12 ap:py-1.5 ap:ps-4 ap:pe-2">
            <h2 id={id} className="ap:text-row ap:font-title">
              {words.label}
            </h2>
            <Button ref={newButton} onClick={onNew}>
              {words.new}
            </Button>
          </div>
          <div className="ap:flex-none ap:px-2 ap:pb-2">
            <input
              type="search"
              aria-label={words.searchAll}
              placeholder={words.search}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || query === '' || isComposing(event)) return
                event.preventDefault()
                setQuery('')
              }}
              // A search in the browser loads its texts before the first key.
              onFocus={() => void (storage.place !== 'server' && storage.search('').catch(() => {}))}
              className="ap:h-8 ap:w-full ap:rounded-button ap:border ap:border-field ap:bg-bg ap:px-2.5 ap:text-row ap:text-text ap:placeholder:text-text-3 ap:pointer-coarse:h-11"
            />
          </div>
        </>
      )}
      {/* Can be scrolled by keys also when it holds nothing that takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the links in it */}
      <div ref={rows} tabIndex={-1} data-slot="thread-rows" onKeyDown={moveInList}>
        {groups.map(({ age, folder = '', threads: members }, at) => (
          <section key={age ?? `in ${folder}`}>
            {age || isSearching ? (
              <h3>{age ? words.ages[age] : folder}</h3>
            ) : (
              <FolderHeading
                folder={folder}
                listId={`${id}-${at}`}
                isFolded={isFolded(folder)}
                isStop={stop === undefined && at === 0}
                onFold={() =>
                  fold(isFolded(folder) ? folded.filter((name) => name !== folder) : [...folded, folder])
                }
                onRename={renameFolder}
              />
            )}
            <ul id={`${id}-${at}`} className="ap:flex ap:flex-col ap:gap-px">
              {members.map((thread) => (
                <ThreadItem
                  key={thread.id}
                  thread={thread}
                  isCurrent={thread.id === currentId}
                  hrefOf={hrefOf}
                  time={threadTime(thread.updatedAt, now, formats.locale, words)}
                  isStop={thread.id === stop}
                  isFolded={isFolded(folder)}
                  actionsOf={actionsOf}
                  onOpen={onOpen}
                  {...handlers}
                />
              ))}
            </ul>
          </section>
        ))}
        <p role="status" className="ap:px-3 ap:py-1 ap:text-data ap:text-text-2 ap:empty:hidden">
          {!isSearching
            ? threads.length === 0 && !isPending && storage.place === 'browser' && words.none
            : hasFailed
              ? words.searchFailed
              : words.found(listed.length, formats.number(listed.length))}
        </p>
        {quarantined.length > 0 && (
          <div className="ap:flex ap:items-center ap:px-3 ap:py-1 ap:text-data ap:text-text-2">
            <p className="ap:flex-1">
              {words.unreadable(quarantined.length, formats.number(quarantined.length))}
            </p>
            {quarantined.some((one) => one.id && one.reason === 'malformed') && (
              <Menu label={words.unreadableActions} groups={[[deletion]]} />
            )}
          </div>
        )}
      </div>
      {children}
      <p role="status" className="ap:sr-only">
        {said}
      </p>
      {(isTakenBack || problem) && (
        <p
          role="status"
          className="ap:border-t ap:border-line ap:bg-warn-soft ap:px-4 ap:py-2 ap:text-data ap:text-text"
        >
          {isTakenBack ? words.takenBack : sayFailure(problem)}
        </p>
      )}
      {removed && (
        <UndoNote key={removed.id} title={removed.title} onEnd={endUndo} onUndo={() => undo(removed.id)} />
      )}
    </nav>
  )
})
