import { createMemoryDatabase, createMemoryStorage } from '@antiphon/threads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLockTable, createTabHub, openPage } from './threads/scripted-page.js'
import { newModel, threadCommands } from './threads/thread-model.js'

/** 1,000 sequences with `ANTIPHON_RUNS=700` here and `=300` in the browser; few and always the same ones otherwise. */
const runs = Number(process.env['ANTIPHON_RUNS'] ?? 60)

describe('threads that are stored', () => {
  it('R30: in memory they equal a simple model under any sequence of questions, deltas, edits, branches, deletions, reloads and switches', async () => {
    const property = fc.asyncProperty(threadCommands(50), async (commands) => {
      const database = createMemoryDatabase()
      const channel = createTabHub()
      const locks = createLockTable()
      const connect = () => createMemoryStorage({ database, channel })
      await fc.asyncModelRun(
        () => ({
          model: newModel(),
          real: { connect, locks, page: openPage(connect(), locks, { keep: 2 }), expect },
        }),
        commands,
      )
    })
    await fc.assert(property, { numRuns: runs, seed: 30 })
  }, 600_000)
})
