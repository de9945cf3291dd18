import { parseUrl, raceAbort, wait, compact } from '@antiphon/base'
import type { ErrorContext } from '../../errors/extract-error.js'
import { isResponse } from '../../wire/read-stream.js'
import { type ChatErrorData, ChatError } from '../../errors/chat-error.js'
import type { AssistantMessage, RequestNote } from '../../message/types.js'
import type { Completion, CompletionEvent } from '../../wire/accumulate/types.js'
import {
  createCompletionReader,
  pumpSource,
  type CompletionReader,
  type CompletionSource,
  type ReadOptions,
} from '../../wire/pipeline.js'
import { readItems } from '../../wire/read-stream.js'
import type { EndpointConfig } from '../request/types.js'
import { watchDeadlines } from './deadlines.js'
import { createFetchTransport, type FetchTransportOptions } from './fetch-transport.js'
import type { ChatTransport, Healing, TransportRequest, TransportResponse } from './types.js'
import { watchedTransport } from './watch-requests.js'

/** An attempt that is waited for after one that failed. */
export interface RetryNotice {
  /** Number of the next attempt, from 2. */
  attempt: number
  /** Epoch ms at which it begins. */
  at: number
  /** Why the last one failed. */
  error: ChatErrorData
  /** The change for it. */
  healed?: Healing
}

export interface RequestCompletionOptions
  extends FetchTransportOptions, Omit<ReadOptions, 'origin' | 'errorContext' | 'now'> {
  /**
   * Called with each event as it comes. `message()` is the message so far, the same object until it changes. With several
   * attempts, only the last one calls it.
   */
  onEvent?(event: CompletionEvent, message: () => AssistantMessage): void
  /** Called when a wait for another attempt begins, and with undefined when that attempt begins. */
  onRetry?(notice: RetryNotice | undefined): void
  /** The store that the answer goes to, for development tools (`watchRequests`). */
  store?: object
  /** Id of the message in that store that the answer becomes. */
  messageId?: string
}

/**
 * Gets one answer from one endpoint, with or without a chat. Sends the request and reads the answer. While
 * nothing of an answer has been seen, it tries again as the transport says. Never rejects for what an endpoint did: the
 * completion holds the failure and all that had arrived. `message.request` says how the endpoint was asked.
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
    const last = await runAttempt(transport, request, {
      ...options,
      ...(!('send' in target) && { endpoint: target }),
      signal,
      now,
      startedAt,
      note,
    })
    const { failure } = last
    const recovery = failure && !signal.aborted && transport.recover?.(failure, request, attempt)
    if (!recovery) return last.publish()

    const { delayMs, healed: healing } = recovery
    onRetry?.(compact({ attempt: attempt + 1, at: now() + delayMs, error: failure, healed: healing }))
    // A stop ends the wait. The next attempt then ends at once as cancelled.
    if (delayMs > 0) await wait(delayMs, signal).catch(() => {})
    onRetry?.(undefined)
    if (healing) healed.push({ field: healing.field, change: healing.change, said: healing.said })
    else if (!signal.aborted) retries++
  }
}

interface AttemptOptions extends RequestCompletionOptions {
  signal: AbortSignal
  now(): number
  /** Epoch ms at which the first attempt began. */
  startedAt: number
  /** The earlier attempts. */
  note: RequestNote
  /** Absent for a transport. */
  endpoint?: EndpointConfig
}

interface Attempt {
  /** Why it failed, when nothing of an answer has been seen: only then may another attempt follow. */
  failure?: ChatErrorData
  /** Makes this attempt the last one: passes on what was held back. */
  publish(): Completion
}

/** Sends a request once and reads the answer, within the deadlines of the transport. Never rejects. */
async function runAttempt(
  transport: ChatTransport,
  request: TransportRequest,
  options: AttemptOptions,
): Promise<Attempt> {
  const { signal, now, onEvent } = options
  const about: ErrorContext & { now(): number } = {
    host: transport.host,
    model: request.model,
    now,
    redact: transport.redact,
    isOwnServer: isOwnServer(options.endpoint?.baseUrl, options.endpoint),
  }
  const attempt = new AbortController()
  const stop = (): void => attempt.abort()
  const held: CompletionEvent[] = []
  let reader = createReader()
  let isLast = false

  function createReader(response?: TransportResponse): CompletionReader {
    const { startedAt, note } = options
    const { provider, adjustments } = response ?? {}
    const known = { profile: provider, ...note, adjustments: adjustments?.length ? adjustments : undefined }
    const asked = compact<RequestNote>(known)
    return createCompletionReader({
      ...options,
      thinkTags: options.thinkTags ?? response?.thinkTags,
      sendsFinishReason: options.sendsFinishReason ?? response?.sendsFinishReason,
      reasoningFields: options.reasoningFields ?? response?.reasoningFields,
      toolNames: options.toolNames ?? response?.toolNames,
      createEvents: options.createEvents ?? response?.createEvents,
      errorContext: about,
      origin: {
        // Two servers with the generic profile may be different providers.
        provider: provider === 'generic' ? undefined : provider,
        model: request.model,
        startedAt,
        request: Object.keys(asked).length > 0 ? asked : undefined,
      },
      onEvent: take,
    })
  }

  /** Until something can be seen of an answer, another attempt may still replace this one. */
  function take(event: CompletionEvent): void {
    if (!isLast && reader.sawOutput) release()
    if (isLast) onEvent?.(event, reader.snapshot)
    else held.push(event)
  }

  function release(): void {
    isLast = true
    for (const event of held.splice(0)) onEvent?.(event, reader.snapshot)
  }

  function expire(error?: ChatErrorData): void {
    if (error) attempt.abort(new ChatError(error))
    else end()
  }

  function end(): void {
    reader.end()
    attempt.abort()
  }

  async function read(): Promise<Completion> {
    if (signal.aborted) return reader.cancel()
    signal.addEventListener('abort', stop)
    const watch = watchDeadlines(transport.deadlines, expire, about)
    try {
      const response = await open(transport, request, attempt.signal)
      watch.headers()
      if (isResponse(response.source))
        about.isOwnServer ||= isOwnServer(response.source.url, options.endpoint)
      reader = createReader(response)
      return await pumpSource(response.source, reader, {
        signal: attempt.signal,
        onBytes: () => watch.piece({ output: reader.sawOutput, finished: reader.sawEndAlone }),
      })
    } catch (error) {
      if (signal.aborted) return reader.cancel()
      return reader.fail(attempt.signal.aborted ? attempt.signal.reason : error)
    } finally {
      watch.stop()
      signal.removeEventListener('abort', stop)
    }
  }

  const completion = await read()
  return {
    failure: reader.sawOutput ? undefined : failureOf(completion),
    publish() {
      release()
      return completion
    },
  }
}

/** Is it a server of the page's own origin, asked without a key? An address may be relative. */
function isOwnServer(address: string | undefined, endpoint: EndpointConfig | undefined): boolean {
  const { location } = globalThis as { location?: { href?: string; origin?: string } }
  if (!address || !location?.origin || endpoint?.apiKey) return false
  return parseUrl(address, location.href)?.origin === location.origin
}

/** The result of a transport as a response. A transport may return the source alone. */
export function asResponse(given: CompletionSource | TransportResponse): TransportResponse {
  return typeof given === 'object' && 'source' in given ? (given as TransportResponse) : { source: given }
}

async function open(
  transport: ChatTransport,
  request: TransportRequest,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const opening = transport.send(request, { signal }).then(asResponse)
  // An answer may come after everybody stopped waiting. Its source is then released.
  const letGo = ({ source }: TransportResponse): unknown => signal.aborted && readItems(source, signal).next()
  opening.then(letGo).catch(() => {})
  return raceAbort(opening, signal)
}

function failureOf({ outcome, error }: Completion): ChatErrorData | undefined {
  if (outcome !== 'incomplete') return error
  return {
    kind: 'network_or_cors',
    code: 'ended_early',
    message: 'The server ended its answer before the first word of it.',
  }
}
