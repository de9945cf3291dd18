import { randomId } from '@antiphon/core'
import { noObserver } from './observer.js'
import type { ChatUser } from '../route.js'
import { LogRefusal, nameOf, type LogKey } from '../log/types.js'
import { watchOwners } from './owners.js'
import { createExecutor } from './run-executor.js'
import type { RunsContext, RunsOptions } from './run-options.js'
import { sealLog } from './seal-log.js'
import { createTakeOver } from './take-over.js'
import { eventLine } from './run-events.js'
import { interruptedCall } from './page-results.js'
import type { Run, RunDecision, RunMessage, RunOrder, SentDecision } from './types.js'

/** Runs: answers that are given on this server, and outlast the connection that asked, and the process. */
export interface Runs {
  /**
   * Begins a run. The same id again gives the same run, so a request may be sent twice. Where another run of the thread has not
   * ended, gives that one.
   *
   * @throws what `admit` throws.
   */
  start(
    user: ChatUser,
    threadId: string,
    runId: string,
    order: RunOrder,
  ): Promise<{ run: Run; isNew: boolean }>
  get(key: LogKey): Promise<Run | undefined>
  /** Looks whether a run has ended whose log is still open, and ends the log then. */
  endLog(key: LogKey): Promise<void>
  /** The run of the thread that has not ended. */
  openOf(userId: string, threadId: string): Promise<Run | undefined>
  /** Stops a run, whichever process has it. Undefined where there is none that has not ended; one with this id does not begin then. */
  stop(user: ChatUser, key: LogKey): Promise<Run | undefined>
  /**
   * Notes that a page begins to run a call that waits. Undefined where none waits under this key, or another page has begun it. The same
   * mark again changes nothing.
   */
  begin(key: LogKey, call: { key: string; mark: string }): Promise<Run | undefined>
  /** Answers a call that waits. Undefined where none waits under this key, or another page has begun it. */
  decide(user: ChatUser, key: LogKey, decision: SentDecision): Promise<Run | undefined>
  /** Adds a message to a run. Undefined where it has ended or was stopped. The same id again adds nothing. */
  steer(key: LogKey, message: RunMessage): Promise<Run | undefined>
  /** Removes a run and its log. One that has not ended is stopped first. */
  remove(user: ChatUser, key: LogKey): Promise<void>
  /**
   * Gives runs time to end. Of those that are left, other processes get the ones that nobody has seen a word of; the others end as lost.
   *
   * @param graceMs default 0.
   */
  close(graceMs?: number): Promise<void>
}

export function createRuns(options: RunsOptions): Runs {
  const context: RunsContext = {
    tools: [],
    owner: randomId(),
    beatMs: 1000,
    leaseMs: 15_000,
    now: Date.now,
    generateId: randomId,
    observer: noObserver,
    admit() {},
    onError() {},
    ...options,
  }
  const { store, log, storageOf, owner, beatMs, leaseMs, onError } = context
  const executor = createExecutor(context)
  const takeOver = createTakeOver(context, executor)
  const { execute, resume, attend, lose, drop, held } = executor

  const unsubscribe = store.subscribe((runId) => {
    for (const { run } of held()) if (run.runId === runId) store.get(run).then(attend, onError)
  })

  let isClosing = false

  /** Rows that name this process and that it does not execute, because their end could not be stored. */
  let orphans = new Set<string>()
  const beat = async (): Promise<void> => {
    const own = await store.beat(owner)
    own.forEach(attend)
    const names = new Set(own.map(nameOf))
    // Looked up again: a run may have begun after the look, or be about to end.
    for (const { run } of held()) {
      if (names.has(nameOf(run))) continue
      const now = await store.get(run)
      if (!now || (now.status === 'running' && now.epoch !== run.epoch)) lose(run)
    }
    const isHeld = new Set(held().map(({ run }) => nameOf(run)))
    const found = own.filter((run) => !isHeld.has(nameOf(run)))
    // In two looks: one that begins at this moment is not held yet.
    const left = found.filter((run) => orphans.has(nameOf(run)))
    orphans = new Set(found.map(nameOf))
    for (const run of left)
      if (run.data.asking === undefined) await takeOver.endLost(run).catch(onError)
      else execute(run, { id: run.userId })
  }
  const stopWatching = watchOwners({
    beatMs,
    leaseMs,
    beat,
    others: async () => (isClosing ? [] : store.others(owner)),
    takeOver: takeOver.take,
    report: onError,
  })

  const stop: Runs['stop'] = async (user, key) => {
    const stopped = await store.change(key, (at) =>
      at.status === 'ended' ? undefined : { ...at, data: { ...at.data, isStopped: true } },
    )
    if (stopped?.status === 'waiting') await resume(stopped, user)
    // The request that begins it may come after its stop. It then finds a run that is over, and nobody else finds that.
    const data = { order: {}, startedAt: context.now(), outcome: 'stopped' as const }
    if (!stopped) await store.add({ ...key, status: 'ended', owner, epoch: 0, beat: 0, version: 1, data })
    return stopped
  }

  return {
    async start(user, threadId, runId, order) {
      const data = { order, startedAt: context.now() }
      const key = { userId: user.id, threadId, runId }
      const before = (await store.get(key)) ?? (await store.openOf(user.id, threadId))
      if (before) return { run: before, isNew: false }
      await context.admit(user, threadId, order)
      // Redis keeps logs longer than a database that is restored or emptied keeps their runs. Their answers are others.
      const isFree = await log.status(key).then(
        ({ state }) => state === 'gone',
        () => true,
      )
      // Before its row is there, so that nobody finds a run without a log. A log that fails costs the run nothing.
      if (isFree) await log.open(key, 1).catch(onError)
      const added = await store.add({ ...key, status: 'running', owner, epoch: 1, beat: 0, version: 1, data })
      // Not before: the log may be of this run, which a request at the same moment has begun.
      if (added.isNew && !isFree)
        await log
          .delete(key)
          .then(() => log.open(key, 1))
          .catch(onError)
      if (added.isNew) execute(added.run, user)
      if (added.run.epoch === 0) await log.delete(key).catch(onError)
      return added
    },
    async get(key) {
      const run = await store.get(key)
      return run?.epoch === 0 ? undefined : run
    },
    async endLog(key) {
      const run = await store.get(key)
      if (run?.status !== 'ended') return
      await sealLog(log, run, storageOf(key.userId)).catch((error: unknown) => {
        if (!(error instanceof LogRefusal)) throw error
      })
    },
    openOf: store.openOf,
    stop,
    async begin(key, call) {
      const begun = await store.change(key, (at) =>
        mayAnswer(at, call.key, undefined, call.mark)
          ? { ...at, data: { ...at.data, begun: { ...at.data.begun, [call.key]: call.mark } } }
          : undefined,
      )
      // Pages that ask about the call take their question back. A process that has the run now tells them itself.
      const calls = begun?.data.waiting ?? []
      if (begun?.status === 'waiting')
        log.append(key, begun.epoch, [eventLine({ antiphon: 'waiting', calls })]).catch((error: unknown) => {
          if (!(error instanceof LogRefusal)) onError(error)
        })
      return begun
    },
    async decide(user, key, said) {
      const isInterrupted = 'interrupted' in said
      const decision: RunDecision = isInterrupted ? interruptedCall(said.key) : said
      const decided = await store.change(key, (at) => {
        if (!mayAnswer(at, said.key, said.mark)) return undefined
        const { waiting = [], decisions = [], isInterrupted: wasInterrupted = false } = at.data
        const data = {
          ...at.data,
          waiting: waiting.filter((call) => call.key !== said.key),
          decisions: [...decisions, decision],
          isInterrupted: isInterrupted || (wasInterrupted && !('decision' in said)),
        }
        return { ...at, data }
      })
      if (decided?.status === 'waiting') await resume(decided, user)
      return decided
    },
    async steer(key, message) {
      let isKnown = false
      const steered = await store.change(key, (at) => {
        const { inbox = [] } = at.data
        isKnown = inbox.some(({ id }) => id === message.id)
        if (at.status === 'ended' || at.data.isStopped || isKnown) return undefined
        return { ...at, data: { ...at.data, inbox: [...inbox, message] } }
      })
      return isKnown ? store.get(key) : steered
    },
    async remove(user, key) {
      await stop(user, key)
      await held().find(({ run }) => nameOf(run) === nameOf(key))?.left
      await log.delete(key)
      await store.remove(key)
    },
    async close(graceMs = 0) {
      isClosing = true
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)))
      await Promise.race([late, Promise.all(held().map(({ left }) => left))])
      clearTimeout(timer)
      stopWatching()
      unsubscribe()
      const leave = async ({ run, writer, watch }: ReturnType<typeof held>[number]): Promise<void> => {
        drop(run)
        await writer.flush()
        watch.ended(await takeOver.handOver(run))
      }
      await Promise.all(held().map((entry) => leave(entry).catch(onError)))
    },
  }
}

/** Waits a call under this key, which nobody but the pages with these marks has begun? */
function mayAnswer({ status, data }: Run, key: string, ...marks: readonly (string | undefined)[]): boolean {
  const { waiting = [], begun = {}, isStopped } = data
  if (status === 'ended' || isStopped || !waiting.some((call) => call.key === key)) return false
  return marks.includes(begun[key])
}
