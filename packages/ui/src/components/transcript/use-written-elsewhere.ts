'use client'

import { useOptionalChat } from '@antiphon/react'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * True while another tab of this browser writes the answer at the end of the thread. Offer no Retry, Continue, Edit or
 * approval then: each would begin a second answer.
 */
export function useWrittenElsewhere(): boolean {
  const chat = useOptionalChat()!
  const { store } = chat
  const readId = (): string | undefined =>
    store.getIds().findLast((id) => store.getMessage(id)?.role === 'assistant')
  const id = useSyncExternalStore(store.subscribeIds, readId, readId)
  const subscribe = useCallback(
    (listener: () => void) => (id === undefined ? () => {} : chat.subscribeLiveStep(id, listener)),
    [chat, id],
  )
  const read = (): boolean => id !== undefined && chat.getLiveStep(id)?.elsewhere === true
  return useSyncExternalStore(subscribe, read, read)
}
