import type { ChatErrorData } from '../../errors/chat-error.js'
import { wait } from '../../lib/abort.js'
import { compact } from '../../lib/json.js'
import type { Unsubscribe } from '../../lib/listeners.js'
import type { AssistantMessage, RequestNote } from '../../message/types.js'
import type { Completion, CompletionEvent } from '../../wire/accumulate/types.js'
import type { ReadOptions } from '../../wire/pipeline.js'
import type { EndpointConfig } from '../request/types.js'
import { runAttempt } from './attempt.js'
import { createFetchTransport, type FetchTransportOptions } from './fetch-transport.js'
import type { ChatTransport, Healing, TransportRequest } from './types.js'

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

/** An attempt that is waited for after one that failed. */
export interface RetryNotice {
  /** Number of the next attempt, from 2. */
  attempt: number
  /** Epoch ms at which it begins. */
  at: number
  /** Why the last one failed. */
  error: ChatErrorData
  /** What is changed for it. */
  healed?: Healing
}

export interface RequestCompletionOptions
  extends FetchTransportOptions, Omit<ReadOptions, 'origin' | 'errorContext' | 'now'> {
  /**
   * Each event as it comes; `message()` is the message so far, the same object until it changes. Of several attempts only
   * the last one tells.
   */
  onEvent?(event: CompletionEvent, message: () => AssistantMessage): void
  /** Called when another attempt is waited for, and with undefined when it begins. */
  onRetry?(notice: RetryNotice | undefined): void
  /** Where the answer goes, for tools that look on (`watchRequests`). */
  store?: object
  /** Id of the message in that store that the answer becomes. */
  messageId?: string
}

/**
 * One answer from one endpoint: sends the request, reads the answer, and tries again, as the transport says, while nothing
 * of an answer has been seen. The one way in for a chat and for a caller without one. Never rejects for what an
 * endpoint did: whatever went wrong is in the completion, with all that had arrived kept. `message.request` says how it
 * was asked.
 */
export async function requestCompletion(
  target: EndpointConfig | ChatTransport,
  request: TransportRequest,
  options: RequestCompletionOptions = {},
): Promise<Completion> {
  const { signal = new AbortController().signal, now = Date.now, onRetry, store, messageId } = options
  const own = 'send' in target ? target : createFetchTransport(target, options)
  const transport = watchedTransport(own, { store, messageId, signal })
  const startedAt = now()
  const healed: NonNullable<RequestNote['healed']> = []
  let retries = 0

  for (let attempt = 1; ; attempt++) {
    const note = compact({
      healed: healed.length > 0 ? [...healed] : undefined,
      retries: retries || undefined,
    })
    const last = await runAttempt(transport, request, { ...options, signal, now, startedAt, note })
    const { failure } = last
    const recovery = failure && !signal.aborted && transport.recover?.(failure, request, attempt)
    if (!recovery) return last.publish()

    const { delayMs, healed: healing } = recovery
    onRetry?.(compact({ attempt: attempt + 1, at: now() + delayMs, error: failure, healed: healing }))
    // A stop ends the wait; the next attempt then ends at once, as cancelled.
    if (delayMs > 0) await wait(delayMs, signal).catch(() => {})
    onRetry?.(undefined)
    if (healing) healed.push({ field: healing.field, change: healing.change, said: healing.said })
    else if (!signal.aborted) retries++
  }
}
