import type { ChatController } from '@antiphon/core'
import { subscribeIds, useOfChat } from './follow-chat.js'

/** The chat of a thread that has versions: some message has more than one reply. */
export const useVersionsOf = (threadId: string): ChatController | undefined =>
  useOfChat(threadId, subscribeIds, (chat) => (chat && parts(chat) ? chat : undefined))

function parts({ store }: ChatController): boolean {
  const parents = new Set<string | null>()
  for (const { parent } of store.getTree().nodes) {
    if (parents.has(parent)) return true
    parents.add(parent)
  }
  return false
}
