/** Frames and long tasks while something is measured. */

export const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve())))

export interface Recorded {
  longTasks: number
  longTaskMs: number
  /** Long tasks of more than 100 ms, and the longest, in ms. */
  over100: number
  longest: number
  /** 95 of 100 frames came after so many ms or fewer. */
  gapP95: number
  gapMax: number
}

/** Frames that are asked for cost time of their own: without `asksFrames` the gaps are 0 and only long tasks count. */
export function createRecorder({ asksFrames = true } = {}): { stop(): Promise<Recorded> } {
  const frames: number[] = []
  const long: number[] = []
  let recording = true
  const observer = new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => void long.push(entry.duration)),
  )
  // Chromium alone has it; others leave the list empty.
  observer.observe({ type: 'longtask' })
  const tick = (time: number): void => {
    if (!recording) return
    frames.push(time)
    requestAnimationFrame(tick)
  }
  if (asksFrames) requestAnimationFrame(tick)
  return {
    async stop() {
      recording = false
      await new Promise((resolve) => setTimeout(resolve))
      for (const entry of observer.takeRecords()) long.push(entry.duration)
      observer.disconnect()
      const gaps = frames
        .slice(1)
        .map((time, at) => time - frames[at]!)
        .toSorted((a, b) => a - b)
      return {
        longTasks: long.length,
        longTaskMs: long.reduce((sum, ms) => sum + ms, 0),
        over100: long.filter((ms) => ms > 100).length,
        longest: Math.max(0, ...long),
        gapP95: gaps[Math.floor(gaps.length * 0.95)] ?? 0,
        gapMax: gaps.at(-1) ?? 0,
      }
    },
  }
}

/** Resolves when `done` holds and nothing in `root` has changed for so many ms. Gives up waiting for quiet after 20 s. */
export async function settled(root: HTMLElement, quiet: number, done = () => true): Promise<void> {
  let last = performance.now()
  const observer = new MutationObserver(() => (last = performance.now()))
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  const started = performance.now()
  while (!done() || (performance.now() - last < quiet && performance.now() - started < 20_000))
    await new Promise((resolve) => setTimeout(resolve, 50))
  observer.disconnect()
}
