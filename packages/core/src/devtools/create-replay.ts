import { createListeners, type Unsubscribe } from '../store/listeners.js'
import { frameScheduler, type Scheduler } from '../store/scheduler.js'
import type { Timeline } from './timeline-types.js'

export interface ReplayState {
  /** Bytes that have arrived. */
  byte: number
  isPlaying: boolean
  /** 1 is as it came. */
  speed: number
}

export interface ReplayOptions {
  /** Ms, of any beginning. Default: `Date.now`. */
  now?: () => number
  /** The pace of the steps while it plays. Default: one per frame. */
  scheduler?: Scheduler
  /** Longest silence that is waited for, in ms of the recording. Default 2,000. */
  maxGapMs?: number
}

/** Plays an exchange that was recorded. Every position is a number of bytes, so each one can be gone back to exactly. */
export interface Replay {
  getState(): ReplayState
  subscribe(listener: () => void): Unsubscribe
  /** From where it stands, or from the beginning when it stands at the end. */
  play(): void
  pause(): void
  setSpeed(speed: number): void
  /** Goes to a byte; it goes on playing from there when it played. */
  seek(byte: number): void
  /** Goes to the end of the next row, or of the one before. */
  step(rows: 1 | -1): void
  /** The timeline has grown or is another one. One that stood at the end follows it. */
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
