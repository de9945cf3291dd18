/** The longest time that a timer takes. The client must not give up while a person thinks. */
export const NO_TIMEOUT = 2_147_483_647
/** As the SDK has it. */
const DEFAULT_MS = 60_000

/** Ends a call whose server is silent. The clock begins anew with each sign of life, and rests while a person is asked. */
export interface SilenceClock {
  signal: AbortSignal
  restart(): void
  /** Rests until `work` has ended. */
  during<T>(work: () => Promise<T>): Promise<T>
  end(): void
}

export function createSilenceClock(ms = DEFAULT_MS): SilenceClock {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let resting = 0
  const restart = (): void => {
    clearTimeout(timer)
    if (resting > 0) return
    const fail = (): void => controller.abort(new Error(`Request timed out: no answer for ${ms / 1000} s.`))
    timer = setTimeout(fail, ms)
  }
  restart()
  return {
    signal: controller.signal,
    restart,
    async during(work) {
      resting++
      clearTimeout(timer)
      try {
        return await work()
      } finally {
        resting--
        if (!controller.signal.aborted) restart()
      }
    },
    end() {
      resting = Infinity
      clearTimeout(timer)
    },
  }
}
