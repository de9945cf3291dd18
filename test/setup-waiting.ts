import { vi } from 'vitest'

/**
 * How long a test waits for a state, in ms. Only what hangs should meet it: the second that is the default is too short for a
 * machine with other work.
 */
export const PATIENCE = 60_000

const waitFor = vi.waitFor.bind(vi)
vi.waitFor = (check, limit = PATIENCE) => waitFor(check, limit)

const stopClock = vi.useFakeTimers.bind(vi)
/** A wait that another file left behind moves a clock that is stopped, so such a file is kept apart from the others. */
vi.useFakeTimers = (...config) => {
  if (import.meta.env['ANTIPHON_SHARES_WORKER'])
    throw new Error('This file stops the clock beside others that wait. Add it to `apart` in test/projects.')
  return stopClock(...config)
}
