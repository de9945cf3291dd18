import type { Completion, CompletionEvent } from '../accumulate/types.js'
import type { ChatErrorData } from '../errors/chat-error-data.js'
import { ChatError } from '../errors/chat-error.js'
import { loadExplainer } from '../errors/explain.js'
import { compact } from '../errors/is-record.js'
import type { RequestNote } from '../message/types.js'
import { createCompletionReader, pumpSource, type CompletionReader } from '../pipeline.js'
import { readPieces } from '../sse/read-pieces.js'
import type { ChatTransport, TransportRequest, TransportResponse } from './connection-types.js'
import { raceAbort } from './race-abort.js'
import type { RequestCompletionOptions } from './request-completion.js'
import { watchDeadlines } from './watch-deadlines.js'

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

/** Sends a request once and reads the answer, within the deadlines of the transport (R9). Never rejects. */
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
    else if (reader.failed) void loadExplainer().then(end)
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

async function open(
  transport: ChatTransport,
  request: TransportRequest,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const opening = transport.send(request, { signal }).then((answer): TransportResponse => {
    return typeof answer === 'object' && 'source' in answer ? answer : { source: answer }
  })
  // An answer that comes when nobody waits any more is let go.
  const letGo = ({ source }: TransportResponse): unknown =>
    signal.aborted && readPieces(source, signal).next()
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
