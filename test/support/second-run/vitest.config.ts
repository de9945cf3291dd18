import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { secondRunReporter } from '../second-run-reporter.js'

/** A run of one test that passes the second time, for the test of the reporter. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../../../node_modules/.cache/second-run'),
  test: {
    include: ['*.fixture.ts'],
    retry: 1,
    reporters: [
      secondRunReporter({
        known: join(import.meta.dirname, process.env['KNOWN']!),
        limit: Number(process.env['LIMIT']),
      }),
    ],
  },
})
