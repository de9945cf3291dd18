import type { Unsubscribe } from '@antiphon/base'
import type { ChatTransport } from './types.js'

/** Which answer a transport is about to be used for. */
export interface AnswerOccasion {
  /** The store of the chat that asks, when a chat asks. */
  store?: object
  /** Id of the message in that store that the answer becomes. */
  messageId?: string
  /** Aborted when the person stops the answer; deadlines do not count. */
  signal: AbortSignal
}

/** Returns a transport that does the same and also observes, or the given one. */
type RequestWatcher = (transport: ChatTransport, occasion: AnswerOccasion) => ChatTransport

const watchers = new Set<RequestWatcher>()

/**
 * Lets a development tool observe the requests of this page, also those of chats that exist already. To record one chat, use
 * `recordChat` of `@antiphon/devtools`.
 */
export function watchRequests(watcher: RequestWatcher): Unsubscribe {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The transport, wrapped by every watcher. */
export function watchedTransport(transport: ChatTransport, occasion: AnswerOccasion): ChatTransport {
  return [...watchers].reduce((watched, watch) => watch(watched, occasion), transport)
}
