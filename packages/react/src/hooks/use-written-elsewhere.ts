'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/**
 * True while another tab of this browser writes the answer at the end of the thread. Offer nothing then that would begin an
 * answer beside it: no Retry, Continue, Edit or approval.
 */
export function useWrittenElsewhere(): boolean {
  const chat = useChatInstance()
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
