import { createChat, type ChatController, type ChatOptions } from '@antiphon/core'
import { createThreadSaver, type ThreadSaver, type ThreadStorage } from '@antiphon/threads'
import { closedAnswers, type ClosedAnswersHost } from './closed-answers.js'

export interface OpenThread {
  chat: ChatController
  saver: ThreadSaver
}

/** Publishes what has grown once a second: nobody reads it here, and the end of an answer is published at once. */
const lazyScheduler = {
  schedule(callback: () => void): () => void {
    const timer = setTimeout(callback, 1000)
    return () => clearTimeout(timer)
  },
}

/** The lease of the run says who writes: locks inside of this process would only keep the next owner out. */
const noLocks = {
  request: async (_name: string, _options: unknown, callback: (lock: object) => unknown) => callback({}),
  query: async () => ({}),
}

const noPage = { onHide: () => () => {}, onShow: () => () => {} }

/**
 * Opens a stored thread as a chat that saves itself.
 *
 * @throws Error when the thread could not be read.
 */
export async function openThread(
  options: ChatOptions & { threadId: string; now: () => number },
  storage: ThreadStorage,
  host: ClosedAnswersHost,
): Promise<OpenThread> {
  const { threadId, now } = options
  const chat = createChat({ scheduler: lazyScheduler, ...options })
  const saver = createThreadSaver(chat, closedAnswers(storage, host), {
    threadId,
    now,
    page: noPage,
    locks: noLocks,
    // An answer that arrives is stored when it is whole, so there is nothing to store in between.
    interval: 60_000,
  })
  await saver.loaded
  const { problem } = saver.getState()
  if (!problem) return { chat, saver }
  await saver.close()
  throw new Error(`The thread could not be read, so the run cannot begin: ${problem.message}`)
}
