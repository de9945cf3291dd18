import { exclude, nodeConditions, sharesWorker } from './shared.js'

/**
 * Test files share a worker and what it has loaded: loading all of it again for each would take as long as the tests. Those
 * set `apart` share a worker too, and load the packages again (test/setup-apart.ts): they count work, replace a module, hold what
 * happens before something is loaded, or stop the clock.
 */
const apart = [
  'packages/core/src/{partial-json/partial-json,wire/sse-parser,wire/flat-cost}.test.ts',
  'packages/core/src/chat/time-limits.test.ts',
  'packages/core/src/errors/{chat-error,describe-body}.test.ts',
  'packages/core/src/tools/{read-json-schema,run-call}.test.ts',
  'packages/core/src/tree/scheduler.test.ts',
  'packages/core/src/wire/accumulate/{create-accumulator,tool-call-repairs,tool-calls}.test.ts',
  'packages/core/src/chat/{load-failure,tool-loop}.test.ts',
  'packages/mcp/src/silence.test.ts',
  'packages/server/src/runs/log-writer.test.ts',
  'test/contract/text-channels.test.ts',
  'test/integration/{mcp-{elicitation,hostile},connection/{chat,deadlines,retries,stopping},proxy/slow-bodies}.test.ts',
  'test/replay/faults.test.ts',
]
/**
 * Each has a worker to itself. zod asks once whether code may be made of text, and is not loaded again; and memory is measured
 * faster where little else is loaded.
 */
const alone = ['packages/core/src/tools/no-eval.test.ts', 'test/integration/connection/limits.test.ts']

/** The client of S3 has modules for bundlers that Node cannot load, and Node is told these conditions too. */
const withoutBundler = nodeConditions.filter((condition) => condition !== 'module')
const files = ['test/integration/chat-server/files.test.ts']

const core = {
  extends: true as const,
  resolve: { conditions: nodeConditions },
  ssr: { resolve: { conditions: nodeConditions } },
  test: {
    name: 'core',
    environment: 'node',
    globalSetup: ['test/support/builds-folder.ts'],
    setupFiles: ['test/setup-waiting.ts', 'test/setup-property.ts'],
    isolate: false,
    env: sharesWorker,
    include: [
      'packages/!(react|shell|ui)/src/**/*.test.ts',
      'apps/{demo,workbench}/src/**/*.test.ts',
      'test/{replay,property,contract,boundaries,bundle,integration,docs,support}/**/*.test.ts',
    ],
    exclude: [...exclude, ...apart, ...alone, ...files, 'packages/mcp/src/apps/*.test.ts'],
  },
}

export const node = [
  core,
  {
    ...core,
    test: {
      ...core.test,
      name: 'core-apart',
      setupFiles: ['test/setup-apart.ts', ...core.test.setupFiles],
      env: {},
      include: apart,
      exclude,
    },
  },
  {
    ...core,
    test: { ...core.test, name: 'core-alone', isolate: true, env: {}, include: alone, exclude },
  },
  {
    ...core,
    resolve: { conditions: withoutBundler },
    ssr: { resolve: { conditions: withoutBundler } },
    test: { ...core.test, name: 'core-s3', include: files, exclude },
  },
]
