'use client'

import {
  type ThreadSessions,
  type ThreadStorage,
  StorageError,
  type Quarantined,
  type StorageProblem,
  type ListedThreads,
  type ThreadRecord,
} from '../index.js'
import { inListOrder } from '../storage/list-order.js'
import { createContext, useContext, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { useMutation, useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query'

interface Context {
  threads: ThreadSessions
  /** Reads the list and the searches again, once for all that use them. */
  readAgain(): Promise<void>
}

const ThreadsContext = createContext<Context | undefined>(undefined)

/** The threads of the app, and what is below them. */
export interface ThreadsProviderProps {
  /**
   * Make it once per app with `createThreadSessions`, outside of components: answers arrive and are stored while no
   * component is mounted. `close()` ends that.
   */
  threads: ThreadSessions
  children?: ReactNode
}

/** How long writes are collected before the list is read again. A streaming answer writes every second. */
const COLLECT_MS = 150

/** Gives the threads of an app to the hooks below it. Needs a `QueryClientProvider` above. */
export function ThreadsProvider({ threads, children }: ThreadsProviderProps) {
  const client = useQueryClient()
  const { storage } = threads
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])
  const readAgain = useCallback(() => {
    // The read also has what was told before.
    forget()
    return client.invalidateQueries({ queryKey: threadsKey(storage) })
  }, [client, storage, forget])
  useEffect(() => {
    const unsubscribe = storage.subscribe(() => {
      timer.current ??= setTimeout(() => {
        forget()
        // A list that is read before a change is stored would take the change back on screen. Its end reads the list again.
        if (client.isMutating({ mutationKey: threadsKey(storage) }) === 0) void readAgain()
      }, COLLECT_MS)
    })
    return () => {
      unsubscribe()
      forget()
    }
  }, [client, storage, readAgain, forget])
  const context = useMemo(() => ({ threads, readAgain }), [threads, readAgain])
  return <ThreadsContext.Provider value={context}>{children}</ThreadsContext.Provider>
}

function useThreadsContext(): Context {
  const context = useContext(ThreadsContext)
  if (!context) {
    throw new Error(
      'This hook needs a <ThreadsProvider threads={threads}> above it. Make the threads with createThreadSessions(options).',
    )
  }
  return context
}

/** The threads of the nearest provider. Throws a clear error when there is none above. */
export const useThreadSessions = (): ThreadSessions => useThreadsContext().threads

const numbers = new WeakMap<ThreadStorage, number>()
let count = 0

/** The first part of the query keys of a storage. Two storages in one page do not share results. */
function threadsKey(storage: ThreadStorage): readonly unknown[] {
  let number = numbers.get(storage)
  if (number === undefined) numbers.set(storage, (number = ++count))
  return ['antiphon', 'threads', number]
}

/** How long after a failure it is tried again: nobody tells when a server is back or somebody has signed in. */
const AGAIN_MS = 10_000

/** Lists and searches of a storage that is in the browser work offline, and reading them again is cheap. */
const threadQuery = {
  networkMode: 'always',
  retry: false,
  staleTime: Infinity,
  refetchInterval: ({ state }: { state: { status: string } }) => state.status === 'error' && AGAIN_MS,
} as const

/** The list of threads from `useThreads`, with its actions. */
export interface UseThreads {
  /** Pinned threads first, then by last change, the newest first. */
  threads: readonly ThreadRecord[]
  isPending: boolean
  /** Why the list could not be read. */
  problem?: StorageProblem
  /** Threads whose record could not be used. They stay where they are. */
  quarantined: readonly Quarantined[]
  /** An id for a new thread, to be opened with `useThread`; it is listed from its first message on. */
  newId(): string
  /** Stores a new thread that goes on from a message of this one. Resolves with its id, as `ThreadSessions.fork` does. */
  fork(threadId: string, messageId: string): Promise<string>
  /** Each action shows at once. If storing fails it is undone and rejects with a `StorageError`. */
  rename(threadId: string, title: string): Promise<void>
  setPinned(threadId: string, pinned: boolean): Promise<void>
  /** Into the folder of this name, or out of any without a name. */
  move(threadId: string, folder?: string): Promise<void>
  /** Moves all threads of a folder into the one of the other name, also those that `restore` brings back. */
  renameFolder(folder: string, name: string): Promise<void>
  /** Stops what is in flight and deletes. `restore` undoes it for a while. */
  remove(threadId: string): Promise<void>
  restore(threadId: string): Promise<void>
  /** Deletes for good the `quarantined` ones that have an id, but none of a newer version. */
  removeUnreadable(): Promise<void>
}

const empty: ListedThreads = { threads: [], removed: [], quarantined: [] }

interface Change {
  /** The expected list after the change. */
  preview(list: ListedThreads): ListedThreads
  act(): Promise<void>
}

/** The list of threads, on TanStack Query, in step with all tabs. */
export function useThreads(): UseThreads {
  const { threads: sessions, readAgain } = useThreadsContext()
  const { storage } = sessions
  const client = useQueryClient()
  const queryKey = useMemo(() => [...threadsKey(storage), 'list'], [storage])
  const query = useQuery({ ...threadQuery, queryKey, queryFn: sessions.list })

  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationKey: threadsKey(storage),
    mutationFn: ({ act }: Change) => act(),
    async onMutate({ preview }) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<ListedThreads>(queryKey)
      if (before) client.setQueryData(queryKey, preview(before))
      return before
    },
    onError: (_error, _change, before) => client.setQueryData(queryKey, before),
    onSettled: readAgain,
  })
  const actions = useMemo(() => {
    const change = (id: string, to: Partial<ThreadRecord>, act: () => Promise<void>): Promise<void> =>
      mutateAsync({ preview: (list) => edit(list, id, to), act })
    return {
      newId: sessions.newId,
      fork: sessions.fork,
      rename: (id: string, title: string) =>
        change(id, { title: title.trim() }, () => sessions.rename(id, title)),
      setPinned: (id: string, pinned: boolean) =>
        change(id, { pinnedAt: pinned ? Infinity : undefined }, () => sessions.setPinned(id, pinned)),
      move: (id: string, folder?: string) =>
        change(id, { folder: folder?.trim() }, () => sessions.move(id, folder)),
      renameFolder: (folder: string, name: string) => {
        const moved = (thread: ThreadRecord): ThreadRecord =>
          thread.folder === folder ? { ...thread, folder: name.trim() } : thread
        return mutateAsync({
          preview: (list) => ({
            ...list,
            threads: list.threads.map(moved),
            removed: list.removed.map(moved),
          }),
          act: () => sessions.renameFolder(folder, name),
        })
      },
      remove: (id: string) =>
        mutateAsync({
          preview: (list) => ({ ...list, threads: list.threads.filter((thread) => thread.id !== id) }),
          act: () => sessions.remove(id),
        }),
      removeUnreadable: () => mutateAsync({ preview: (list) => list, act: sessions.removeUnreadable }),
      restore: (id: string) =>
        mutateAsync({ preview: (list) => bringBack(list, id), act: () => sessions.restore(id) }),
    }
  }, [mutateAsync, sessions])
  const { threads, quarantined } = query.data ?? empty
  const problem = query.error instanceof StorageError ? query.error.problem : undefined
  const { isPending } = query
  return useMemo(
    () => ({ threads, quarantined, isPending, problem, ...actions }),
    [threads, quarantined, isPending, problem, actions],
  )
}

function edit(list: ListedThreads, id: string, change: Partial<ThreadRecord>): ListedThreads {
  const threads = list.threads.map((thread) => (thread.id === id ? { ...thread, ...change } : thread))
  return { ...list, threads: threads.sort(inListOrder) }
}

function bringBack(list: ListedThreads, id: string): ListedThreads {
  const thread = list.removed.find((one) => one.id === id)
  if (!thread) return list
  return { ...list, threads: [...list.threads, { ...thread, removedAt: undefined }].sort(inListOrder) }
}

/**
 * Ids of the threads that have all words of the query in their title or text; the last word may be the start of one.
 * Undefined for an empty query and until the first result. Later the last result stays until the next one.
 */
export const useThreadSearch = (query: string): readonly string[] | undefined => useSearch(query).found

/** The same, and whether the last search failed: then `found` is of an earlier one. */
export function useSearch(query: string): { found: readonly string[] | undefined; hasFailed: boolean } {
  const { storage } = useThreadSessions()
  const words = query.trim()
  const { data, isError } = useQuery({
    ...threadQuery,
    queryKey: [...threadsKey(storage), 'search', query.trimStart()],
    enabled: words !== '',
    gcTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: () => storage.search(query),
  })
  return words === '' ? { found: undefined, hasFailed: false } : { found: data, hasFailed: isError }
}
