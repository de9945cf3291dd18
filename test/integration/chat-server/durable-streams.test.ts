import { runConformanceTests } from '@durable-streams/server-conformance-tests'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { serveDurableStreams } from './durable-streams.js'

/** The parts of the suite that read. Runs are written by their server alone, so what it says about writing is left out. */
const reading = [
  'Read Operations',
  'Long-Poll Operations',
  'HTTP Protocol',
  'Browser Security Headers',
  'HEAD Metadata',
  'Offset Validation and Resumability',
  'Protocol Edge Cases',
  'Long-Poll Edge Cases',
  'Caching and ETag',
  'Read-Your-Writes Consistency',
  'SSE Mode',
  'JSON Mode',
  'HEAD with Stream Closure',
  'Read Closed Streams (Catch-up)',
  'Long-poll with Stream Closure',
  'SSE with Stream Closure',
  'Immutability Properties',
  'Offset Validation Properties',
]
/** Tests of these parts that write, send bytes, or ask before they read. */
const others =
  /\b(?:PUT|POST|DELETE|seq|sequence|content-type mismatch|binary|base64|preflight|CRLF|LF-only|carriage return only|text\/plain)\b|invalid JSON|empty JSON arrays|missing Content-Type/

describe('the read path, by the conformance suite of Durable Streams', () => {
  const options = { baseUrl: '', longPollTimeoutMs: 20_000 }
  let close = async (): Promise<void> => {}
  beforeAll(async () => {
    const served = await serveDurableStreams()
    options.baseUrl = served.url
    close = served.close
  })
  afterAll(() => close())
  beforeEach(({ task, skip }) =>
    skip(!reading.includes(task.suite?.name ?? '') || others.test(task.name), 'about writing, or bytes'),
  )
  runConformanceTests(options)
})
