import { createListeners, withoutJit } from '@antiphon/base'
import * as z from 'zod/v4'
import type { ThreadEvent } from './types.js'

const object: typeof z.object = (...given) => withoutJit(z.config, () => z.object(...given))

/** The part of `BroadcastChannel` that is needed, so that it can be given. */
export interface TabChannel {
  postMessage(data: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  close(): void
}

/** Opens the channel of a name; undefined where there is none. */
export type OpenTabChannel = (name: string) => TabChannel | undefined

/** Events of another tab may come from another version of the app. */
const eventSchema = object({
  threadId: z.string(),
  type: z.enum(['nodes', 'thread', 'removed', 'restored', 'purged']),
  ids: z.array(z.string()).optional(),
})

/** Tells listeners and other tabs what was written here, and tells listeners what other tabs wrote. */
export interface ThreadEvents {
  /** Call it after each write of your storage. */
  tell(event: Omit<ThreadEvent, 'here'>): void
  subscribe(listener: (event: ThreadEvent) => void): () => void
  close(): void
}

/**
 * The events of a `ThreadStorage`: pass `subscribe` and `close` on, and call `tell` after each write.
 *
 * @param name Of the channel between tabs; the same for all storages over one database.
 * @param open Opens that channel. Default: a `BroadcastChannel`. `() => undefined` where there is one process.
 */
export function createThreadEvents(name: string, open: OpenTabChannel = browserChannel): ThreadEvents {
  const listeners = createListeners()
  /**
   * Waiting events; listeners get the first one now. An event from a listener's own write waits until all have heard the
   * first.
   */
  const events: ThreadEvent[] = []
  let closed = false
  const pass = (event: ThreadEvent): void => {
    if (events.push(event) > 1) return
    for (; events.length > 0; events.shift()) listeners.notify()
  }
  const channel = open(name)
  channel?.addEventListener('message', ({ data }) => {
    const read = eventSchema.safeParse(data)
    if (read.success && !closed) pass({ ...read.data, here: false })
  })
  return {
    tell(event) {
      if (closed) return
      pass({ ...event, here: true })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      channel?.postMessage(event)
    },
    subscribe: (listener) => listeners.add(() => events[0] && listener(events[0])),
    close() {
      closed = true
      channel?.close()
    },
  }
}

function browserChannel(name: string): TabChannel | undefined {
  try {
    return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  } catch {
    // Forbidden, as in a page that may store nothing: there is one tab then.
    return undefined
  }
}
