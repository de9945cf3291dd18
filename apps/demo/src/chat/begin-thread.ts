import type { Chat } from '@antiphon/core'

/** Opens a conversation that has no message yet with the system prompt of the settings. */
export function beginThread(chat: Chat, system: string): void {
  if (system.trim() !== '' && chat.store.getIds().length === 0)
    chat.store.append({ role: 'system', content: system })
}
