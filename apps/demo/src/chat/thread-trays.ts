import {
  createAttachmentTray,
  persistAttachments,
  type AttachmentTray,
  type KeptAttachments,
} from '@antiphon/react'
import { createIndexedDbDraftFiles } from '@antiphon/threads'
import { storeDraft } from './drafts.js'

/** Attachments for the next message of a thread, and whether they survive a reload. */
export interface ThreadTray {
  tray: AttachmentTray
  kept: KeptAttachments
}

const trays = new Map<string, ThreadTray>()
const shown = new Set<string>()
const draftFiles = createIndexedDbDraftFiles({ name: 'antiphon-demo-drafts' })

/** It waits while one looks at another thread, and in the browser's storage until it is sent or the thread is deleted. */
export function trayOf(threadId: string): ThreadTray {
  const found = trays.get(threadId)
  if (found) return found
  const tray = createAttachmentTray()
  const kept = persistAttachments(tray, {
    read: () => draftFiles.read(threadId),
    write: (files) => draftFiles.write(threadId, files),
  })
  const made = { tray, kept }
  trays.set(threadId, made)
  return made
}

/** Keeps the tray while the thread is on screen. The returned function ends this, and an empty tray is then dropped. */
export function showTray(threadId: string): () => void {
  shown.add(threadId)
  return () => {
    shown.delete(threadId)
    // Not at once: an effect may end and begin again.
    queueMicrotask(() => {
      const left = trays.get(threadId)
      if (!left || shown.has(threadId) || left.tray.getState().items.length > 0) return
      left.kept.close()
      trays.delete(threadId)
    })
  }
}

/** Deletes the unsent text and files of a thread that was deleted for good. */
export function forgetBegun(threadId: string): void {
  storeDraft(threadId, '')
  trays.get(threadId)?.kept.close()
  trays.delete(threadId)
  // Where nothing can be forgotten nothing was kept.
  draftFiles.write(threadId, []).catch(() => {})
}
