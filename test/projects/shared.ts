import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults } from 'vitest/config'

export const root = join(import.meta.dirname, '../..')

/** Other people's recordings and corpora, which stay where they are. */
export const shared = process.env['ANTIPHON_SHARED'] ?? join(root, '../shared')

/** `npm run test:hunt` sets this: tests do their long amounts (test/support/amount.ts), and files named `*.hunt.test.*` run. */
export const isHunt = Boolean(process.env['ANTIPHON_HUNT'])

export const exclude = [...configDefaults.exclude, ...(isHunt ? [] : ['**/*.hunt.test.{ts,tsx}'])]

/** Projects named with `--project`; none means all. */
const named = process.argv.flatMap((word, i, all) =>
  word === '--project' ? [all[i + 1]] : word.startsWith('--project=') ? [word.slice(10)] : [],
)

/** Whether this run may need a project: the others must not ask for its browser. */
export const isWanted = (project: string): boolean => named.length === 0 || named.includes(project)

/** The sources of the packages, in a page and in Node; and the packages as their users get them, built. */
export const conditions = ['antiphon-source', 'module', 'browser', 'development|production']
export const builtConditions = ['module', 'node', 'development|production']
export const nodeConditions = ['antiphon-source', ...builtConditions]

/** Tells test/setup-waiting.ts that the clock may not be stopped. */
export const sharesWorker = { ANTIPHON_SHARES_WORKER: '1' }

/**
 * Two at least: with one worker, which Vitest takes on two cores, a core has nothing to do while a test waits or a worker
 * starts.
 */
export const workers = Math.max(2, availableParallelism() - 1)
