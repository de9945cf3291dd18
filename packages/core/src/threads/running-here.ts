import type { Chat } from '../chat/chat-types.js'

/** Does an answer arrive, or do tools run, in this chat? What another tab does with the thread is that tab's. */
export function isRunningHere(chat: Chat): boolean {
  const { status } = chat.getState()
  if (status !== 'submitted' && status !== 'streaming') return false
  const steps = chat.store.getIds().flatMap((id) => chat.getLiveStep(id) ?? [])
  return steps.length === 0 || steps.some(({ elsewhere }) => !elsewhere)
}
