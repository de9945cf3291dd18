import type { ChatOptions } from '@antiphon/core'

/** Advice for a changed option that a chat reads only once; undefined when none has changed. */
export function lateOption(made: ChatOptions, next: ChatOptions): string | undefined {
  if (hasOtherMessages(made.messages, next.messages))
    return 'useChat reads `messages` once, when the chat is made: those of a later render are not shown. Call `setMessages(messages)`, or give the component a `key` that changes with the thread.'
  const name = (['threadId', 'memory', 'scheduler'] as const).find((key) => made[key] !== next[key])
  return (
    name &&
    `useChat reads \`${name}\` once, when the chat is made: a change is not followed. Give the component a \`key\` that changes with it.`
  )
}

/** Compares only length and ends, because hosts often build a new list on each render, and lists may be long. */
function hasOtherMessages(one: ChatOptions['messages'] = [], other: ChatOptions['messages'] = []): boolean {
  if (one === other) return false
  const [last, next] = [one.at(-1), other.at(-1)]
  return one.length !== other.length || last?.id !== next?.id || last?.role !== next?.role
}
