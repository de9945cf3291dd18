// `pnpm test:mutation pairing accumulate`: changes one thing after the other in these folders of packages/core/src, runs the tests of
// the folder, and lists each change that no test noticed. Without folders: all of `rooms`. See docs/mutation.md.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { root } from '../../scripts/pnpm.mjs'

const all = ['accumulate', 'pairing', 'store', 'chat', 'tools']
const chosen = process.argv.slice(2)
const rooms = chosen.length > 0 ? chosen : all

for (const room of rooms) {
  if (existsSync(join(root, 'packages/core/src', room))) continue
  console.error(`There is no folder packages/core/src/${room}. Name one of: ${all.join(', ')}.`)
  process.exit(1)
}

process.chdir(root)
process.env.ANTIPHON_ROOMS = rooms.join(',')
const results = await new Stryker({
  mutate: rooms.flatMap((room) => [
    `packages/core/src/${room}/**/*.ts`,
    `!packages/core/src/${room}/**/*.test.ts`,
  ]),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Only what the tests of core read is copied.
  ignorePatterns: [
    '**',
    '!packages/core/package.json',
    '!packages/core/src/**',
    '!test/{property,mutation,fixtures,support}/**',
    '!test/setup-*.ts',
    '!package.json',
  ],
  // TypeScript 7 has not the interface that rewriting this file needs.
  tsconfigFile: 'none.json',
  // Not below node_modules, where Vite takes nothing for a source.
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'node_modules/.cache/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  timeoutMS: 20_000,
  timeoutFactor: 3,
  checkers: [],
}).runMutationTest()
console.log(`${results.length} changes tried`)
