import { isLimit, MAX_TIMER, startLimit } from '@antiphon/base'

/** The time limit for a client. A client gives it to a timer unread, so no limit is the longest one. */
export function clientLimit(timeout: number | undefined): { timeout?: number } {
  return timeout === undefined ? {} : { timeout: isLimit(timeout) ? timeout : MAX_TIMER }
}

/** As the SDK has it. */
const DEFAULT_MS = 60_000

/** Ends a call whose server is silent. The clock restarts with each sign of life, and rests while a person is asked. */
export interface SilenceClock {
  signal: AbortSignal
  restart(): void
  /** Rests until `work` has ended. */
  during<T>(work: () => Promise<T>): Promise<T>
  end(): void
}

export function createSilenceClock(ms = DEFAULT_MS): SilenceClock {
  const controller = new AbortController()
  let cancel = (): void => {}
  let resting = 0
  const restart = (): void => {
    cancel()
    if (resting > 0) return
    const fail = (): void => controller.abort(new Error(`Request timed out: no answer for ${ms / 1000} s.`))
    cancel = startLimit(ms, fail)
  }
  restart()
  return {
    signal: controller.signal,
    restart,
    async during(work) {
      resting++
      cancel()
      try {
        return await work()
      } finally {
        resting--
        if (!controller.signal.aborted) restart()
      }
    },
    end() {
      resting = Infinity
      cancel()
    },
  }
}
