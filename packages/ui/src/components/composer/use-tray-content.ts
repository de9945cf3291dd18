import type { ContentPart } from '@antiphon/core'
import type { AttachmentsState, AttachmentTray } from '@antiphon/react/attachments'
import { useSyncExternalStore } from 'react'

const nothing: AttachmentsState = { items: [], refusals: [], isReady: true }
const noop = () => () => {}
const readNothing = (): AttachmentsState => nothing

/** The state of a tray; that of an empty one without. */
export function useTray(tray: AttachmentTray | undefined): AttachmentsState {
  const read = tray?.getState ?? readNothing
  return useSyncExternalStore(tray?.subscribe ?? noop, read, read)
}

/** A message as it is sent: the text alone, or with what is attached. */
export function withAttachments(text: string, tray: AttachmentTray | undefined): string | ContentPart[] {
  return tray ? tray.content(text) : text
}

/** Characters that text files bring along. */
export function attachedCharacters({ items }: AttachmentsState): number {
  return items.reduce((sum, { kind, size = 0 }) => (kind === 'text' ? sum + size : sum), 0)
}
