import { afterAll, vi } from 'vitest'
import './support/count-work.js'

// Files of this project share a worker, but none finds what another has loaded, counted, or replaced with `vi.mock`.
vi.resetModules()

afterAll(() => {
  if (vi.isFakeTimers()) throw new Error('This file leaves the clock stopped for the next one in its worker.')
})
