import type { Run } from './types.js'

export interface OwnersHost {
  beatMs: number
  leaseMs: number
  /** Gives a sign of life. */
  beat(): Promise<void>
  /** The running runs of other processes. */
  others(): Promise<readonly Run[]>
  /** Takes a run whose process gave no sign of life for the lease. */
  takeOver(run: Run): Promise<void>
  report(error: unknown): void
}

interface Seen {
  epoch: number
  beat: number
  /** On the monotonic clock of this process. */
  since: number
}

/**
 * Gives signs of life and watches those of others. A sign of life is a number that grows, and how long it stays the same is
 * measured on the clock of this process. So a process whose clock is off takes no run too early, and a process that has just
 * started waits a whole lease before it takes one.
 */
export function watchOwners({ beatMs, leaseMs, beat, others, takeOver, report }: OwnersHost): () => void {
  let seen = new Map<string, Seen>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let beatAt = 0

  const giveSign = async (): Promise<void> => {
    await beat()
    beatAt = performance.now()
  }

  const look = async (): Promise<void> => {
    const found = new Map<string, Seen>()
    for (const run of await others()) {
      const { userId, threadId, runId, epoch, beat: count } = run
      const name = JSON.stringify([userId, threadId, runId])
      const before = seen.get(name)
      const isSame = before?.epoch === epoch && before.beat === count
      const entry = isSame ? before : { epoch, beat: count, since: performance.now() }
      // One without an owner was handed over by a process that was about to end.
      if (run.owner !== '' && performance.now() - entry.since < leaseMs) {
        found.set(name, entry)
        continue
      }
      await takeOver(run).catch(report)
      // The runs of a process that died may be many, and whoever is silent for as long as they take loses its own.
      if (!isOver && performance.now() - beatAt >= beatMs) await giveSign()
    }
    seen = found
  }
  const turn = async (): Promise<void> => {
    try {
      await giveSign()
      await look()
    } catch (error) {
      report(error)
    }
    if (!isOver) timer = setTimeout(() => void turn(), beatMs)
  }
  timer = setTimeout(() => void turn(), beatMs)

  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
