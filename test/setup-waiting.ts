import { vi } from 'vitest'

/**
 * How long a test waits for a state, in ms. Only what hangs should meet it: the second that is the default is too short for a
 * machine with other work.
 */
export const PATIENCE = 60_000

const waitFor = vi.waitFor.bind(vi)
vi.waitFor = (check, limit = PATIENCE) => waitFor(check, limit)
