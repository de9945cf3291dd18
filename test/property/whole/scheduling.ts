/**
 * Everything that a browser does later: answers of the storage, locks that are granted, messages between tabs, frames, and
 * timers. Nothing of it happens by itself; a test says when, and in which order.
 */

/** Waits until no promise has anything left to do. Nothing here takes real time, so a turn of the event loop is enough. */
export const drain = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Task {
  page: string
  order: number
  /** When it was put there. */
  at: number
  run(): void
}

interface Timer {
  page: string
  at: number
  order: number
  run(): void
}

export interface Scheduling {
  /** The page whose code runs now. */
  readonly page: string
  /** Lets the code of a page run; that of another one comes to its end before. */
  enter(page: string): Promise<void>
  /** Work in one lane happens in order; between lanes the test decides. */
  later(lane: string, page: string, run: () => void): void
  /** Lanes that hold something. */
  lanes(): number
  /** The longest time, in ms, that something waited in one of these lanes. */
  longestWait(lanes: (lane: string) => boolean): number
  /** Runs the first task of one lane. */
  step(pick: number): Promise<void>
  /**
   * Runs all there is, and what comes of it. `pick` 0: oldest first; others: some other order. Work in a `slow` lane stays
   * there.
   */
  settle(pick: number, slow?: (lane: string) => boolean): Promise<void>
  now(): number
  setTimer(run: () => void, ms: number): () => void
  /** Time goes on; timers fire as they are due. */
  pass(ms: number): Promise<void>
  timersOf(page: string): number
  /** The page is gone: nothing of it happens any more. */
  drop(page: string): void
  /** Puts the timers of this world in place of the global ones, until the returned function is called. */
  install(): () => void
}

/** More tasks than this in one go, and something goes round in circles. */
const ENDLESS = 1500

export function createScheduling(): Scheduling {
  const lanes = new Map<string, Task[]>()
  const timers = new Set<Timer>()
  const gone = new Set<string>()
  const waits = new Map<string, number>()
  let page = ''
  let order = 0
  let now = 1_000_000

  const enter = async (next: string): Promise<void> => {
    if (next !== page) await drain()
    page = next
  }
  const runHead = async (lane: string): Promise<void> => {
    const queue = lanes.get(lane)!
    const task = queue.shift()!
    if (queue.length === 0) lanes.delete(lane)
    waits.set(lane, Math.max(waits.get(lane) ?? 0, now - task.at))
    // Whoever calls this has drained: the code of the page before has come to its end.
    page = task.page
    task.run()
    await drain()
  }
  const setTimer = (run: () => void, ms: number): (() => void) => {
    const timer = { page, at: now + ms, order: order++, run }
    if (!gone.has(page)) timers.add(timer)
    return () => void timers.delete(timer)
  }
  const nextDue = (until: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]

  return {
    get page() {
      return page
    },
    enter,
    later(lane, of, run) {
      if (gone.has(of)) return
      const queue = lanes.get(lane)
      const task = { page: of, order: order++, at: now, run }
      if (queue) queue.push(task)
      else lanes.set(lane, [task])
    },
    lanes: () => lanes.size,
    longestWait: (of) => Math.max(0, ...[...waits].flatMap(([lane, ms]) => (of(lane) ? ms : []))),
    async step(pick) {
      await drain()
      const names = [...lanes.keys()]
      if (names.length > 0) await runHead(names[pick % names.length]!)
    },
    async settle(pick, slow = () => false) {
      let random = pick
      await drain()
      const ready = (): string[] => [...lanes.keys()].filter((lane) => !slow(lane))
      for (let tasks = 0, names = ready(); names.length > 0; tasks++, names = ready()) {
        if (tasks > ENDLESS) throw new Error('never-at-rest: what is pending makes more pending, without end')
        random = (random * 1103515245 + 12345) % 2147483648
        const oldest = names.reduce((a, b) => (lanes.get(b)![0]!.order < lanes.get(a)![0]!.order ? b : a))
        await runHead(pick === 0 ? oldest : names[(random >> 8) % names.length]!)
      }
    },
    now: () => now,
    setTimer,
    async pass(ms) {
      const until = now + ms
      await drain()
      for (let due = nextDue(until); due; due = nextDue(until)) {
        timers.delete(due)
        now = Math.max(now, due.at)
        page = due.page
        due.run()
        await drain()
      }
      now = until
    },
    timersOf: (of) => [...timers].filter((timer) => timer.page === of).length,
    drop(of) {
      gone.add(of)
      for (const timer of timers) if (timer.page === of) timers.delete(timer)
      for (const [lane, queue] of lanes) {
        const left = queue.filter((task) => task.page !== of)
        if (left.length > 0) lanes.set(lane, left)
        else lanes.delete(lane)
      }
    },
    install() {
      const before = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
      const cancels = new Map<number, () => void>()
      let handle = 0
      const start = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
        const own = ++handle
        cancels.set(
          own,
          setTimer(() => (cancels.delete(own), run(...args)), ms),
        )
        return own
      }
      const clear = (own: number): void => {
        cancels.get(own)?.()
        cancels.delete(own)
      }
      Object.assign(globalThis, { setTimeout: start, clearTimeout: clear })
      return () => void Object.assign(globalThis, before)
    },
  }
}
