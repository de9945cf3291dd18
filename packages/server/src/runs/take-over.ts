import { loadThread } from '@antiphon/threads'
import { endLostRun, readLostAnswer, saysNothing, type LostAnswer } from './lost-run.js'
import { eventLine } from './run-events.js'
import { lastMessage, storedLines } from './seal-log.js'
import type { RunExecutor } from './run-executor.js'
import type { RunsContext } from './run-options.js'
import type { Run } from './types.js'

/** How often a run may begin again: one that ends each process that takes it must not go round for ever. */
const MAX_EPOCH = 3

/** Runs whose process is gone. */
export interface TakeOver {
  /**
   * Takes a run that gave no sign of life: goes on with it where nobody has seen anything of an answer or where it was about to wait
   * for somebody, and ends it otherwise. Does nothing where it gave one, or another process was faster.
   */
  take(seen: Run): Promise<void>
  /** Ends a run that this process has and executes no more. */
  endLost(run: Run, lost?: LostAnswer): Promise<void>
  /**
   * Leaves a run that this process has and executes no more: to any other process where nobody has seen anything of an answer, and
   * ended otherwise. Resolves with what became of it.
   */
  handOver(run: Run): Promise<'left' | 'lost'>
}

export function createTakeOver(
  { store, log, storageOf, tools, owner, now, observer }: RunsContext,
  { execute, end, writerOf }: RunExecutor,
): TakeOver {
  const isUnanswered = async ({ userId, threadId, data: { order, decisions } }: Run): Promise<boolean> => {
    if (!order.message || decisions) return false
    const nodes = (await loadThread(storageOf(userId), threadId))?.nodes ?? []
    return !nodes.some(({ parent, removed }) => parent === order.message?.id && !removed)
  }

  const endLost: TakeOver['endLost'] = async (run, lost) => {
    const writer = writerOf(run)
    const storage = storageOf(run.userId, run)
    const { outcome, sent } = await endLostRun(
      run,
      lost ?? (await readLostAnswer(log, run)),
      storage,
      now,
      (node) => writer.write(eventLine({ antiphon: 'message', node })),
    )
    // The process before may have stored messages that it did not tell.
    for (const line of await storedLines(run, storage)) writer.write(line)
    await end(run, writer, { outcome: run.data.isStopped ? 'stopped' : outcome, isSaved: true, sent })
  }

  /** Its answer is whole and has calls that nobody has begun, as far as the tools tell: the session that goes on knows for certain. */
  const isAsking = async (run: Run, lost: LostAnswer): Promise<boolean> => {
    const { decisions, isStopped } = run.data
    if (decisions || isStopped || run.epoch > MAX_EPOCH) return false
    const last = await lastMessage(run, storageOf(run.userId))
    if (last?.role !== 'assistant' || last.error || !last.tool_calls?.length) return false
    if (lost.id !== undefined && lost.id !== last.id) return false
    const here = new Map(tools.map((tool) => [tool.name, tool]))
    return last.tool_calls.every(({ function: { name } }) => {
      const { approval = 'never' } = here.get(name) ?? { approval: 'always' }
      return approval !== 'never'
    })
  }

  const isFresh = async (run: Run, { chunks }: LostAnswer): Promise<boolean> =>
    chunks.every(saysNothing) && run.epoch <= MAX_EPOCH && !run.data.isStopped && (await isUnanswered(run))

  return {
    endLost,
    async handOver(run) {
      const lost = await readLostAnswer(log, run)
      const isFree = (await isFresh(run, lost)) || (await isAsking(run, lost))
      const isLeft = await store.change(run, (at) =>
        at.status === 'running' &&
        at.epoch === run.epoch &&
        (at.data.asking !== undefined || (isFree && !at.data.isStopped))
          ? { ...at, owner: '' }
          : undefined,
      )
      if (isLeft) return 'left'
      await endLost(run, lost)
      return 'lost'
    },
    async take(seen) {
      const taken = await store.change(seen, (at) =>
        at.status === 'running' && at.epoch === seen.epoch && at.beat === seen.beat
          ? { ...at, owner, epoch: at.epoch + 1, beat: 0 }
          : undefined,
      )
      if (!taken) return
      observer.tookOver(taken)
      const user = { id: taken.userId }
      if (taken.data.asking !== undefined) return execute(taken, user)
      const lost = await readLostAnswer(log, taken)
      if ((await isFresh(taken, lost)) || (await isAsking(taken, lost))) execute(taken, user)
      else await endLost(taken, lost)
    },
  }
}
