import { ChatProvider } from '@antiphon/react'
import { useThread } from '@antiphon/react/threads'
import { useEffect, type ReactNode } from 'react'
import { SaveNotice } from './save-notice.js'
import type { ThreadAddress } from './use-thread-address.js'

/** One thread, once its messages are there. From its first message on it is in the address. */
export function ThreadView({ address, children }: { address: ThreadAddress; children: ReactNode }) {
  const { threadId, isAddressed, keep } = address
  const thread = useThread(threadId)
  const { chat, save } = thread
  useEffect(() => {
    if (isAddressed) return
    const look = (): void => {
      if (chat.store.getIds().length > 0) keep()
    }
    look()
    return chat.store.subscribeIds(look)
  }, [chat, isAddressed, keep])

  return (
    <div className="flex h-full min-h-0 flex-col">
      <SaveNotice thread={thread} />
      <div className="min-h-0 flex-1">
        {save.isLoaded && <ChatProvider chat={chat}>{children}</ChatProvider>}
      </div>
    </div>
  )
}
