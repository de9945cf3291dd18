import { loadThread } from '@antiphon/threads'
import { endLostRun, readLostAnswer, saysNothing, type LostAnswer } from './lost-run.js'
import { eventLine } from './run-events.js'
import type { RunExecutor } from './run-executor.js'
import type { RunsContext } from './run-options.js'
import type { Run } from './types.js'

/** How often a run may begin again: one that ends each process that takes it must not go round for ever. */
const MAX_EPOCH = 3

/** Runs whose process is gone. */
export interface TakeOver {
  /**
   * Takes a run that gave no sign of life: goes on with it where nobody has seen anything of an answer, and ends it otherwise. Does
   * nothing where it gave one, or another process was faster.
   */
  take(seen: Run): Promise<void>
  /** Ends a run that this process has and executes no more. */
  endLost(run: Run, lost?: LostAnswer): Promise<void>
}

export function createTakeOver(
  { store, log, storageOf, owner, now }: RunsContext,
  { execute, end, writerOf }: RunExecutor,
): TakeOver {
  const isUnanswered = async ({ userId, threadId, data: { order, decisions } }: Run): Promise<boolean> => {
    if (!order.message || decisions) return false
    const nodes = (await loadThread(storageOf(userId), threadId))?.nodes ?? []
    return !nodes.some(({ parent, removed }) => parent === order.message?.id && !removed)
  }

  const endLost: TakeOver['endLost'] = async (run, lost) => {
    const writer = writerOf(run)
    const { outcome, sent } = await endLostRun(
      run,
      lost ?? (await readLostAnswer(log, run)),
      storageOf(run.userId),
      now,
      (node) => writer.write(eventLine({ antiphon: 'message', node })),
    )
    await end(run, writer, { outcome: run.data.isStopped ? 'stopped' : outcome, isSaved: true, sent })
  }

  return {
    endLost,
    async take(seen) {
      const taken = await store.change(seen, (at) =>
        at.status === 'running' && at.epoch === seen.epoch && at.beat === seen.beat
          ? { ...at, owner, epoch: at.epoch + 1, beat: 0 }
          : undefined,
      )
      if (!taken) return
      const lost = await readLostAnswer(log, taken)
      const isUnseen = lost.chunks.every(saysNothing) && taken.epoch <= MAX_EPOCH && !taken.data.isStopped
      if (isUnseen && (await isUnanswered(taken))) execute(taken, { id: taken.userId })
      else await endLost(taken, lost)
    },
  }
}
