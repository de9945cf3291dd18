import { raceAbort, type Unsubscribe } from '@antiphon/base'
import type { ContentPart } from '../message/types.js'
import type { MessageStore } from '../tree/message-store.js'
import { endBelow } from './find-target.js'
import type { Keepers } from './keepers.js'
import type { Elsewhere } from './live-steps.js'
import { branchOf, type Run, type RunEnd } from './run.js'
import { systemPromptOf } from './system-prompt.js'
import type { QueuedMessage, SendOptions } from './types.js'

export interface QueueHost {
  store: MessageStore
  elsewhere: Elsewhere
  keepers: Keepers
  generateId(): string
  /** The present run. */
  active(): Run | undefined
  get(): readonly QueuedMessage[]
  /** Publishes the queue. */
  set(queue: readonly QueuedMessage[]): void
  /** Called with each change of the chat's state. */
  subscribe(listener: () => void): Unsubscribe
  /** Makes the message, now out of the queue, the question of a run after `place`. Resolves when that has ended. */
  ask(message: QueuedMessage, place: string | null): Promise<RunEnd>
}

/** How a run relates to the runs before it. */
export interface RunPlace {
  /** Is its question a new message? False for a question that is asked again and for an answer that is continued. */
  isNew?: boolean
  /** The message that its question is a new version of. */
  replaces?: string
  /** For a run that sends a queued message: the `parent` which that message had in the queue. */
  parent?: string | null
}

/** The messages that wait for their turn, each with the branch that it goes to. */
export interface MessageQueue {
  add(content: string | ContentPart[], options?: SendOptions): void
  remove(id: string): void
  /** Adds to the run's branch what was sent to it. True when there was anything. */
  steer(run: Run, append: (message: QueuedMessage) => void): boolean
  /**
   * Called when a run begins. Messages that waited for the run before follow this one, if it continues that branch or is a new
   * version of it. On another branch they stay with their own. Messages that were sent to the branch of this run follow it too.
   */
  follow(run: Run, place: RunPlace): void
  /** Sends what waits, oldest first, until an answer does not end well. */
  drain(): Promise<void>
  /** Waiting messages stay in the queue. */
  stop(): void
  /** Could a message be sent now, apart from waiting for the stored thread or for another tab? */
  isWaiting(): boolean
}

export function createMessageQueue(host: QueueHost): MessageQueue {
  const { store, elsewhere, keepers, active, get } = host
  /** The last run that began: what has no `parent` follows it. */
  let last: Run | undefined
  let waiting: AbortController | undefined
  let isDraining = false
  /** The user said again that the queue is to be sent. */
  let isAskedAgain = false

  const has = (end: string | null, id: string | undefined): boolean =>
    store.getPath(end).some((message) => message.id === id)

  const remove = (id: string): void => {
    const queue = get().filter((message) => message.id !== id)
    if (queue.length < get().length) host.set(queue)
  }

  /** Follows the branch of each waiting message, by its `parent`. */
  const branches = new Map<QueuedMessage['parent'], () => string | undefined>()
  /** The message with its current place in the thread. */
  const behind = (message: QueuedMessage, parent: string | null): QueuedMessage => {
    branches.set(parent, branchOf(store, parent))
    return { ...message, parent }
  }
  /** The last remaining message of the last run's branch. */
  const lastEnd = (): string | undefined => (last?.isGone() ? last.getRest() : last?.getLeaf())

  /** Where a message goes at this moment. */
  const placeOf = ({ parent }: QueuedMessage): string | null => {
    // At the top, but never beside a system prompt, which may have come since.
    if (parent === null) return systemPromptOf(store)?.id ?? null
    const place = branches.get(parent)?.() ?? lastEnd()
    return place === undefined ? (store.getIds().at(-1) ?? null) : endBelow(store, place)
  }
  /** The oldest message whose branch no other tab writes. */
  const next = (): QueuedMessage | undefined =>
    get().find((message) => !elsewhere.isIn(store.getPath(placeOf(message))))

  /** Waits until the stored thread has been read and a message can be sent. False when the user stops. */
  const canSend = async (): Promise<boolean> => {
    const { signal } = (waiting = new AbortController())
    host.set(get())
    const canGoOn = (): boolean => active() !== undefined || get().length === 0 || next() !== undefined
    try {
      await raceAbort(keepers.loaded(), signal)
      await becomes(host, canGoOn, signal)
    } catch {
      // Stopped.
    }
    waiting = undefined
    host.set(get())
    return !signal.aborted
  }

  return {
    remove,
    isWaiting: () => waiting !== undefined,
    add(content, options) {
      const run = active()
      if (!run && get().every(({ parent }) => parent !== undefined)) last = undefined
      const message: QueuedMessage = { id: host.generateId(), content, ...(options && { options }) }
      const shown = store.getIds()
      const end = shown.at(-1) ?? null
      // Another branch may be shown when its turn comes.
      const isOther = run
        ? !shown.includes(run.head)
        : keepers.isLoaded() && end !== null && !(last && placeOf(message) === end)
      host.set([...get(), isOther ? behind(message, end) : message])
    },
    steer(run, append) {
      const taken = get().filter(({ parent }) => parent === undefined)
      for (const message of taken) {
        if (run.signal.aborted) return true
        append(message)
        remove(message.id)
      }
      return taken.length > 0
    },
    follow(run, { isNew = false, replaces, parent: joined }) {
      const end = lastEnd() ?? store.getIds().at(-1) ?? null
      const rest = last?.getRest()
      // Where it would go: another branch may go through the same message.
      const isBehind = rest !== undefined && has(run.head, endBelow(store, rest))
      const isNext = has(end, replaces) || (!isNew && has(end, run.head)) || isBehind
      last = run
      // A listener of the question may order something: it waits for this run.
      isAskedAgain = false
      if (get().length === 0) return
      host.set(
        get().map((message) => {
          if (message.parent === undefined) return isNext ? message : behind(message, end)
          if (message.parent !== joined) return message
          const { parent: _, ...bare } = message
          return bare
        }),
      )
    },
    async drain() {
      if (isDraining) {
        isAskedAgain ||= !active()
        return
      }
      isDraining = true
      try {
        while (!active() && get().length > 0) {
          const message = keepers.isLoaded() ? next() : undefined
          if (!message) {
            if ((await canSend()) || isAskedAgain) continue
            return
          }
          const end = await host.ask(message, placeOf(message))
          if (end !== 'done' && !isAskedAgain) return
        }
      } finally {
        isDraining = false
      }
    },
    stop() {
      isAskedAgain = false
      waiting?.abort()
    },
  }
}

/**
 * Resolves once this is true, or when the signal fires. Checks again when another tab begins or ends an answer, when
 * messages come or go, and when the state changes.
 */
export function becomes(
  { store, elsewhere, subscribe }: Pick<QueueHost, 'store' | 'elsewhere' | 'subscribe'>,
  isSo: () => boolean,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!signal?.aborted && !isSo()) return
      unsubscribe.forEach((stop) => stop())
      signal?.removeEventListener('abort', look)
      resolve()
    }
    const unsubscribe = [elsewhere.subscribe(look), store.subscribeIds(look), subscribe(look)]
    signal?.addEventListener('abort', look)
    look()
  })
}
