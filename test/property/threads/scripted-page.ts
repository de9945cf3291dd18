import { createChat, type ChatController, type ChatTransport } from '@antiphon/core'
import { immediateScheduler, createLockTable as createLocks, type LockTable } from '@antiphon/core/testing'
import {
  createThreadSessions,
  type OpenTabChannel,
  type ThreadSessions,
  type ThreadStorage,
} from '@antiphon/threads'

/** How long a test waits for a state, in ms: only what hangs should meet it. */
const PATIENCE = 60_000

export type { LockTable } from '@antiphon/core/testing'

/** The locks of one browser, answered in the next task, as quickly as that can be. */
export const createLockTable = (): LockTable =>
  createLocks(() => new Promise<void>((resolve) => nextTask(resolve)))

/** `BroadcastChannel` of one browser, delivered in a later task as there, or when a test says. */
export function createTabHub(
  deliver: (task: () => void) => void = (task) => void setTimeout(task),
): OpenTabChannel {
  const open = new Map<object, (event: { data: unknown }) => void>()
  return () => {
    const self = {}
    return {
      postMessage(data) {
        for (const [other, listener] of open) {
          if (other !== self) deliver(() => open.has(other) && listener({ data: structuredClone(data) }))
        }
      },
      addEventListener: (_, listener) => void open.set(self, listener),
      close: () => void open.delete(self),
    }
  }
}

/** An answer that arrives as the test says. */
interface Answer {
  delta(text: string): void
  finish(): void
}

/** A page with its own chats over a storage. Time and the page's end are the test's. */
export interface Page {
  sessions: ThreadSessions
  /** The answer that was requested last in a thread. */
  answerOf(threadId: string): Answer | undefined
  requests(): number
  /** Lets all timers fire that have been set. */
  tick(): void
  hide(): void
  show(): void
  /** Closes the page as a crash does: nothing more is written, and its locks are gone. */
  kill(): void
}

export function openPage(
  storage: ThreadStorage,
  locks: LockTable,
  options: { keep?: number; now?: () => number; chat?: Parameters<typeof createChat>[0] } = {},
): Page {
  const answers = new Map<string, Answer>()
  const timers = new Set<() => void>()
  const hidden = new Set<() => void>()
  const shown = new Set<() => void>()
  const own = locks.page()
  let requests = 0
  const on = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener)
    return () => void set.delete(listener)
  }

  const transportOf = (threadId: string): ChatTransport => ({
    async send(_, { signal }) {
      requests++
      let controller!: ReadableStreamDefaultController<string>
      const stream = new ReadableStream<string>({ start: (own) => void (controller = own) })
      const send = (choice: object): void =>
        controller.enqueue(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`)
      answers.set(threadId, {
        delta: (content) => send({ delta: { content } }),
        finish() {
          send({ delta: {}, finish_reason: 'stop' })
          controller.enqueue('data: [DONE]\n\n')
          controller.close()
        },
      })
      signal.addEventListener('abort', () => {
        try {
          controller.error(signal.reason)
        } catch {
          // It had ended.
        }
      })
      return stream
    },
  })
  const dead = { is: false }
  const storageOfPage = new Proxy(storage, {
    get(target, key: keyof ThreadStorage) {
      const value = target[key]
      if (key !== 'write' && key !== 'update' && key !== 'purge') return value
      return (...args: unknown[]) =>
        dead.is ? new Promise(() => {}) : (value as (...args: unknown[]) => unknown).apply(target, args)
    },
  })
  const chats: ChatController[] = []
  const sessions = createThreadSessions({
    storage: storageOfPage,
    keep: options.keep,
    now: options.now,
    locks: own,
    page: { onHide: on(hidden), onShow: on(shown) },
    setTimer(callback) {
      timers.add(callback)
      return () => void timers.delete(callback)
    },
    createChat(threadId) {
      const chat = createChat({
        transport: transportOf(threadId),
        scheduler: immediateScheduler,
        threadId,
        ...options.chat,
      })
      chats.push(chat)
      return chat
    },
  })
  return {
    sessions,
    answerOf: (threadId) => answers.get(threadId),
    requests: () => requests,
    tick() {
      for (const timer of Array.from(timers)) {
        timers.delete(timer)
        timer()
      }
    },
    hide: () => hidden.forEach((listener) => listener()),
    show: () => shown.forEach((listener) => listener()),
    kill() {
      dead.is = true
      own.kill()
      storage.close()
      for (const chat of chats) chat.stop()
    },
  }
}

/** Waits until something is so; other work goes on meanwhile. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const begun = performance.now()
  for (let tries = 0; performance.now() - begun < PATIENCE; tries++) {
    if (condition()) return
    if (tries < 200) await new Promise<void>((resolve) => nextTask(resolve))
    else await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error(`It never came: ${what}`)
}

const nextTask: (task: () => void) => void =
  (globalThis as { setImmediate?: (task: () => void) => void }).setImmediate ??
  ((task) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      task()
    })
    port1.start()
    port2.postMessage(0)
  })
