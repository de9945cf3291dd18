import { setSystemPrompt, systemPromptOf, type ChatController } from '@antiphon/core'

/** Prompts of conversations that have no message yet: they are put on top with the first one. */
const begun = new WeakMap<ChatController, string>()

/** The prompt of a conversation: its own, else what it will begin with. */
export function promptOf(chat: ChatController, system: string): string {
  return systemPromptOf(chat.store)?.content ?? (isEmpty(chat) ? (begun.get(chat) ?? system) : '')
}

export function changePrompt(chat: ChatController, text: string): void {
  if (isEmpty(chat)) begun.set(chat, text)
  else setSystemPrompt(chat.store, text)
}

/** Opens a conversation that has no message yet with the system prompt of its own, or that of the settings. */
export function beginThread(chat: ChatController, system: string): void {
  if (!isEmpty(chat)) return
  const prompt = begun.get(chat) ?? system
  if (prompt.trim() !== '') chat.store.append({ role: 'system', content: prompt })
}

const isEmpty = ({ store }: ChatController): boolean => store.getIds().length === 0
