import { exportTree, titleOf, type StorageProblemKind } from '@antiphon/core/threads'
import type { UseThread } from '@antiphon/react/threads'
import { Button } from '@antiphon/ui'
import { saveFile } from './save-file.js'

/** With these another try may succeed. */
const passing: ReadonlySet<StorageProblemKind> = new Set([
  'quota',
  'aborted',
  'network',
  'refused',
  'slow',
  'unknown',
])

/** Says that the conversation lasts only as long as the page, why, and what can be done. */
export function SaveNotice({ thread }: { thread: UseThread }) {
  const { save, saveNow, chat, threadId } = thread
  const { problem, quarantined } = save
  const words = save.status === 'memory-only' ? problem?.message : undefined
  if (!words && quarantined.length === 0) return null
  const exportNow = (): void => {
    const { store } = chat
    const title = titleOf(store.getMessages())
    saveFile('antiphon-thread.json', exportTree(threadId, title, store.getTree(), Date.now()))
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-3 py-2 text-row text-text sm:px-4"
    >
      <p className="min-w-60 flex-1">
        {words && (
          <>
            <strong className="font-title text-warn">Not stored. </strong>
            {words}{' '}
          </>
        )}
        {quarantined.length > 0 &&
          `${count(quarantined.length)} of this thread could not be read and ${quarantined.length === 1 ? 'was' : 'were'} left as ${quarantined.length === 1 ? 'it is' : 'they are'} in the storage.`}
      </p>
      {words && save.isLoaded && (
        <span className="flex gap-2">
          {problem && passing.has(problem.kind) && <Button onClick={() => void saveNow()}>Try again</Button>}
          <Button onClick={exportNow}>Export</Button>
        </span>
      )}
    </div>
  )
}

function count(records: number): string {
  return records === 1 ? 'A record' : `${records} records`
}
