import { createMemoryDatabase, createMemoryStorage } from '@antiphon/threads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLockTable, createTabHub, openPage } from './threads/scripted-page.js'
import { newModel, threadCommands } from './threads/thread-model.js'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

const runs = amount(15, 700)

describe('threads that are stored', () => {
  it('R30: in memory they equal a simple model under any sequence of questions, deltas, edits, branches, moves, deletions, reloads and switches', async () => {
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
    await assertProperty(property, { numRuns: runs, seed: 30 })
  }, 600_000)
})
