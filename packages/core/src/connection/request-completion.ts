import type { Completion, CompletionEvent } from '../accumulate/types.js'
import type { ChatErrorData } from '../errors/chat-error-data.js'
import { compact } from '../errors/is-record.js'
import type { AssistantMessage, RequestNote } from '../message/types.js'
import type { ReadOptions } from '../pipeline.js'
import type { EndpointConfig } from '../request/request-types.js'
import type { ChatTransport, Healing, TransportRequest } from './connection-types.js'
import { createFetchTransport, type FetchTransportOptions } from './create-fetch-transport.js'
import { runAttempt } from './run-attempt.js'
import { wait } from './wait.js'
import { watchedTransport } from './watch-requests.js'

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
 * of an answer has been seen (R8). The one way in for a chat and for a caller without one. Never rejects for what an
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
