import { join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const core = resolve(import.meta.dirname, '../../packages/core/src')
const rooms = process.env['ANTIPHON_ROOMS']!.split(',')

/** Property tests that a room has beside its own folder. */
const properties: Record<string, string[]> = {
  pairing: ['tool-calls'],
  wire: ['stream', 'tool-calls'],
  tree: ['store'],
  chat: ['tool-loop'],
}

/** The quick files first: most changes are noticed there, and the first that notices ends the run. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): number => Number(moduleId.includes('.property.'))
    return files.toSorted((a, b) => isSlow(a) - isSlow(b))
  }
}

/** The tests that have to notice each change of a room: its own, and the properties about it. See run.mjs. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  resolve: {
    // The packages of the workspace are linked to the sources as they are; what is mutated is a copy.
    alias: [
      { find: '@antiphon/base', replacement: resolve(core, '../../base/src/index.ts') },
      { find: /^@antiphon\/core\/(calls|keeper|message|wire)$/, replacement: join(core, '$1.ts') },
      { find: /^@antiphon\/core\/(.+)$/, replacement: join(core, '$1/index.ts') },
      { find: '@antiphon/core', replacement: join(core, 'index.ts') },
    ],
  },
  test: {
    testTimeout: 60_000,
    sequence: { sequencer: QuickFirst },
    setupFiles: ['test/setup-waiting.ts', 'test/setup-property.ts', 'test/mutation/try-changes.ts'],
    execArgv: ['--max-old-space-size=1500'],
    maxWorkers: 1,
    fileParallelism: false,
    include: rooms.flatMap((room) => [
      room === 'base' ? 'packages/base/src/**/*.test.ts' : `packages/core/src/${room}/**/*.test.ts`,
      ...(properties[room] ?? []).map((name) => `test/property/${name}.property.test.ts`),
    ]),
  },
})
