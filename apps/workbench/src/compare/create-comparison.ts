import { createChat, type ChatController, type ChatOptions, type ContentPart } from '@antiphon/core'

/** One model's answer to the question: a chat of its own that begins with the thread so far. */
export interface Side {
  model: string
  chat: ChatController
}

/** One question to several models at once. */
export interface Comparison {
  sides: readonly Side[]
  /** Id of the question, in the thread and in each side. */
  question: string
  /** Stops what still runs. The answers so far stay in the thread, each as a version. */
  stop(): void
  /** Shows one side's answer in the thread. */
  keep(side: Side): void
}

/**
 * Asks each model for an answer to the same question in the thread of `main`. Every answer is stored there as a version while it
 * arrives, so none of it is lost when the page closes.
 */
export function createComparison(
  main: ChatController,
  content: string | readonly ContentPart[],
  models: readonly string[],
  fetch?: ChatOptions['fetch'],
): Comparison {
  const asked = typeof content === 'string' ? content : [...content]
  const question = main.store.append({ role: 'user', content: asked, timestamp: Date.now() })
  const messages = main.store.getMessages()
  const sides = models.map((model): Side => {
    const config = main.getConfig()
    return { model, chat: createChat({ ...config, model, fetch, messages }) }
  })
  const mirrors = sides.map(({ chat }) => mirrorAnswers(chat, main, question))
  const runs = sides.map(({ chat }) => chat.continue())
  return {
    sides,
    question,
    stop() {
      for (const [at, { chat }] of sides.entries()) {
        chat.stop()
        // How a stopped answer ended is known a moment later.
        void runs[at]?.finally(() => mirrors[at]?.end())
      }
    },
    keep(side) {
      const last = mirrors[sides.indexOf(side)]?.last()
      if (last) main.store.activate(last)
    },
  }
}

/** Writes what follows `question` in one chat into another one, message by message, as it grows. */
function mirrorAnswers(from: ChatController, into: ChatController, question: string) {
  const ids = new Map<string, string>()
  const running = new Set<string>()
  /** While one chat runs, the other only watches: it asks about no call and runs none. */
  const hold = (id: string, isRunning: boolean): void => {
    if (running.has(id) === isRunning) return
    if (isRunning) running.add(id)
    else running.delete(id)
    into.setElsewhere(id, isRunning)
  }
  const copy = (): void => {
    const messages = from.store.getMessages()
    let parent = question
    for (const message of messages.slice(messages.findIndex(({ id }) => id === question) + 1)) {
      const known = ids.get(message.id)
      const id = known ?? into.store.append(message, { parent })
      ids.set(message.id, id)
      if (known && into.store.getMessage(known) !== message) into.store.write(known, message)
      if (message.role === 'assistant') hold(id, isRunning())
      parent = id
    }
  }
  const isRunning = (): boolean => ['submitted', 'streaming'].includes(from.getState().status)
  const leave = [from.store.subscribe(copy), from.subscribe(copy)]
  return {
    last: () => [...ids.values()].at(-1),
    end() {
      copy()
      into.store.flush()
      for (const id of running) hold(id, false)
      for (const stop of leave) stop()
    },
  }
}
