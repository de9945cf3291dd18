import type { Chat } from '@antiphon/core'

const keys = new WeakMap<Chat, number>()
let count = 0

/**
 * A React key for what belongs to one chat: its scroll position, what is typed, what was announced. A provider that is given
 * another chat then shows it as if it had just been opened, without a key of the host.
 */
export function chatKey(chat: Chat | undefined): number | undefined {
  if (!chat) return undefined
  const known = keys.get(chat)
  if (known !== undefined) return known
  keys.set(chat, ++count)
  return count
}
