import type { Chat } from '@antiphon/core'
import { useEffect } from 'react'
import { createLaterPart } from '../../lib/later-part.js'
import { laterReader } from '../../lib/use-partial-arguments.js'
import { laterApproval } from '../tool-approval/approval-card.js'

/** What speaks of answers says nothing of those that were there before it. */
export const laterAnnouncements = createLaterPart(() =>
  import('./stream-announcements.js').then(({ StreamAnnouncements }) => StreamAnnouncements),
)

/**
 * Loads what only an answer on its way needs, as soon as the chat stands on the page: what speaks of it, and where the chat has
 * tools, what shows arguments that are being written and what asks a person. With each request what could not be loaded is asked
 * for again.
 */
export function useLiveParts(chat: Chat, streaming: boolean, speaks: boolean): void {
  useEffect(() => {
    if (speaks) laterAnnouncements.preload()
    if (!chat.getConfig().tools?.length) return
    laterReader.preload()
    laterApproval.preload()
  }, [chat, streaming, speaks])
}
