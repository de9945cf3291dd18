import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { browser } from './test/projects/browser.js'
import { e2e } from './test/projects/e2e.js'
import { jsdom } from './test/projects/jsdom.js'
import { node } from './test/projects/node.js'
import { isHunt, workers } from './test/projects/shared.js'
import { LongFirst } from './test/support/long-first.js'

export default defineConfig({
  plugins: [react()],
  test: {
    // A limit for what hangs; a slow machine is not a failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: workers,
    sequence: { sequencer: LongFirst },
    tags: [
      { name: 'hunt', description: 'Runs in `npm run test:hunt` only, as files named *.hunt.test.* do.' },
    ],
    ...(isHunt ? {} : { tagsFilter: ['!hunt'] }),
    projects: [...node, ...jsdom, ...browser, ...e2e],
  },
})
