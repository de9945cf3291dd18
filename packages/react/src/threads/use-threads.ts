'use client'
import {
  listThreads,
  StorageError,
  type Quarantined,
  type StorageProblem,
  type ThreadList,
  type ThreadRecord,
} from '@antiphon/core/threads'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { threadQuery, threadsKey } from './thread-queries.js'
import { useThreadSessions } from './threads-context.js'

/** The list of threads as `useThreads` gives it, with what can be done to each. */
export interface UseThreads {
  /** Pinned ones first, then the one last written to first. */
  threads: readonly ThreadRecord[]
  isPending: boolean
  /** Why the list could not be read. */
  problem?: StorageProblem
  /** Threads whose record could not be used. They stay where they are. */
  quarantined: readonly Quarantined[]
  /** An id for a new thread, to be opened with `useThread`; it is listed from its first message on. */
  newId(): string
  /** Each shows its effect at once, takes it back if storing fails, and then rejects with a `StorageError`. */
  rename(threadId: string, title: string): Promise<void>
  setPinned(threadId: string, pinned: boolean): Promise<void>
  /** Stops what is in flight and deletes. `restore` undoes it for a while. */
  remove(threadId: string): Promise<void>
  restore(threadId: string): Promise<void>
}

/** How long writes are collected before the list is read again: an answer that arrives writes each second. */
const COLLECT_MS = 150
const empty: ThreadList = { threads: [], removed: [], quarantined: [] }

interface Change {
  /** What the list will look like. */
  preview(list: ThreadList): ThreadList
  act(): Promise<void>
}

/** The list of threads, on TanStack Query, in step with all tabs. */
export function useThreads(): UseThreads {
  const sessions = useThreadSessions()
  const { storage } = sessions
  const client = useQueryClient()
  const queryKey = useMemo(() => [...threadsKey(storage), 'list'], [storage])
  const query = useQuery({ ...threadQuery, queryKey, queryFn: () => listThreads(storage) })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = storage.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: threadsKey(storage) })
      }, COLLECT_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [client, storage])

  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: ({ act }: Change) => act(),
    async onMutate({ preview }) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<ThreadList>(queryKey)
      if (before) client.setQueryData(queryKey, preview(before))
      return before
    },
    onError: (_error, _change, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const actions = useMemo(
    () => ({
      newId: sessions.newId,
      rename: (id: string, title: string) =>
        mutateAsync({
          preview: (list) => edit(list, id, { title: title.trim() }),
          act: () => sessions.rename(id, title),
        }),
      setPinned: (id: string, pinned: boolean) =>
        mutateAsync({
          preview: (list) => edit(list, id, { pinnedAt: pinned ? Infinity : undefined }),
          act: () => sessions.setPinned(id, pinned),
        }),
      remove: (id: string) =>
        mutateAsync({
          preview: (list) => ({ ...list, threads: list.threads.filter((thread) => thread.id !== id) }),
          act: () => sessions.remove(id),
        }),
      restore: (id: string) =>
        mutateAsync({ preview: (list) => bringBack(list, id), act: () => sessions.restore(id) }),
    }),
    [mutateAsync, sessions],
  )
  const { threads, quarantined } = query.data ?? empty
  const problem = query.error instanceof StorageError ? query.error.problem : undefined
  const { isPending } = query
  return useMemo(
    () => ({ threads, quarantined, isPending, problem, ...actions }),
    [threads, quarantined, isPending, problem, actions],
  )
}

function edit(list: ThreadList, id: string, change: Partial<ThreadRecord>): ThreadList {
  const threads = list.threads.map((thread) => (thread.id === id ? { ...thread, ...change } : thread))
  return { ...list, threads: sorted(threads) }
}

function bringBack(list: ThreadList, id: string): ThreadList {
  const thread = list.removed.find((one) => one.id === id)
  return thread ? { ...list, threads: sorted([...list.threads, { ...thread, removedAt: undefined }]) } : list
}

function sorted(threads: readonly ThreadRecord[]): ThreadRecord[] {
  const pinned = ({ pinnedAt = 0 }: ThreadRecord): number => pinnedAt
  return threads.toSorted((a, b) =>
    pinned(a) === pinned(b) ? b.updatedAt - a.updatedAt : pinned(b) - pinned(a),
  )
}
