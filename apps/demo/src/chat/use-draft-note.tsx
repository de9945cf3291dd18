import { StorageError } from '@antiphon/core/threads'
import type { KeptAttachments } from '@antiphon/react/attachments'
import { useSyncExternalStore, type ReactNode } from 'react'

/** Says that the attached files would not be there after a reload, and why; undefined while they would. */
export function useDraftNote(kept: KeptAttachments): ReactNode {
  const { problem } = useSyncExternalStore(kept.subscribe, kept.getState)
  if (problem === undefined) return undefined
  return (
    <p role="status" className="px-1 text-data text-text-2">
      {reasonOf(problem)} What is attached can be sent; a reload would lose it.
    </p>
  )
}

function reasonOf(problem: unknown): string {
  const kind = problem instanceof StorageError ? problem.problem.kind : 'unknown'
  if (kind === 'quota') return 'The storage of this browser is full.'
  if (kind === 'denied') return 'This browser does not let the page store anything.'
  return 'The attached files could not be stored in this browser.'
}
