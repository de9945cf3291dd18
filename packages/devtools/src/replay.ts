import { type ChatTransport, type TransportResponse, ChatError } from '@antiphon/core'
import { frameScheduler, type Scheduler } from '@antiphon/core/binding'
import { createListeners, wait } from '@antiphon/base'
import type { StreamPiece } from '@antiphon/core/wire'
import { missingReader } from './open-reader.js'
import { answerSettings } from './read-wire.js'
import type { Timeline, WireExchange } from './types.js'

/** Where a replay is, and whether it moves. */
export interface ReplayState {
  /** Bytes that have arrived. */
  byte: number
  isPlaying: boolean
  /** 1 is the recorded speed. */
  speed: number
}

/** The clock of a replay, and how long a silence lasts at most. */
export interface ReplayOptions {
  /** A clock in ms with any zero. Default: `Date.now`. */
  now?: () => number
  /** The pace of the steps while it plays. Default: one per frame. */
  scheduler?: Scheduler
  /** Longest silence that is waited for, in ms of the recording. Default 2,000. */
  maxGapMs?: number
}

/** Plays a recorded exchange. A position is a number of bytes, so it can be reached again exactly. */
export interface Replay {
  getState(): ReplayState
  subscribe(listener: () => void): () => void
  /** Plays from the present position, or from the beginning when it is at the end. */
  play(): void
  pause(): void
  setSpeed(speed: number): void
  /** Goes to a byte; it goes on playing from there when it played. */
  seek(byte: number): void
  /** Goes to the end of the next row, or of the one before. */
  step(rows: 1 | -1): void
  /** Sets a grown or another timeline. A replay at the end follows it. */
  follow(timeline: Timeline): void
  /** Stops for good. */
  close(): void
}

export function createReplay(first: Timeline, options: ReplayOptions = {}): Replay {
  const { now = Date.now, scheduler = frameScheduler, maxGapMs = 2_000 } = options
  const listeners = createListeners()
  let timeline = first
  let length = first.length
  let state: ReplayState = { byte: first.length, isPlaying: false, speed: 1 }
  let cancel: (() => void) | undefined
  /** Time in the recording, and on the clock when it was read last. */
  let at = 0
  let seenAt = 0

  function set(change: Partial<ReplayState>): void {
    const next = { ...state, ...change }
    if (next.byte === state.byte && next.isPlaying === state.isPlaying && next.speed === state.speed) return
    state = next
    listeners.notify()
  }

  function schedule(): void {
    cancel?.()
    cancel = scheduler.schedule(tick)
  }

  function tick(): void {
    if (!state.isPlaying) return
    const time = now()
    at += Math.max(0, time - seenAt) * state.speed
    seenAt = time
    const next = timeline.timeAt(state.byte + 1)
    // Nobody wants to sit through a minute of silence again.
    if (state.byte < length && next - at > maxGapMs) at = next - maxGapMs
    const byte = Math.max(state.byte, timeline.bytesAt(at))
    const isOver = byte >= length
    set({ byte, isPlaying: !isOver })
    if (!isOver) schedule()
  }

  function goTo(byte: number): void {
    const target = Math.min(length, Math.max(0, Math.round(byte)))
    at = target === 0 ? 0 : timeline.timeAt(target)
    seenAt = now()
    set({ byte: target })
  }

  return {
    getState: () => state,
    subscribe: listeners.add,
    play() {
      if (state.isPlaying || length === 0) return
      goTo(state.byte >= length ? 0 : state.byte)
      set({ isPlaying: true })
      schedule()
    },
    pause() {
      cancel?.()
      set({ isPlaying: false })
    },
    setSpeed: (speed) => set({ speed }),
    seek: goTo,
    step(rows) {
      cancel?.()
      set({ isPlaying: false })
      const whole = timeline.rowBefore(state.byte)
      const end = timeline.rows[whole]?.end ?? 0
      // Inside a row, a step back goes to its beginning.
      const target = rows > 0 ? whole + 1 : end < state.byte ? whole : whole - 1
      goTo(target < 0 ? 0 : (timeline.rows[target]?.end ?? length))
    },
    follow(next) {
      const wasAtEnd = state.byte >= length
      const isOther = next !== timeline
      timeline = next
      length = next.length
      if (isOther) {
        cancel?.()
        set({ isPlaying: false, byte: length })
      } else if (state.byte > length || (wasAtEnd && !state.isPlaying)) goTo(length)
    },
    close: () => cancel?.(),
  }
}

/** The pace at which recorded answers come again. */
export interface ReplayTransportOptions {
  /** 1 is as it came, 0 without waiting. Default 1. */
  speed?: number
  /** Waits; rejects when the signal is aborted. Default: a timer. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * A transport that answers with recorded exchanges, one after the other, in the recorded pieces and at the recorded pace.
 * Failures fail again, so attempts repeat too. Use it to run a chat through a recording.
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
      const missing = missingReader(reading)
      if (missing) throw missing
      await pause(response?.at ?? 0, signal)
      const { origin } = reading
      const source = sourceOf(exchange, pause, signal)
      const answer: TransportResponse = { source, ...answerSettings(reading) }
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
