import type { ChatTransport, TransportResponse } from '../connection/connection-types.js'
import { wait } from '../connection/wait.js'
import { ChatError } from '../errors/chat-error.js'
import type { StreamPiece } from '../sse/create-stream-decoder.js'
import type { WireExchange } from './exchange-types.js'

export interface ReplayTransportOptions {
  /** 1 is as it came, 0 without waiting. Default 1. */
  speed?: number
  /** Waits; rejects when the signal is aborted. Default: a timer. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Answers with recorded exchanges, one after the other, in the pieces and at the pace they came in. What failed fails
 * again, so attempts follow each other as they did. For a chat that is to live through a recording once more.
 */
export function replayTransport(
  exchanges: readonly WireExchange[],
  { speed = 1, sleep = wait }: ReplayTransportOptions = {},
): ChatTransport {
  let next = 0
  const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (speed > 0 && ms > 0) await sleep(ms / speed, signal)
  }
  return {
    host: exchanges[0]?.reading.errorContext?.host,
    async send(_request, { signal }) {
      const exchange = exchanges[next]
      if (!exchange) {
        throw new ChatError({
          kind: 'invalid_request',
          message: `The recording is over: it holds ${exchanges.length} exchanges, and this is request number ${next + 1}.`,
        })
      }
      next++
      const { response, reading, end } = exchange
      if (!response && end?.how === 'failed' && exchange.body.length === 0) {
        await pause(end.at, signal)
        throw new ChatError(end.error)
      }
      await pause(response?.at ?? 0, signal)
      const { thinkTags, sendsFinishReason, origin } = reading
      const answer: TransportResponse = { source: sourceOf(exchange, pause, signal) }
      if (thinkTags !== undefined) answer.thinkTags = thinkTags
      if (sendsFinishReason !== undefined) answer.sendsFinishReason = sendsFinishReason
      const provider = origin?.request?.profile ?? origin?.provider
      if (provider !== undefined) answer.provider = provider
      if (exchange.adjustments) answer.adjustments = [...exchange.adjustments]
      return answer
    },
    recover(_error, _request, attempt) {
      const failed = exchanges[next - 1]
      const follows = failed && exchanges[next]?.answerId === failed.answerId && failed.attempt === attempt
      return follows ? { delayMs: speed > 0 ? (failed.recovery?.delayMs ?? 0) / speed : 0 } : undefined
    },
  }
}

type Pause = (ms: number, signal: AbortSignal) => Promise<void>

function sourceOf(exchange: WireExchange, pause: Pause, signal: AbortSignal): TransportResponse['source'] {
  const { response } = exchange
  if (!response) return piecesOf(exchange, pause, signal)
  const { status, statusText, headers } = response
  const pieces = piecesOf(exchange, pause, signal)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value as Uint8Array)
      },
      cancel: async () => void (await pieces.return()),
    },
    { highWaterMark: 0 },
  )
  return new Response(status === 204 || status === 205 || status === 304 ? null : body, {
    status,
    statusText,
    headers,
  })
}

async function* piecesOf(
  { body, response, end }: WireExchange,
  pause: Pause,
  signal: AbortSignal,
): AsyncGenerator<StreamPiece, void, void> {
  let at = response?.at ?? 0
  for (const piece of body.pieces) {
    await pause(piece.at - at, signal)
    at = piece.at
    yield body.slice(piece.start, piece.end)
  }
  if (!end) return
  await pause(end.at - at, signal)
  if (end.how === 'failed') throw new ChatError(end.error)
}
