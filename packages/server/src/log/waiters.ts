import { createKeyedListeners } from '@antiphon/base'
import { randomUUID } from 'node:crypto'
import type { LogKey, LogPage, LogReadOptions } from './types.js'

/** The name under which readers of a log wait, in this process and between processes. */
export const topicOf = ({ threadId, runId }: LogKey): string => `${threadId}/${runId}`

export interface Waiters {
  wake(topic: string): void
  /** The text that makes other processes wake the readers of a topic, when they `hear` it. */
  call(topic: string): string
  /** Wakes the readers that a call names. Those of a call of this process are awake already. */
  hear(call: string): void
  /** When a wake-up may have been missed, for example before this process listened. */
  wakeAll(): void
  /**
   * Looks until there is something to give: at once, whenever it is woken, and every `pollMs` in case a wake-up was lost. Gives
   * what the last look gave when the wait is over. `isFirst`: nobody has woken it yet.
   */
  readWhen(
    topic: string,
    look: (isFirst: boolean) => Promise<LogPage>,
    options: LogReadOptions,
    pollMs: number,
  ): Promise<LogPage>
  close(): void
}

/** Readers that wait. A wake-up says only "look again": what there is, the engine says. */
export function createWaiters(): Waiters {
  const listeners = createKeyedListeners()
  const waiting = new Set<() => void>()
  const self = randomUUID()
  let isClosed = false
  const wakeAll = (): void => waiting.forEach((wakeUp) => wakeUp())

  return {
    wake: listeners.notify,
    call: (topic) => `${self} ${topic}`,
    hear(call) {
      const at = call.indexOf(' ')
      if (call.slice(0, at) !== self) listeners.notify(call.slice(at + 1))
    },
    wakeAll,
    async readWhen(topic, look, { waitMs = 0, signal }, pollMs) {
      const until = performance.now() + waitMs
      for (let isFirst = true; ; isFirst = false) {
        let wakeUp!: () => void
        const woken = new Promise<void>((resolve) => (wakeUp = resolve))
        // Before the look, so that nothing falls between the look and the wait.
        const remove = listeners.add(topic, wakeUp)
        waiting.add(wakeUp)
        let timer: ReturnType<typeof setTimeout> | undefined
        try {
          const page = await look(isFirst)
          const left = until - performance.now()
          const isOver = signal?.aborted || isClosed || left <= 0
          if (isOver || page.state !== 'open' || page.events.length > 0) return page
          signal?.addEventListener('abort', wakeUp)
          timer = setTimeout(wakeUp, Math.min(left, pollMs))
          await woken
        } finally {
          clearTimeout(timer)
          remove()
          signal?.removeEventListener('abort', wakeUp)
          waiting.delete(wakeUp)
        }
      }
    },
    close() {
      isClosed = true
      wakeAll()
    },
  }
}
