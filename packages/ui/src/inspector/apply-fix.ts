import { fixTranscript, type Chat, type Finding, type Message } from '@antiphon/core'

/** The messages with these findings fixed. */
export function fixed(messages: readonly unknown[], findings: readonly Finding[]): unknown[] {
  return fixTranscript(messages, findings).messages
}

/**
 * Puts fixed messages in the place of those of a chat, from the first that differs on. They become another version
 * beside the old one, which stays; only what was taken off the end is gone.
 */
export function applyToChat({ store }: Pick<Chat, 'store'>, messages: readonly unknown[]): void {
  const before = store.getMessages()
  let same = 0
  while (same < before.length && messages[same] === before[same]) same++
  if (same === messages.length) {
    if (same < before.length) store.remove(before[same]!.id)
    return
  }
  let parent = before[same - 1]?.id ?? null
  for (const message of messages.slice(same)) {
    // Under its old id it would be the old one.
    const { id: _, ...rest } = message as Message
    parent = store.append(rest, { parent })
  }
}
