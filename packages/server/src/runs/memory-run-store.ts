import { nameOf } from '../log/types.js'
import { MAX_STOPPED_EARLY, type Run, type RunStore } from './types.js'

/** Runs that last as long as the process. `eraseUser` removes all of a user. */
export function createMemoryRunStore(): RunStore & { eraseUser(userId: string): void } {
  const runs = new Map<string, Run>()
  const listeners = new Set<(runId: string) => void>()
  const all = (): Run[] => structuredClone([...runs.values()])
  const openOf = (userId: string, threadId: string): Run | undefined =>
    all().find((run) => run.userId === userId && run.threadId === threadId && run.status !== 'ended')

  return {
    async add(run) {
      const open = run.status === 'ended' ? undefined : openOf(run.userId, run.threadId)
      const before = runs.get(nameOf(run)) ?? open
      if (before) return { run: structuredClone(before), isNew: false }
      runs.set(nameOf(run), structuredClone(run))
      if (run.epoch === 0) {
        const early = [...runs].filter(([, { userId, epoch }]) => userId === run.userId && epoch === 0)
        for (const [name] of early.slice(0, -MAX_STOPPED_EARLY)) runs.delete(name)
      }
      return { run, isNew: true }
    },
    get: async (key) => structuredClone(runs.get(nameOf(key))),
    openOf: async (userId, threadId) => openOf(userId, threadId),
    async change(key, change) {
      const before = runs.get(nameOf(key))
      const next = before && change(structuredClone(before))
      if (!next) return undefined
      const changed = { ...structuredClone(next), version: before.version + 1 }
      runs.set(nameOf(key), changed)
      for (const listener of listeners) listener(key.runId)
      return structuredClone(changed)
    },
    async beat(owner) {
      const own = all().filter((run) => run.status === 'running' && run.owner === owner)
      for (const run of own) runs.set(nameOf(run), { ...run, beat: run.beat + 1 })
      return own
    },
    others: async (owner) => all().filter((run) => run.status === 'running' && run.owner !== owner),
    async remove(key) {
      runs.delete(nameOf(key))
    },
    eraseUser(userId) {
      for (const [name, run] of runs) if (run.userId === userId) runs.delete(name)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {},
  }
}
