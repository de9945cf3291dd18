import type { Chat } from '../chat/chat-types.js'

/** Does an answer arrive, or do tools run, in this chat? What another tab does with the thread is that tab's. */
export function isRunningHere(chat: Chat): boolean {
  const { status, isElsewhere } = chat.getState()
  return !isElsewhere && (status === 'submitted' || status === 'streaming')
}
