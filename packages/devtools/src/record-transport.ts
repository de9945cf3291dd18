import { parseUrl, compact, copyJson, isRecord, safeStringify } from '@antiphon/base'
import {
  type CompletionSource,
  type ChatTransport,
  type TransportRequest,
  type TransportResponse,
  isChatError,
  type RequestNote,
} from '@antiphon/core'
import { type ErrorContext, toChatErrorData } from '@antiphon/core/errors'
import { asResponse, isResponse, openItems, toPiece } from '@antiphon/core/wire'
import type { AnswerOccasion } from '@antiphon/core/provider'
import { answerSettings } from './read-wire.js'
import type { ExchangeWriter, Recorder } from './recorder.js'
import type { WireEnding, WireReading } from './types.js'

interface TeeOptions {
  /** Each piece as it is read, a chunk that came as an object as the event of the wire. Must not change it. */
  onPiece(piece: Uint8Array): void
  /** The source has ended. */
  onEnd(): void
  onError(error: unknown): void
  /** The reader let go of the source before its end. */
  onCancel(): void
}

/**
 * A source that passes on the items of `source` at the pace of its reader and reports each one. It never reads ahead, and
 * passes on an abort and a release.
 */
function teeSource(source: CompletionSource, options: TeeOptions): CompletionSource {
  if (isResponse(source)) return teeResponse(source, options)
  return teeItems(source, options)
}

function teeResponse(response: Response, options: TeeOptions): Response {
  const { body, status, statusText, headers, url } = response
  if (!body || status < 200) {
    options.onEnd()
    return response
  }
  const copy = new Response(teeStream(body, options), { status, statusText, headers })
  // Words about failures name the host.
  Object.defineProperty(copy, 'url', { value: url })
  return copy
}

function teeStream(stream: ReadableStream<Uint8Array>, options: TeeOptions): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            options.onEnd()
            controller.close()
          } else {
            options.onPiece(value)
            controller.enqueue(value)
          }
        } catch (error) {
          options.onError(error)
          controller.error(error)
        }
      },
      cancel(reason) {
        options.onCancel()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

function teeItems(source: CompletionSource, options: TeeOptions): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const { next, release } = openItems(source)
      return {
        async next() {
          try {
            const result = await next()
            if (result.done) options.onEnd()
            else options.onPiece(bytesOf(result.value))
            return result as IteratorResult<Uint8Array>
          } catch (error) {
            options.onError(error)
            throw error
          }
        },
        // Not a generator: its `return` would wait for a read that hangs.
        async return() {
          options.onCancel()
          release()
          return { done: true, value: undefined }
        },
      }
    },
  }
}

/** A chunk that came as an object is kept as the event that a server would have sent. The reader refuses other values itself. */
function bytesOf(item: unknown): Uint8Array {
  const piece = toPiece(item) ?? (isRecord(item) ? `data: ${safeStringify(copyJson(item))}\n\n` : '')
  return typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
}

/** The answer that is recorded, and the clock. */
export interface RecordOptions extends Partial<AnswerOccasion> {
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
}

/** State shared by the attempts at one answer. */
interface Answer {
  id?: string
  attempts: number
  startedAt: number
  retries: number
  healed: NonNullable<RequestNote['healed']>
  last?: ExchangeWriter
}

/**
 * A transport that works like `transport` and records what it sends and receives. Bytes pass unchanged at the pace of their
 * reader. Keys and other secrets are not recorded.
 */
export function recordTransport(
  transport: ChatTransport,
  recorder: Recorder,
  options: RecordOptions = {},
): ChatTransport {
  const { now = Date.now, messageId, signal: stopped } = options
  const answers = new WeakMap<TransportRequest, Answer>()

  return {
    ...transport,
    async send(request, { signal, onRequest }) {
      const answer = answers.get(request) ?? { attempts: 0, startedAt: now(), retries: 0, healed: [] }
      answers.set(request, answer)
      const about: ErrorContext = { host: transport.host, model: request.model, now }
      const writer = recorder.begin({
        attempt: ++answer.attempts,
        messageId,
        answerId: answer.id,
        // Headers of one request are often secret, and nothing reads them again.
        question: compact({ ...request, headers: undefined }),
        reading: { errorContext: compact({ host: transport.host, model: request.model }) },
      })
      answer.id ??= writer.id
      answer.last = writer

      /** An abort comes from the user's stop, a deadline, or a reader that has everything. */
      const endOf = (error: unknown): WireEnding => {
        const reason: unknown = signal.aborted ? signal.reason : error
        if (stopped?.aborted && !isChatError(reason)) return { how: 'stopped' }
        if (signal.aborted && !isChatError(reason)) return { how: stopped ? 'ended' : 'stopped' }
        return { how: 'failed', error: toChatErrorData(reason, about) }
      }
      const onAbort = (): void => writer.end(endOf(signal.reason))
      signal.addEventListener('abort', onAbort)
      const over = (ending: WireEnding): void => {
        signal.removeEventListener('abort', onAbort)
        writer.end(ending)
      }

      try {
        const sending = transport.send(request, {
          signal,
          onRequest(sent) {
            const { method, url, headers, body, adjustments } = sent
            writer.sent({ method, url, headers, body })
            writer.describe({ adjustments })
            onRequest?.(sent)
          },
        })
        const response = asResponse(await sending)
        const { source, adjustments } = response
        writer.describe({ reading: readingOf(response, request, answer, about), adjustments })
        if (isResponse(source)) {
          const { status, statusText, headers, url } = source
          Object.assign(about, compact({ status, statusText, headers }))
          const host = parseUrl(url)?.host
          if (host !== undefined) about.host = host
          writer.responded({ status, statusText, headers })
        }
        return {
          ...response,
          source: teeSource(source, {
            onPiece: (piece) => writer.bytes(piece),
            onEnd: () => over({ how: 'ended' }),
            onError: (error) => over(endOf(error)),
            onCancel: () => over(signal.aborted ? endOf(signal.reason) : { how: 'ended' }),
          }),
        }
      } catch (error) {
        over(endOf(error))
        throw error
      }
    },
    ...(transport.recover &&
      ({
        recover(error, request, attempt) {
          const recovery = transport.recover!(error, request, attempt)
          const answer = answers.get(request)
          if (!recovery || !answer) return recovery
          const { healed, delayMs } = recovery
          if (healed) answer.healed.push({ field: healed.field, change: healed.change, said: healed.said })
          else answer.retries++
          answer.last?.recovered(
            compact({ error, delayMs, healed: healed && { field: healed.field, change: healed.change } }),
          )
          return recovery
        },
      } satisfies Pick<ChatTransport, 'recover'>)),
  }
}

/** As the chat reads it: see `requestCompletion` and its attempts. */
function readingOf(
  response: TransportResponse,
  { model }: TransportRequest,
  { startedAt, healed, retries }: Answer,
  about: ErrorContext,
): WireReading {
  const { provider, adjustments } = response
  const request = compact<RequestNote>({
    profile: provider,
    healed: healed.length > 0 ? [...healed] : undefined,
    retries: retries || undefined,
    adjustments: adjustments?.length ? adjustments : undefined,
  })
  return compact<WireReading>({
    ...answerSettings(response),
    errorContext: compact({ host: about.host, model }),
    origin: {
      ...compact({
        // Two servers with the generic profile may be different providers.
        provider: provider === 'generic' ? undefined : provider,
        model,
        request: Object.keys(request).length > 0 ? request : undefined,
      }),
      startedAt,
    },
  })
}
