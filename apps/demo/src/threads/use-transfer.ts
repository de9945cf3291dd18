import { exportThreads, importThreads } from '@antiphon/threads'
import { useThreadSessions } from '@antiphon/threads/react'
import { useCallback, useMemo, useState } from 'react'
import { saveFile } from './save-file.js'

export interface Transfer {
  /** How the last one ended, in words. */
  note: string | undefined
  /** Saves one thread, or all of them, as a file. */
  exportToFile(threadId?: string): Promise<void>
  /** Asks for a file and puts its threads beside those that are there. Calls back with the first of them. */
  importFromFile(onDone: (threadId: string) => void): void
  /** Does something with the threads and keeps its words, or those of what went wrong, as the note. */
  attempt(work: () => Promise<string | undefined>): Promise<void>
}

/** Threads into files and back. */
export function useTransfer(): Transfer {
  const { storage, get } = useThreadSessions()
  const [note, setNote] = useState<string>()
  const attempt = useCallback(async (work: () => Promise<string | undefined>): Promise<void> => {
    setNote(undefined)
    setNote(await work().catch((error: unknown) => (error instanceof Error ? error.message : String(error))))
  }, [])

  return useMemo(() => {
    const read = (file: File, onDone: (threadId: string) => void): Promise<void> =>
      attempt(async () => {
        const { threadIds, quarantined } = await importThreads(storage, await file.text())
        const [first] = threadIds
        if (first) onDone(first)
        const count = threadIds.length === 1 ? '1 conversation' : `${threadIds.length} conversations`
        const left = quarantined > 0 ? ` ${quarantined} entries could not be read and were skipped.` : ''
        return `${count} imported.${left}`
      })
    return {
      note,
      attempt,
      exportToFile: (threadId?: string) =>
        attempt(async () => {
          if (threadId) await get(threadId)?.saver.flush()
          const text = await exportThreads(storage, threadId === undefined ? undefined : [threadId])
          saveFile(threadId ? 'antiphon-thread.json' : 'antiphon-threads.json', text)
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
  }, [attempt, get, note, storage])
}
