import type { ContentPart, Message } from '@antiphon/core'
import type { AppChat } from './types.js'

export interface ModelContext {
  parts: readonly ContentPart[]
  text: string
}

/**
 * Puts what an app tells the model into the next message of the person, before it is sent. It is then part of the message:
 * seen in the thread, stored with it, and sent again with it. Returns a function that takes it back.
 */
export function sendWithNext(
  chat: AppChat,
  toolName: string,
  context: ModelContext,
  onSent: () => void,
): () => void {
  const before = lastQuestion(chat)?.id
  const stop = chat.subscribe(() => {
    if (chat.getState().status !== 'submitted') return
    const question = lastQuestion(chat)
    if (!question || question.id === before) return
    stop()
    chat.store.write(question.id, withContext(question, toolName, context))
    onSent()
  })
  return stop
}

type Question = Extract<Message, { role: 'user' }> & { id: string }

function lastQuestion(chat: AppChat): Question | undefined {
  chat.store.flush()
  const last = chat.store.getMessages().findLast(({ role }) => role === 'user')
  return last as Question | undefined
}

/** The content of a message with the words of an app behind it. The model reads whose words they are. */
export function withContext<T extends Pick<Question, 'content'>>(
  question: T,
  toolName: string,
  { parts }: ModelContext,
): T {
  const own: readonly ContentPart[] =
    typeof question.content === 'string' ? [{ type: 'text', text: question.content }] : question.content
  const head: ContentPart = { type: 'text', text: `[From the app of the tool ${toolName}:]` }
  return { ...question, content: [...own, head, ...parts] }
}
