import { exportThreads, importThreads } from '@antiphon/threads'
import { useThreadSessions } from '@antiphon/threads/react'
import { useStorageFailure } from '@antiphon/threads/ui'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { words } from '../words/words.js'

export interface Transfer {
  /** How the last one ended, in words. */
  note: string | undefined
  /** The review dialog, while one is open. */
  review: ReactNode
  /** Reviews one thread, or all of them, for secrets and saves the result as a file. */
  exportToFile(threadId?: string): Promise<void>
  /** Asks for a file and puts its threads beside those that are there. Calls back with the first of them. */
  importFromFile(onDone: (threadId: string) => void): void
  /** Puts a copy of a thread beside it, and calls back with that. */
  duplicate(threadId: string, onDone: (threadId: string) => void): Promise<void>
  /** Runs a task on the threads and stores its message, or that of its failure, as the note. */
  attempt(work: () => Promise<string | undefined>): Promise<void>
}

/** How long the words of the last one stay, ms. */
const NOTE_MS = 15_000

const { countOf, imported, hereAlready, entriesSkipped } = words.shell

/** Threads into files and back. */
export function useTransfer(): Transfer {
  const { storage, get } = useThreadSessions()
  const [note, setNote] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [review, setReview] = useState<ReactNode>()
  const sayFailure = useStorageFailure()
  const attempt = useCallback(
    async (work: () => Promise<string | undefined>): Promise<void> => {
      clearTimeout(timer.current)
      setNote(undefined)
      setNote(await work().catch(sayFailure))
      timer.current = setTimeout(() => setNote(undefined), NOTE_MS)
    },
    [sayFailure],
  )
  useEffect(() => () => clearTimeout(timer.current), [])

  return useMemo(() => {
    const read = (file: File, onDone: (threadId: string) => void): Promise<void> =>
      attempt(async () => {
        const { threadIds, quarantined, known } = await importThreads(storage, await file.text(), {
          skipKnown: true,
        })
        const [first] = threadIds
        if (first) onDone(first)
        const count = countOf(threadIds.length)
        const same = known > 0 ? hereAlready(countOf(known), known) : ''
        const left = quarantined > 0 ? entriesSkipped(quarantined) : ''
        return `${imported(count)}${same}${left}`
      })
    return {
      note,
      review,
      attempt,
      exportToFile: (threadId?: string) =>
        attempt(async () => {
          if (threadId) await get(threadId)?.saver.flush()
          const { reviewThreads } = await import('workbench/thread-review')
          const onDone = (why?: string): void => {
            setReview(undefined)
            if (why) setNote(why)
          }
          setReview(await reviewThreads(storage, threadId, onDone))
          return undefined
        }),
      duplicate: (threadId: string, onDone: (threadId: string) => void) =>
        attempt(async () => {
          const { threadIds } = await importThreads(storage, await exportThreads(storage, [threadId]))
          if (threadIds[0]) onDone(threadIds[0])
          return undefined
        }),
      importFromFile(onDone: (threadId: string) => void) {
        const input = document.createElement('input')
        input.type = 'file'
        input.accept = '.json,application/json'
        input.addEventListener('change', () => {
          const file = input.files?.[0]
          if (file) void read(file, onDone)
        })
        input.click()
      },
    }
  }, [attempt, get, note, review, storage])
}
