'use client'

import { useWords } from '@antiphon/ui'
import { useEntryWords } from '@antiphon/ui/parts'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { useThreads } from '../react/use-threads.js'
import type { ThreadRecord } from '../storage/types.js'
import { englishThreads } from './english.js'
import { foldersOf } from './thread-groups.js'
import type { ThreadItemProps } from './thread-item.js'

/** The folders and the links of threads, in the order of the list: the arrow keys go through them. */
export const stopsIn = (rows: HTMLElement | null): HTMLElement[] => [
  ...(rows?.querySelectorAll<HTMLElement>('[data-slot="thread-folder"], [data-slot="thread-link"]') ?? []),
]

const rowOf = (threadId: string) => (stop: HTMLElement) => stop.closest('li')?.dataset['thread'] === threadId
const headingOf = (folder: string) => (stop: HTMLElement) =>
  stop.dataset['slot'] === 'thread-folder' && stop.textContent === folder

interface Shown extends Pick<ThreadItemProps, 'onOpen'> {
  currentId: string
  onCurrentRemoved: () => void
  folded: readonly string[]
  fold: (folded: readonly string[]) => void
  list: ReturnType<typeof useThreads>
  rows: RefObject<HTMLElement | null>
  newButton: RefObject<HTMLElement | null>
}

/** The actions of a row on its thread, with the words of the list about them and the place of the focus after them. */
export function useThreadActions(props: Shown) {
  const { list, rows, newButton, currentId, onOpen } = props
  const { threads, rename, setPinned, move, remove, restore } = list
  const { locale } = useWords().formats
  const words = useEntryWords('threads', englishThreads)
  const [removed, setRemoved] = useState<{ thread: ThreadRecord; wasOpen: boolean }>()
  const [takenBackIn, setTakenBackIn] = useState<string>()
  const [said, setSaid] = useState('')
  const shown = useRef(props)
  useEffect(() => void (shown.current = props))
  // Whoever goes elsewhere has read it.
  if (takenBackIn !== undefined && takenBackIn !== currentId) setTakenBackIn(undefined)

  /** Pinned, moved or renamed: its row is another one from now on, and takes the focus over. */
  const placed = useRef<(stop: HTMLElement) => boolean>(undefined)
  useEffect(() => {
    const isPlaced = placed.current
    placed.current = undefined
    if (isPlaced && threads.length > 0) stopsIn(rows.current).find(isPlaced)?.focus()
  }, [threads, rows])

  const attempt = useCallback((action: Promise<void>, to?: typeof placed.current, from = to): void => {
    setTakenBackIn(undefined)
    setSaid('')
    placed.current = to
    action.catch(() => {
      placed.current = from
      setTakenBackIn(shown.current.currentId)
    })
  }, [])

  /** The same functions in each render, so that an unchanged row is not drawn again. */
  const handlers = useMemo(
    (): Pick<ThreadItemProps, 'onRename' | 'onPin' | 'onMove' | 'onRemove' | 'listFolders'> => ({
      onRename: (threadId, title) => attempt(rename(threadId, title)),
      onPin: (threadId, pinned) => attempt(setPinned(threadId, pinned), rowOf(threadId)),
      listFolders: () => foldersOf(shown.current.list.threads, locale),
      onMove({ id, title }, folder) {
        const { folded, fold } = shown.current
        if (folder && folded.includes(folder)) fold(folded.filter((name) => name !== folder))
        const say = (): void => setSaid(words.moved(title || words.untitled, folder))
        attempt(move(id, folder).then(say), rowOf(id))
      },
      onRemove(thread) {
        const remember = (): void => {
          const wasOpen = thread.id === shown.current.currentId
          setRemoved({ thread, wasOpen })
          if (wasOpen) shown.current.onCurrentRemoved()
        }
        attempt(remove(thread.id).then(remember))
        // The row with the pressed button is gone, so the focus moves to the next one.
        const stops = stopsIn(rows.current)
        const at = stops.findIndex((one) => one.closest('li')?.contains(document.activeElement))
        ;(stops[at + 1] ?? stops[at - 1] ?? newButton.current ?? rows.current)?.focus()
      },
    }),
    [attempt, rename, setPinned, move, remove, locale, words, rows, newButton],
  )
  const renameFolder = (folder: string, name: string): void => {
    const { folded, fold } = props
    // It stays folded, but not where there is an open folder of that name.
    const isThere = threads.some((thread) => thread.folder === name)
    const isFolded = folded.includes(isThere ? name : folder)
    const others = folded.filter((one) => one !== folder && one !== name)
    fold(isFolded ? [...others, name] : others)
    const action = list.renameFolder(folder, name)
    action.catch(() => fold(folded))
    attempt(action, headingOf(name), headingOf(folder))
  }
  const removeUnreadable = (): void => attempt(list.removeUnreadable())
  const undo = (threadId: string): void => {
    setRemoved(undefined)
    attempt(restore(threadId).then(() => void (removed?.wasOpen && onOpen(threadId))))
  }
  const endUndo = (): void => setRemoved(undefined)
  return {
    removed: removed?.thread,
    isTakenBack: takenBackIn !== undefined,
    said,
    handlers,
    renameFolder,
    removeUnreadable,
    endUndo,
    undo,
  }
}
