import { createAttachmentTray, type AttachmentTray } from '@antiphon/react/attachments'

const trays = new Map<string, AttachmentTray>()

/** What is attached to the next message of a thread. It waits there while one looks at another thread; a reload ends it. */
export function trayOf(threadId: string): AttachmentTray {
  const found = trays.get(threadId)
  if (found) return found
  const tray = createAttachmentTray()
  trays.set(threadId, tray)
  return tray
}

/** Forgets it when nothing is in it. */
export function leaveTray(threadId: string): void {
  if (trays.get(threadId)?.getState().items.length === 0) trays.delete(threadId)
}
