import { exportThreads, importThreads } from '@antiphon/core/threads'
import { useThreadSessions } from '@antiphon/react/threads'
import { useState } from 'react'
import { saveFile } from './save-file.js'

export interface Transfer {
  /** How the last one ended, in words. */
  note: string | undefined
  /** Saves one thread, or all of them, as a file. */
  exportToFile(threadId?: string): Promise<void>
  /** Asks for a file and puts its threads beside those that are there. Calls back with the first of them. */
  importFromFile(onDone: (threadId: string) => void): void
}

/** Threads into files and back. */
export function useTransfer(): Transfer {
  const { storage, get } = useThreadSessions()
  const [note, setNote] = useState<string>()
  const attempt = async (work: () => Promise<string | undefined>): Promise<void> => {
    setNote(undefined)
    setNote(await work().catch((error: unknown) => (error instanceof Error ? error.message : String(error))))
  }

  const read = (file: File, onDone: (threadId: string) => void): Promise<void> =>
    attempt(async () => {
      const { threadIds, quarantined } = await importThreads(storage, await file.text())
      const [first] = threadIds
      if (first) onDone(first)
      const count = threadIds.length === 1 ? 'One thread was' : `${threadIds.length} threads were`
      const left = quarantined > 0 ? ` ${quarantined} records could not be read and were left out.` : ''
      return `${count} imported.${left}`
    })

  return {
    note,
    exportToFile: (threadId) =>
      attempt(async () => {
        if (threadId) await get(threadId)?.saver.flush()
        const text = await exportThreads(storage, threadId === undefined ? undefined : [threadId])
        saveFile(threadId ? 'antiphon-thread.json' : 'antiphon-threads.json', text)
        return undefined
      }),
    importFromFile(onDone) {
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
}
