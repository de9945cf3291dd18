import type { Chat } from '@antiphon/core'
import type { ThreadSessions } from '@antiphon/core/threads'

/** Subscribes to the chat of a thread, also when its session is opened, or replaced, later. Returns how to end that. */
export function followChat(
  threads: ThreadSessions,
  threadId: string,
  subscribe: (chat: Chat) => () => void,
  listener: () => void,
): () => void {
  let leave: (() => void) | undefined
  const follow = (): void => {
    leave?.()
    const chat = threads.get(threadId)?.chat
    leave = chat && subscribe(chat)
    listener()
  }
  follow()
  const end = threads.subscribe(follow)
  return () => {
    end()
    leave?.()
  }
}
