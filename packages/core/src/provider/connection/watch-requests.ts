import type { Unsubscribe } from '../../lib/listeners.js'
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

/** Gives back a transport that does the same and looks on, or the same one. */
export type RequestWatcher = (transport: ChatTransport, occasion: AnswerOccasion) => ChatTransport

const watchers = new Set<RequestWatcher>()

/**
 * Lets a development tool look on at the requests of this page, those of chats that are there already included. Use
 * `recordChat` of `@antiphon/devtools`, or wrap a transport yourself where you make it.
 */
export function watchRequests(watcher: RequestWatcher): Unsubscribe {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The transport as those see it who look on; itself when nobody does. */
export function watchedTransport(transport: ChatTransport, occasion: AnswerOccasion): ChatTransport {
  return [...watchers].reduce((watched, watch) => watch(watched, occasion), transport)
}
