// `pnpm test:mutation pairing accumulate`: changes one thing after the other in these folders of packages/core/src, runs the tests of
// the folder, and lists each change that no test noticed. A file of such a folder (`pairing/turn-state.ts`) does as well; nothing
// named: all folders. See docs/mutation.md.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { root } from '../../scripts/pnpm.mjs'

const all = ['accumulate', 'pairing', 'store', 'chat', 'tools']
const named = process.argv.slice(2)
const chosen = named.length > 0 ? named : all

for (const name of chosen) {
  if (existsSync(join(root, 'packages/core/src', name))) continue
  console.error(`There is no packages/core/src/${name}. Name folders or files of it: ${all.join(', ')}.`)
  process.exit(1)
}

process.chdir(root)
process.env.ANTIPHON_ROOMS = [...new Set(chosen.map((name) => name.split('/')[0]))].join(',')
const results = await new Stryker({
  mutate: [
    ...chosen.map((name) => `packages/core/src/${name}${name.endsWith('.ts') ? '' : '/**/*.ts'}`),
    '!**/*.test.ts',
  ],
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
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: 'node_modules/.cache/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  timeoutMS: 10_000,
  timeoutFactor: 2,
  checkers: [],
}).runMutationTest()
console.log(`${results.length} changes tried`)
