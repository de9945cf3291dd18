import type { ChatController } from '@antiphon/core'

/** Enough for most answers, when the old limit is unknown. */
const ROOM = 4096

/** Requests an answer again with twice its token limit. The new limit stays. */
export function raiseLimit(chat: ChatController, id: string | undefined): void {
  const { parameters } = chat.getConfig()
  const message = id === undefined ? undefined : chat.store.getMessage(id)
  const limit = message?.role === 'assistant' ? message.maxOutputTokens : undefined
  const maxTokens = Math.max(ROOM, 2 * (limit ?? parameters?.maxTokens ?? 0))
  chat.configure({ parameters: { ...parameters, maxTokens } })
  void chat.retry(id)
}

/**
 * Asks the question of an answer again without the earlier messages, as a version of the thread that begins there. The
 * system prompt stays, and the whole thread is the other version.
 */
export function startFromHere(chat: ChatController, id: string | undefined): void {
  const messages = chat.store.getMessages()
  const end = messages.findIndex((message) => message.id === id)
  const question = messages.findLast(({ role }, index) => role === 'user' && (end < 0 || index <= end))
  if (!question) return
  const talk = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const parent = messages[talk - 1]?.id ?? null
  const { id: _, ...copy } = question
  chat.store.append(copy, { parent })
  void chat.continue()
}

/** Requests an answer again without a field that the server refused, wherever the settings have it. */
export function retryWithoutField(chat: ChatController, id: string | undefined): void {
  const message = id === undefined ? undefined : chat.store.getMessage(id)
  const field = message?.role === 'assistant' ? message.error?.field : undefined
  if (field === undefined) return
  const { parameters, endpoint } = chat.getConfig()
  chat.configure({
    parameters: parameters && without(parameters, field),
    endpoint: endpoint && without(endpoint, field),
  })
  void chat.retry(id)
}

/** The name of a field on the wire or in the settings: `top_p` is `topP`. */
function without<T extends { extraBody?: Readonly<Record<string, unknown>> }>(settings: T, field: string): T {
  const own = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const drop = (bag: object): object =>
    Object.fromEntries(Object.entries(bag).filter(([key]) => key !== field && key !== own))
  const rest = drop(settings) as T
  return rest.extraBody ? { ...rest, extraBody: drop(rest.extraBody) as T['extraBody'] } : rest
}
