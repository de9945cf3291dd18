import { type ChatErrorData, type ChatErrorKind, ChatError } from '../../errors/chat-error.js'
import { raceAbort } from '../../lib/abort.js'
import { compact } from '../../lib/json.js'
import type { RequestNote } from '../../message/types.js'
import type { Completion, CompletionEvent } from '../../wire/accumulate/types.js'
import {
  createCompletionReader,
  pumpSource,
  type CompletionReader,
  type CompletionSource,
} from '../../wire/pipeline.js'
import { readItems } from '../../wire/read-stream.js'
import type { RetryPolicy } from '../request/types.js'
import { watchDeadlines } from './deadlines.js'
import type { RequestCompletionOptions } from './request-completion.js'
import type { ChatTransport, TransportRequest, TransportResponse } from './types.js'

const STATUSES = [408, 409, 429, 498]
/** What another try cannot change, whatever the status: a gateway may wrap a refusal in a 500. */
const HOPELESS: readonly ChatErrorKind[] = [
  'auth',
  'billing',
  'content_filter',
  'context_overflow',
  'not_found',
  'unsupported_field',
]
/** Words for a passing fault where no status tells: an error inside a 200, a finish reason (docs/wire 2.6, 2.9). */
const PASSING_KINDS: readonly ChatErrorKind[] = ['network_or_cors', 'overloaded', 'rate_limit']
const PASSING_WORDS =
  /^(?:aborted|network_error|(?:internal_)?server_error|internal_error|api_error|ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/i

/** May the same request be sent once more? Only asked before any output (docs/wire 3.2). */
export function mayRetry({ kind, status, code = '', type = '' }: ChatErrorData): boolean {
  if (HOPELESS.includes(kind)) return false
  if (status !== undefined && status >= 300) return STATUSES.includes(status) || status >= 500
  return PASSING_KINDS.includes(kind) || PASSING_WORDS.test(code) || PASSING_WORDS.test(type)
}

/**
 * Ms before retry number `retry` (from 1), or undefined to give up: as long as the server asks, else 0.5 s doubling to
 * 8 s, less up to a quarter by chance, so that many clients do not come back in one moment.
 */
export function retryDelay(
  error: ChatErrorData,
  retry: number,
  { retries = 2, maxDelay = 60_000 }: RetryPolicy = {},
  random: () => number = Math.random,
): number | undefined {
  if (retry > retries || !mayRetry(error)) return undefined
  const asked = error.retryAfterMs
  if (asked) return asked <= maxDelay ? asked : undefined
  return Math.round(Math.min(8000, 500 * 2 ** (retry - 1)) * (1 - random() / 4))
}

export interface AttemptOptions extends RequestCompletionOptions {
  signal: AbortSignal
  now(): number
  /** Epoch ms at which the first attempt began. */
  startedAt: number
  /** What happened before this attempt. */
  note: RequestNote
}

export interface Attempt {
  /** Why it failed, when nothing of an answer has been seen: only then may another attempt follow. */
  failure?: ChatErrorData
  /** Makes this attempt the last one: passes on what was held back. */
  publish(): Completion
}

/** Sends a request once and reads the answer, within the deadlines of the transport. Never rejects. */
export async function runAttempt(
  transport: ChatTransport,
  request: TransportRequest,
  options: AttemptOptions,
): Promise<Attempt> {
  const { signal, now, onEvent } = options
  const about = { host: transport.host, model: request.model, now, redact: transport.redact }
  const attempt = new AbortController()
  const stop = (): void => attempt.abort()
  const held: CompletionEvent[] = []
  let reader = createReader()
  let isLast = false
  let finished = false
  let finishesEarly = false

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
      errorContext: about,
      origin: {
        // The generic profile says of no two servers that they are the same.
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
    // Some servers write a finish reason into every chunk; then it is no sign of the end.
    if (finished && event.type.endsWith('_delta')) finishesEarly = true
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
      reader = createReader(response)
      return await pumpSource(response.source, reader, {
        signal: attempt.signal,
        onBytes() {
          finished = reader.sawFinish
          watch.piece({ output: reader.sawOutput, finished: finished && !finishesEarly })
        },
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

/** What a transport gave, as a response. It may have given the source alone. */
export function asResponse(given: CompletionSource | TransportResponse): TransportResponse {
  return typeof given === 'object' && 'source' in given ? (given as TransportResponse) : { source: given }
}

async function open(
  transport: ChatTransport,
  request: TransportRequest,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const opening = transport.send(request, { signal }).then(asResponse)
  // An answer that comes when nobody waits any more is let go.
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
